import { randomFillSync } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import * as der from '../../service/codecs/asn1/der-writer.ts';
import { authority, issue } from '../../service/verification/certificate-path/issued-certificates.suite.ts';
import {
  entry,
  makeAsicFiles,
  manifest,
  mimetype,
  reference,
} from '../../service/verification/asic/asic-files.suite.ts';
import { rawZip } from '../../service/verification/asic/raw-zip.suite.ts';
import * as cms from '../../service/verification/cades/cms-forgery.suite.ts';
import { certified, contractPdf } from '../../service/verification/pades/contract-pdf.suite.ts';
import { changeCatalog, signPdf, updatePdf } from '../../service/verification/pades/signed-pdf.suite.ts';
import { signatureTimestamp } from '../../service/verification/timestamps/cms-signatures.suite.ts';
import { makeToken } from '../../service/verification/timestamps/timestamping.suite.ts';
import * as xml from '../../service/verification/xades/signed-xml.suite.ts';
import { dictionaryOf, PdfReference } from '../../service/codecs/pdf/pdf-objects.ts';
import { stream } from '../documents/pdf/pdf-builder.ts';
import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';

export interface HostileDocument {
  readonly format: SignatureFormat;
  readonly what: string;
  readonly make: () => Uint8Array;
}

const MEGABYTE = 1_000_000;
const { ec } = cms.signers;
const maker = { certificate: ec.certificate, chain: [], key: ec.privateKey };

/** Documents of up to 30 MB that are made to cost more than they weigh, and lawful ones of that size. */
export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  { format: 'CAdES', what: '30 signers among 160 authorities of one name', make: () => manySigners(30, 160) },
  { format: 'CAdES', what: '100 signers among 100 authorities of one name', make: () => manySigners(100, 100) },
  { format: 'CAdES', what: '100 signers with 4,500 attributes each', make: () => manyAttributes(100, 4_500) },
  { format: 'CAdES', what: '100 signers with 60 timestamps each', make: () => manyTimestamps(100, 60) },
  { format: 'CAdES', what: '20 MB inside the signature', make: () => attached(19.9 * MEGABYTE) },
  { format: 'PAdES', what: '20 MB with 20 signatures', make: () => signedPdf(19 * MEGABYTE, 20, []) },
  { format: 'PAdES', what: '20 MB with 200 signatures', make: () => signedPdf(16 * MEGABYTE, 200, []) },
  { format: 'PAdES', what: '100,000 objects in 6 MB', make: () => manyObjects(100_000, '<</A 1>>') },
  {
    format: 'PAdES',
    what: '18 MB of empty arrays in arrays',
    make: () => manyObjects(1_000, `[${'[] '.repeat(6000)}]`),
  },
  { format: 'PAdES', what: '18 MB of empty strings', make: () => manyObjects(1_000, `[${'()'.repeat(9000)}]`) },
  { format: 'PAdES', what: '18 MB of empty dictionaries', make: () => manyObjects(1_000, `[${'<<>> '.repeat(3600)}]`) },
  { format: 'PAdES', what: '50,000 fields', make: () => signedForm(50_000, 2) },
  { format: 'PAdES', what: '150 signatures in a form of 5,000 fields', make: () => signedForm(5_000, 150) },
  { format: 'PAdES', what: '20,000 fields filled with 300 letters each', make: () => filledFields(20_000) },
  { format: 'PAdES', what: '300 stamps over 300,000 operations', make: () => stampedOperations(299_000, 300) },
  { format: 'PAdES', what: 'a path of 100,000 curves', make: () => stamped('1 2 300 400 500 600 c '.repeat(100_000)) },
  { format: 'PAdES', what: 'a path of 280,000 boxes', make: () => stamped('0 0 5 5 re '.repeat(280_000)) },
  {
    format: 'PAdES',
    what: '500,000 letters that are drawings of 2,000 parts',
    make: () => drawnLetters(500_000, 2_000),
  },
  { format: 'PAdES', what: '490 signatures, nearly as many as are read', make: () => signedPdf(0, 490, []) },
  { format: 'PAdES', what: '40 signatures and a store of 200 certificates', make: () => signedPdf(0, 40, crowd(200)) },
  { format: 'PAdES', what: 'object streams of 20 MB of zeros', make: () => pdfBomb(60) },
  { format: 'XAdES', what: '50 signatures with 30 references each', make: () => xmlReferences(50, 30) },
  { format: 'XAdES', what: '20 MB of text', make: () => xmlOf('x'.repeat(19 * MEGABYTE)) },
  { format: 'XAdES', what: '29 MB of text', make: () => xmlOf('x'.repeat(29 * MEGABYTE)) },
  { format: 'XAdES', what: '9 MB of elements', make: () => xmlOf('<a/>'.repeat(2.2 * MEGABYTE)) },
  {
    format: 'XAdES',
    what: '18 MB of elements with text',
    make: () => xmlOf('<aaaa>xxxxxx</aaaa>'.repeat(0.89 * MEGABYTE)),
  },
  { format: 'XAdES', what: '20 MB of elements', make: () => xmlOf('<a/>'.repeat(4.7 * MEGABYTE)) },
  { format: 'XAdES', what: '11 MB of elements', make: () => xmlOf('<a/>'.repeat(2.69 * MEGABYTE)) },
  { format: 'XAdES', what: '10 MB of elements in each other', make: () => xmlOf(nested(1.4 * MEGABYTE)) },
  { format: 'XAdES', what: '19 MB of identifiers', make: () => xmlOf(identifiers(1.2 * MEGABYTE)) },
  { format: 'XAdES', what: '19 MB of empty comments', make: () => xmlOf('<!---->'.repeat(2.7 * MEGABYTE)) },
  { format: 'XAdES', what: '14 MB as base64 in short lines', make: () => shortLines(3.6 * MEGABYTE) },
  { format: 'ASiC_E', what: '400 manifests of 160,000 elements in 1 MB', make: () => manyManifests(400, 160_000) },
  {
    format: 'ASiC_E',
    what: '900 files of no concern, 500 KB each, in 1 MB',
    make: () => withMeta('notes', 900, notes()),
  },
  { format: 'ASiC_E', what: '20 files of 20 MB with a signature, in 1 MB', make: () => manyXadesFiles(20, 20) },
  { format: 'ASiC_S', what: '500 MB of text in 20 MB', make: () => zipOf(500, 25) },
  { format: 'ASiC_S', what: '240 MB of zeros in 4 MB', make: () => zipOf(240, 70) },
];

/** Authorities of one name and key. */
function crowd(count: number): Uint8Array[] {
  const keys = authority('Same', null);
  return Array.from({ length: count }, () => authority('Same', null, null, { keys }).der);
}

/** A SignedData of the signers of others. */
function signedByAll(signers: readonly Uint8Array[]): Uint8Array {
  const infos = signers.map((one) => cms.childrenOf(cms.fieldsOf(one).at(-1) ?? new Uint8Array())[0] ?? one);
  return cms.forge(ec, { signerInfos: () => infos });
}

function manyAttributes(signers: number, attributes: number): Uint8Array {
  const unsignedAttributes = Array.from({ length: attributes }, (_, index) =>
    der.derSequence(der.derOid(`1.2.3.${String(index)}`), der.derSetOf([der.derNull()])),
  );
  return signedByAll(Array.from({ length: signers }, () => cms.forge(ec, { unsignedAttributes })));
}

function manyTimestamps(signers: number, timestamps: number): Uint8Array {
  const unsignedAttributes = Array.from({ length: timestamps }, () =>
    signatureTimestamp(makeToken({ of: Buffer.from('anything'), at: cms.NOW })),
  );
  return signedByAll(Array.from({ length: signers }, () => cms.forge(ec, { unsignedAttributes })));
}

function manySigners(signers: number, authorities: number): Uint8Array {
  const same = authority('Same', null);
  const keys = { privateKey: ec.privateKey, publicKey: same.publicKey };
  const certificates = Array.from({ length: signers }, (_, index) => issue(`S ${String(index)}`, same, { keys }).der);
  const infos = certificates.map((certificate) => {
    const signedAttributes = cms.attributesOf({ ...ec, certificate });
    const one = cms.forge({ ...ec, certificate }, { signedAttributes });
    return cms.childrenOf(cms.fieldsOf(one).at(-1) ?? new Uint8Array())[0] ?? new Uint8Array();
  });
  return cms.forge(ec, { certificates: [...certificates, ...crowd(authorities)], signerInfos: () => infos });
}

function attached(bytes: number): Uint8Array {
  const eContent = Buffer.alloc(bytes, 'a');
  return cms.forge(ec, {
    eContent,
    signedAttributes: cms.attributesOf(ec, { messageDigest: cms.digest('SHA-256', eContent) }),
  });
}

function signedPdf(filling: number, signatures: number, store: readonly Uint8Array[]): Uint8Array {
  let pdf: Buffer = updatePdf(contractPdf(), (update) => {
    update.addStream(dictionaryOf({ Length: 0 }), Buffer.alloc(filling, 'a'));
  });
  for (let index = 0; index < signatures; index++) pdf = signPdf(pdf, maker);
  return updatePdf(pdf, (update) => {
    const streams = store.map((bytes) => update.addStream(dictionaryOf({ Length: 0 }), bytes));
    if (streams.length > 0) changeCatalog(update, { DSS: dictionaryOf({ Certs: streams }) });
  });
}

/** Objects that are reached from the catalog, and signed twice. */
function manyObjects(count: number, body: string): Uint8Array {
  const pieces = Object.fromEntries(Array.from({ length: count }, (_, index) => [8 + index, body]));
  const list = `[${Array.from({ length: count }, (_, index) => `${String(8 + index)} 0 R`).join(' ')}]`;
  const hung = `/PieceInfo <</X ${String(8 + count)} 0 R>>`;
  const pdf = contractPdf({ ...pieces, [8 + count]: list }, hung);
  return signPdf(signPdf(pdf, maker), maker);
}

const FORM_HEAD = '/Type /XObject /Subtype /Form /BBox [0 0 200 20]';
const HELVETICA = '/Resources <</Font <</Helv <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>';
const LETTERS = 'B'.repeat(300);

const fieldOf = (index: number, entries = '/AP <</N 9 0 R>>'): string =>
  `<</FT /Tx /T (f${String(index)}) /Type /Annot /Subtype /Widget /Rect [0 0 200 20] /P 3 0 R ${entries}>>`;

/** Fields from object 10 on; 8 is the drawing of a filled one, 9 that of an empty one. */
function formOf(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => 10 + index);
  const shown = `/Tx BMC q BT /Helv 12 Tf 0 g 2 6 Td (${LETTERS}) Tj ET Q EMC`;
  return contractPdf({
    6: `<</Fields [${numbers.map((number) => `${String(number)} 0 R`).join(' ')}]>>`,
    8: stream(`${FORM_HEAD} ${HELVETICA}`, Buffer.from(shown)),
    9: stream(FORM_HEAD, new Uint8Array()),
    ...Object.fromEntries(numbers.map((number, index) => [number, fieldOf(index)])),
  });
}

function signedForm(fields: number, signatures: number): Uint8Array {
  let pdf = formOf(fields);
  for (let index = 0; index < signatures; index++) pdf = signPdf(pdf, maker);
  return pdf;
}

/** As its certification permits it, and signed again. */
function filledFields(count: number): Uint8Array {
  const filled = updatePdf(certified(maker, 2, formOf(count)), (update) => {
    for (let index = 0; index < count; index++) {
      const text = fieldOf(index, `/V (${LETTERS}) /AP <</N 8 0 R>>`);
      update.replaceBody(new PdfReference(10 + index, 0), Buffer.from(text));
    }
  });
  return signPdf(filled, maker);
}

function stampedOperations(operations: number, stamps: number): Uint8Array {
  let pdf: Buffer = contractPdf({ 4: stream('', Buffer.from('0 g '.repeat(operations))) });
  for (let index = 0; index < stamps; index++) pdf = signPdf(pdf, maker, { isVisible: true });
  return pdf;
}

/** A page with one path, and a stamp on it. */
function stamped(path: string): Uint8Array {
  const drawing = stream('', Buffer.from(`0 0 m ${path} B`));
  return signPdf(signPdf(contractPdf({ 4: drawing }), maker), maker, { isVisible: true });
}

/** In a font of type 3, and a stamp on the page. */
function drawnLetters(letters: number, parts: number): Uint8Array {
  const glyph = stream('', Buffer.from(`1 0 0 0 9 9 d1 ${'0 0 1 1 re f '.repeat(parts)}`));
  const font =
    '<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 ' +
    '/Widths [1] /Encoding <</Differences [97 /a]>> /CharProcs <</a 11 0 R>> /Resources <<>>>>';
  const text = stream('', Buffer.from(`9 9 1 1 re W n BT /T3 1 Tf (${'a'.repeat(letters)}) Tj ET`));
  const page = '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</T3 10 0 R>>>>>>';
  const pdf = contractPdf({ 3: page, 4: text, 10: font, 11: glyph });
  return signPdf(signPdf(pdf, maker), maker, { isVisible: true });
}

/** Streams that become a thousand times as large, in the place of revocation data. */
function pdfBomb(streams: number): Uint8Array {
  const zeros = deflateSync(Buffer.alloc(20 * MEGABYTE));
  return updatePdf(signPdf(contractPdf(), maker), (update) => {
    const references = Array.from({ length: streams }, () =>
      update.addStream(dictionaryOf({ Length: 0, Filter: [] }), zeros),
    );
    changeCatalog(update, { DSS: dictionaryOf({ CRLs: references }) });
  });
}

function xmlReferences(signatures: number, references: number): Uint8Array {
  const parts = Array.from({ length: signatures }, (_, index) =>
    xml.signatureTemplate({
      id: `S${String(index)}`,
      references: Array.from({ length: references }, () => xml.reference('#data', [xml.transform(xml.EXC_C14N)])),
    }),
  );
  return Buffer.from(`<all><data Id="data">${'<a>text</a>'.repeat(80_000)}</data>${parts.join('')}</all>`);
}

function xmlOf(content: string): Uint8Array {
  return Buffer.from(`<all>${content}${xml.signatureTemplate()}</all>`);
}

function shortLines(lines: number): Uint8Array {
  const references = [xml.reference('#data', [xml.transform('http://www.w3.org/2000/09/xmldsig#base64')])];
  return Buffer.from(
    `<all><data Id="data">${'QUFB\n'.repeat(lines)}</data>${xml.signatureTemplate({ references })}</all>`,
  );
}

function manyManifests(count: number, elements: number): Uint8Array {
  const extensions = `<a:ASiCManifestExtensions>${'<a:b/>'.repeat(elements)}</a:ASiCManifestExtensions>`;
  return withMeta('ASiCManifest', count, manifest(`${reference('a.txt', 'a')}${extensions}`));
}

function manyXadesFiles(count: number, megabytes: number): Uint8Array {
  return withMeta('signatures', count, Buffer.concat([xmlOf(''), Buffer.alloc(megabytes * MEGABYTE, ' ')]));
}

/** The same file many times in META-INF, compressed once. */
function withMeta(name: string, count: number, data: Uint8Array): Uint8Array {
  const same = { data, isDeflated: true, compressed: deflateRawSync(data) };
  const files = Array.from({ length: count }, (_, index) => ({
    ...same,
    name: `META-INF/${name}${String(index)}.xml`,
  }));
  return rawZip([mimetype('ASiC_E'), entry('a.txt', 'a'), ...files]);
}

function identifiers(count: number): string {
  return Array.from({ length: count }, (_, index) => `<a Id="i${String(index)}"/>`).join('');
}

function notes(): Uint8Array {
  return Buffer.alloc(MEGABYTE / 2, '<a>x</a>');
}

function nested(depth: number): string {
  return `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
}

function zipOf(megabytes: number, ratio: number): Uint8Array {
  const files = makeAsicFiles();
  try {
    const data = Buffer.alloc(megabytes * MEGABYTE);
    // Noise between the zeros keeps the entry within the ratio that is let pass.
    const noise = Math.floor(MEGABYTE / ratio);
    for (let start = 0; start < data.length; start += MEGABYTE) randomFillSync(data, start, noise);
    return rawZip([
      mimetype('ASiC_S'),
      { ...entry('a.txt', data), isDeflated: true },
      entry('META-INF/signature.p7s', files.signature(data)),
    ]);
  } finally {
    files.remove();
  }
}
