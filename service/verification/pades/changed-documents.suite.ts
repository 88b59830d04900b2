import { deflateSync } from 'node:zlib';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { serializeObject } from '../../codecs/pdf/serialize-object.ts';
import { dictionaryOf, isPdfArray, PdfName, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { contractPdf, EVIL, TEXT_FIELD, type Attacks } from './contract-pdf.suite.ts';
import { appendRaw, lastStartxref, overwrite, type RawUpdate } from './raw-update.suite.ts';
import { changeCatalog, latin1, replaceObject, signPdf, updatePdf, type TestSigner } from './signed-pdf.suite.ts';

/** Incremental saving: the signed bytes stay, later ones change the document. */
export function incrementalAttacks(signer: TestSigner): Attacks {
  const signed = signPdf(contractPdf(), signer);
  const old = lastStartxref(signed);
  const evil = { number: 4, text: EVIL };
  const raw = (update: RawUpdate) => () => appendRaw(signed, update);
  const loose = `4 0 obj\n${EVIL}\nendobj\n`;
  return {
    'contents replaced': raw({ objects: [evil] }),
    'contents replaced, startxref of the signed part': raw({ objects: [evil], startxref: old }),
    'object without table': () => Buffer.concat([signed, latin1(`${loose}startxref\n${old}\n%%EOF\n`)]),
    'object without anything': () => Buffer.concat([signed, latin1(loose)]),
    'object and marker': () => Buffer.concat([signed, latin1(`${loose}%%EOF\n`)]),
    'object and trailer without table': () =>
      Buffer.concat([signed, latin1(`${loose}trailer\n<</Root 1 0 R /Size 20>>\nstartxref\n${old}\n%%EOF\n`)]),
    'no end marker': raw({ objects: [evil], end: '' }),
    'wrong startxref': raw({ objects: [evil], startxref: old + 7 }),
    'startxref 0': raw({ objects: [evil], startxref: 0 }),
    'unlisted object beside a listed one': raw({
      objects: [
        { ...evil, isListed: false },
        { number: 50, text: 'null' },
      ],
    }),
    'unlisted object before the table': raw({ objects: [{ number: 50, text: 'null' }], between: loose }),
    'unlisted object in a comment': raw({ objects: [{ number: 50, text: 'null' }], before: '% 4 0 obj\n' }),
    'unlisted object after the trailer': raw({ objects: [{ number: 50, text: 'null' }], afterTrailer: loose }),
    'unlisted object in a comment after the trailer': raw({ afterTrailer: '%4 0 obj <<>> endobj\n' }),
    'two end markers': raw({ objects: [{ number: 50, text: 'null' }], between: '%%EOF\n' }),
    'end marker in a comment of a listed object': raw({ objects: [{ number: 50, text: '[1 %%EOF\n]' }] }),
    'startxref in a comment of a listed object': raw({
      objects: [{ number: 50, text: `<</A (\\() %) startxref 9\n>>` }],
    }),
    'end marker in a comment of a stream dictionary': raw({
      objects: [{ number: 50, text: '<</Length 1 %%EOF\n>>\nstream\nx\nendstream' }],
    }),
    'an end in a comment of the trailer': raw({
      trailer: `%\nstartxref\n${old}\n%%EOF\n`.replaceAll('\n', '\n%') + '\n',
    }),
    'two startxref': raw({ afterTrailer: `startxref\n${old}\n%%EOF\n` }),
    'another root': raw({ objects: [{ number: 60, text: '<</Type /Catalog /Pages 61 0 R>>' }], root: '60 0 R' }),
    'another page tree': () => replaceObject(signed, 2, '<</Type /Pages /Kids [3 0 R 3 0 R] /Count 2>>'),
    'another page': () => replaceObject(signed, 3, '<</Type /Page /Parent 2 0 R>>'),
    'another font': () => replaceObject(signed, 5, '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>'),
    'the signature field copied, contents replaced': raw({
      objects: [evil, { number: 70, text: '<</FT /Sig /T (copy) /V 8 0 R>>' }],
    }),
    'object removed': raw({ entries: [{ number: 5, entry: '0000000000 00001 f' }] }),
    'form removed': raw({ objects: [{ number: 1, text: '<</Type /Catalog /Pages 2 0 R>>' }] }),
    'form emptied': raw({ objects: [{ number: 6, text: '<</Fields []>>' }] }),
    'open action': () => updatePdf(signed, (update) => changeCatalog(update, { OpenAction: dictionaryOf({}) })),
    layers: () => updatePdf(signed, (update) => changeCatalog(update, { OCProperties: dictionaryOf({}) })),
    names: () => updatePdf(signed, (update) => changeCatalog(update, { Names: dictionaryOf({}) })),
    'an object twice in one part': raw({
      objects: [
        { number: 50, text: 'null' },
        { number: 50, text: 'true' },
      ],
    }),
    'keys twice in an appended object': raw({ objects: [{ number: 50, text: '<</A 1 /A 2>>' }] }),
  };
}

/** Shadow attacks: prepared before signing, uncovered after it. */
export function shadowAttacks(signer: TestSigner): Attacks {
  const overlaid = (): Buffer =>
    contractPdf(
      { 8: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', Buffer.from('0 0 9 9 re f')) },
      '',
      '/Overlay 8 0 R',
    );
  const hidden = `<</Type /Hidden /Twin (\n4 0 obj\n${EVIL.replaceAll(/[()]/g, ' ')}\nendobj\n)>>`;
  const sign = (pdf: Buffer): Buffer => signPdf(pdf, signer);
  const missing = (): Buffer => sign(contractPdf({ 4: '[14 0 R 40 0 R]', 14: EVIL }));
  const shared = (): Buffer => {
    const pieces: Pieces = {
      3: '<</Type /Page /Parent 2 0 R /Contents 8 0 R /Annots 8 0 R /Resources <<>>>>',
      8: '[4 0 R]',
    };
    return sign(contractPdf(pieces));
  };
  const twin = (): Buffer => {
    const pdf = sign(contractPdf({ 8: hidden }));
    const offset = String(pdf.indexOf('\n4 0 obj', pdf.indexOf('/Hidden')) + 1).padStart(10, '0');
    return appendRaw(pdf, { entries: [{ number: 4, entry: `${offset} 00000 n` }] });
  };
  return {
    'hide: an overlay removed': () => replaceObject(sign(overlaid()), 8, 'null'),
    'hide: an overlay freed': () =>
      appendRaw(sign(overlaid()), { entries: [{ number: 8, entry: '0000000000 00001 f' }] }),
    'hide: a missing object supplied': () => appendRaw(missing(), { objects: [{ number: 40, text: EVIL }] }),
    'replace: the value of a field': () => replaceObject(sign(contractPdf()), 7, TEXT_FIELD.replace('(Ann)', '(Bob)')),
    'replace: the drawing of a field': () =>
      replaceObject(
        sign(contractPdf({ 7: TEXT_FIELD.replace('/F 4', '/F 4 /AP <</N 8 0 R>>'), 8: EVIL })),
        8,
        EVIL.replace('9', '8'),
      ),
    'replace: the font of a page': () => replaceObject(sign(contractPdf()), 5, '<</Type /Font /BaseFont /Evil>>'),
    'hide and replace: a twin hidden in the signed part': twin,
    'contents and annotations are one list, which grows': () =>
      updatePdf(shared(), (update, document) => {
        const drawing = update.addStream(
          dictionaryOf({ Type: new PdfName('Annot'), Subtype: new PdfName('Widget') }),
          latin1('BT (evil) Tj ET'),
        );
        const list = document.resolve(new PdfReference(8, 0));
        update.replace(new PdfReference(8, 0), [...(isPdfArray(list) ? list : []), drawing]);
      }),
    'contents and annotations are one list, which a signature extends': () => signPdf(shared(), signer),
    'a stream that runs on beyond the signed part': () => overrun(signer),
    'a table entry that points beyond the signed part': () => forwardEntry(signer),
  };
}

/** The page's contents claim a length that only fits once something was appended. */
function overrun(signer: TestSigner): Buffer {
  const contents = '<</Length 0000000>>\nstream\nBT (Pay 10 EUR) Tj ET\nendstream';
  const probe = signPdf(contractPdf({ 4: contents }), signer);
  const dataStart = probe.indexOf('stream\n', probe.indexOf('/Length 0000000')) + 7;
  const filler = 'BT (evil) Tj ET\nendstream\nendobj\n';
  const head = '60 0 obj\n<</Length 200>>\nstream\n';
  const length = probe.length + head.length + filler.indexOf('endstream') - dataStart;
  const pdf = contractPdf({ 4: contents.replace('0000000', String(length).padStart(7, '0')) });
  const signed = signPdf(pdf, signer);
  return appendRaw(signed, { objects: [{ number: 60, text: `${head.slice(9)}${filler.padEnd(200)}\nendstream` }] });
}

/** An object the signed table places where nothing is yet. */
function forwardEntry(signer: TestSigner): Buffer {
  const probe = signPdf(contractPdf({ 8: 'null' }), signer);
  const head = '60 0 obj\n<</Length 200>>\nstream\n';
  const base = contractPdf({ 8: 'null' });
  const own = String(base.indexOf('\n8 0 obj') + 1).padStart(10, '0');
  const moved = overwrite(base, `${own} 00000 n`, `${String(probe.length + head.length).padStart(10, '0')} 00000 n`);
  const signed = signPdf(moved, signer);
  const inner = `8 0 obj\n<</Type /Evil>>\nendobj\n`.padEnd(200);
  return appendRaw(signed, { objects: [{ number: 60, text: `${head.slice(9)}${inner}\nendstream` }] });
}

/** Cross-reference data that different readers read differently. */
export function crossReferenceAttacks(signer: TestSigner): Attacks {
  const signed = signPdf(contractPdf(), signer);
  const packed = signPdf(buildPdf({ pieces: onePage(), kind: 'stream', packed: [1, 2, 3, 5], version: '1.5' }), signer);
  const evil = `4 0 obj\n${EVIL}\nendobj\n`;
  const hybrid = (): Buffer => {
    const evilAt = signed.length;
    const streamAt = evilAt + evil.length;
    const data = deflateSync(Buffer.from([1, ...fourBytes(evilAt), 0]));
    const hiddenStream = `90 0 obj\n<</Type /XRef /Size 91 /W [1 4 1] /Index [4 1] /Filter /FlateDecode /Length ${data.length}>>\nstream\n`;
    const before = evil + hiddenStream + data.toString('latin1') + '\nendstream\nendobj\n';
    return appendRaw(signed, { before, trailer: `/XRefStm ${streamAt}` });
  };
  const objectStream = (numbers: string, values: string): string => {
    const text = `<</Type /ObjStm /N ${numbers.split(' ').length / 2} /First ${numbers.length + 1} /Length ${numbers.length + 1 + values.length}>>`;
    return `${text}\nstream\n${numbers} ${values}\nendstream`;
  };
  return {
    'hidden hybrid table redefines the contents': hybrid,
    'chain skips the signed part': () =>
      appendRaw(signed, { objects: [{ number: 4, text: EVIL }], previous: lastStartxref(contractPdf()) }),
    'chain broken off': () => appendRaw(signed, { objects: [{ number: 4, text: EVIL }], previous: null }),
    'chain loops': () => appendRaw(signed, { objects: [], previous: signed.length }),
    'chain forwards': () => appendRaw(signed, { objects: [], previous: signed.length + 1000 }),
    'two tables in one part': () => {
      const inner = appendRaw(signed, { objects: [{ number: 4, text: EVIL }], end: '' });
      const cut = inner.subarray(0, inner.lastIndexOf('startxref'));
      return appendRaw(cut, { previous: cut.lastIndexOf('xref\n4 1') });
    },
    'object stream with an unlisted object': () =>
      appendRaw(signed, { objects: [{ number: 80, text: objectStream('4 0', 'null') }] }),
    'object stream of the signed part replaced': () => containerReplaced(packed),
    'object stream of the signed part written over, its objects listed in it': () => containerRelisted(packed),
    'new generation of the contents': () => appendRaw(signed, { objects: [{ number: 4, generation: 1, text: EVIL }] }),
    'freed and used again': () =>
      appendRaw(appendRaw(signed, { entries: [{ number: 4, entry: '0000000000 00001 f' }] }), {
        objects: [{ number: 4, generation: 1, text: EVIL }],
      }),
    'entry points into the middle of an object': () =>
      appendRaw(signed, {
        objects: [{ number: 50, text: `(\n${evil.replaceAll(/[()]/g, '')})` }],
        entries: [{ number: 4, entry: `${String(signed.length + 11).padStart(10, '0')} 00000 n` }],
      }),
    'repeated keys in the trailer': () => appendRaw(signed, { trailer: '/Root 60 0 R' }),
  };
}

function containerNumber(pdf: Buffer): number {
  return Number(/(\d+) 0 obj\n<<[^>]*\/ObjStm/.exec(pdf.toString('latin1'))?.[1]);
}

/** An object stream with what the document's objects 1, 2 and 3 are, and another font. */
function forgedContainer(pdf: Buffer): string {
  const document = openPdf(bytesSource(pdf));
  const texts = [1, 2, 3].map((number) => serializeObject(document.resolve(new PdfReference(number, 0))));
  texts.push('<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>');
  let values = '';
  const head = [1, 2, 3, 5].map((number, index) => {
    const pair = `${number} ${values.length} `;
    values += `${texts[index]} `;
    return pair;
  });
  const length = head.join('').length + values.length;
  const dictionary = `<</Type /ObjStm /N 4 /First ${head.join('').length} /Length ${length}>>`;
  return `${dictionary}\nstream\n${head.join('')}${values}\nendstream`;
}

/** The container of signed objects gets other data; the old table still says what is in it. */
function containerReplaced(pdf: Buffer): Buffer {
  const reference = new PdfReference(containerNumber(pdf), 0);
  return updatePdf(pdf, (update) => update.replaceBody(reference, latin1(forgedContainer(pdf))));
}

/** The same with a table that lists every object, as if nothing were hidden. */
function containerRelisted(pdf: Buffer): Buffer {
  const number = containerNumber(pdf);
  const container = `${number} 0 obj\n${forgedContainer(pdf)}\nendobj\n`;
  const rows = [0, 1, 2, 3].flatMap((index) => [2, ...fourBytes(number), index]);
  const data = Buffer.from([...rows, 1, ...fourBytes(pdf.length), 0]).toString('latin1');
  const start = pdf.length + container.length;
  const table =
    `70 0 obj\n<</Type /XRef /Size 71 /W [1 4 1] /Index [1 3 5 1 ${number} 1] /Root 1 0 R ` +
    `/Prev ${lastStartxref(pdf)} /Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
  return Buffer.concat([pdf, latin1(`${container}${table}startxref\n${start}\n%%EOF\n`)]);
}

function fourBytes(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

/** Other files before and after, and what else is not PDF. */
export function polyglots(signer: TestSigner): Attacks {
  const signed = signPdf(contractPdf(), signer);
  const add = (text: string) => () => Buffer.concat([signed, latin1(text)]);
  return {
    'bytes before the header': () => Buffer.concat([latin1('\n'), signed]),
    'web page before the header': () => Buffer.concat([latin1('<html>'), signed]),
    'archive at the end': add('PK\x05\x06' + '\0'.repeat(18)),
    'web page at the end': add('<html><script>evil()</script></html>'),
    'zeros at the end': add('\0'.repeat(2000)),
    'spaces at the end': add(' '.repeat(50)),
    'comment at the end': add('% comment\n'),
    'another end marker': add('%%EOF\n'),
    'one byte at the end': add('x'),
    'a thousand line ends at the end': add('\n'.repeat(1000)),
    'a line end and a space at the end': add('\n '),
    'itself twice': () => Buffer.concat([signed, signed]),
    'header twice': add('%PDF-1.7\n'),
    'signed bytes changed': () => overwrite(signed, 'Pay 10 EUR', 'Pay 99 EUR'),
    'not a PDF any more': () => overwrite(signed, '%PDF-1.7', '%PDX-1.7'),
  };
}
