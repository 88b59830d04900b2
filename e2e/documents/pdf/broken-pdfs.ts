import { buildPdf } from './pdf-builder.ts';
import { onePage } from './one-page.ts';
import { smallPdfs } from './make-pdfs.ts';

/** Documents that must be refused, with the code the reader gives. */
export function brokenPdfs(): Record<string, { readonly bytes: Buffer; readonly code: string }> {
  const { classic, 'xref-stream': withStream } = smallPdfs();
  if (classic === undefined || withStream === undefined) throw new Error('missing kind');
  const text = classic.toString('latin1');
  const start = text.lastIndexOf('startxref');
  const edit = (from: string | RegExp, to: string): Buffer => Buffer.from(text.replace(from, to), 'latin1');
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  const structure = (bytes: Buffer): { bytes: Buffer; code: string } => ({ bytes, code: 'PDF_STRUCTURE_INVALID' });
  return {
    empty: { bytes: Buffer.alloc(0), code: 'PDF_HEADER_MISSING' },
    'not-a-pdf': { bytes: Buffer.from('PK\u0003\u0004 no pdf'), code: 'PDF_HEADER_MISSING' },
    'truncated-half': structure(classic.subarray(0, classic.length / 2)),
    'truncated-end': structure(classic.subarray(0, classic.length - 4)),
    'no-startxref': structure(Buffer.from(text.slice(0, start), 'latin1')),
    'wrong-startxref': structure(edit(`startxref\n${table}`, `startxref\n${table + 3}`)),
    'startxref-beyond-end': structure(edit(`startxref\n${table}`, 'startxref\n99999999')),
    'startxref-zero': structure(edit(`startxref\n${table}`, 'startxref\n0')),
    'shifted-objects': structure(edit('%PDF-1.7\n', '%PDF-1.7\n%x\n')),
    'xref-entry-damaged': structure(edit(/(\d{10}) 00000 n/, '$1 00000 q')),
    'prev-loop': structure(edit('/Root 1 0 R', `/Root 1 0 R /Prev ${table}`)),
    'prev-outside': structure(edit('/Root 1 0 R', '/Root 1 0 R /Prev 7777777')),
    'no-root': structure(edit('/Root 1 0 R', '/Roof 1 0 R')),
    'xref-stream-damaged': structure(damageXrefStream(withStream)),
    'bytes-before-header': {
      bytes: Buffer.concat([Buffer.from('GET / HTTP\n'), classic]),
      code: 'PDF_BYTES_UNACCOUNTED',
    },
    'bytes-after-end': { bytes: Buffer.concat([classic, Buffer.from('<html>')]), code: 'PDF_BYTES_UNACCOUNTED' },
    'encrypt-entry': { bytes: edit('/Root 1 0 R', '/Root 1 0 R /Encrypt 5 0 R'), code: 'PDF_ENCRYPTED' },
    'page-tree-loop': structure(buildPdf({ pieces: { ...onePage(), 3: '<</Type /Pages /Kids [2 0 R] /Count 1>>' } })),
    'field-loop': structure(
      buildPdf({
        pieces: onePage({
          catalog: '/AcroForm <</Fields [6 0 R]>>',
          extra: { 6: '<</T (a) /Kids [7 0 R]>>', 7: '<</T (b) /Kids [6 0 R]>>' },
        }),
      }),
    ),
    'nested-arrays': {
      bytes: buildPdf({
        pieces: { ...onePage(), 1: `<</Type /Catalog /Deep ${'['.repeat(5000)}${']'.repeat(5000)}>>` },
      }),
      code: 'PDF_LIMIT_EXCEEDED',
    },
  };
}

function damageXrefStream(bytes: Buffer): Buffer {
  const result = Buffer.from(bytes);
  const at = result.indexOf('stream\n', result.lastIndexOf('/XRef')) + 7;
  result.fill(0x55, at, at + 8);
  return result;
}
