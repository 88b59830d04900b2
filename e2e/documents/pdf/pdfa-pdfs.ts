import { buildPdf, stream } from './pdf-builder.ts';

const PARTS = {
  'PDF/A-1b': { part: 1, version: '1.4', kind: 'table', more: '<pdfaid:conformance>B</pdfaid:conformance>' },
  'PDF/A-2b': { part: 2, version: '1.7', kind: 'table', more: '<pdfaid:conformance>B</pdfaid:conformance>' },
  'PDF/A-2b, cross-reference stream': {
    part: 2,
    version: '1.7',
    kind: 'stream',
    more: '<pdfaid:conformance>B</pdfaid:conformance>',
  },
  'PDF/A-3b': { part: 3, version: '1.7', kind: 'stream', more: '<pdfaid:conformance>B</pdfaid:conformance>' },
  'PDF/A-4': { part: 4, version: '2.0', kind: 'stream', more: '<pdfaid:rev>2020</pdfaid:rev>' },
} as const;

/** Empty pages that conform to the parts of ISO 19005. */
export function pdfaPdfs(): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(PARTS).map(([name, { part, version, kind, more }]) => {
      const pieces = {
        1: '<</Type /Catalog /Pages 2 0 R /Metadata 4 0 R>>',
        2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>',
        4: stream('/Type /Metadata /Subtype /XML', Buffer.from(metadata(part, more))),
      };
      const id = '<00112233445566778899AABBCCDDEEFF>';
      return [name, buildPdf({ version, kind, pieces, trailer: `/Root 1 0 R /ID [${id} ${id}]` })];
    }),
  );
}

function metadata(part: number, more: string): string {
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
    `xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part>${more}` +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
  );
}
