import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfDictionary, PdfName, PdfReference, PdfStream, PdfString } from '../../codecs/pdf/pdf-objects.ts';
import { makeSigner, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const original = smallPdfs()['xref-stream'] ?? Buffer.alloc(0);
const firstNew = openPdf(bytesSource(original)).endNumber;
const stamped = signAsStation(original, fixture.signer, true);
const document = openPdf(bytesSource(stamped));

/** Everything that the stamped signature brought along. */
const added = Array.from({ length: document.endNumber - firstNew }, (_, index) => {
  const reference = new PdfReference(firstNew + index, 0);
  return { reference, object: document.resolve(reference) };
}).filter(({ object }) => object !== null);

function statusOf(pdf: Uint8Array): string {
  return verifyWith(fixture, pdf).overallStatus;
}

describe('a stamp changed after it was signed', () => {
  const isContent = ({ object }: (typeof added)[number]): boolean => {
    if (!(object instanceof PdfStream)) return false;
    const type = object.dictionary.get('Type');
    return !(type instanceof PdfName && type.value === 'XRef');
  };
  const streams = added.filter(isContent);

  it.each(streams.map(({ reference }) => reference.number))('is noticed when stream %i is another', (number) => {
    const changed = updatePdf(stamped, (update) => {
      const drawing = '<</Subtype /Form /BBox [0 0 9 9] /Length 14>>\nstream\n0 0 99 99 re f\nendstream';
      update.replaceBody(new PdfReference(number, 0), Buffer.from(drawing));
    });
    expect(statusOf(changed)).toBe('INVALID');
  });

  const dictionaries = added.filter(({ object }) => object instanceof PdfDictionary);
  it.each(dictionaries.map(({ reference }) => reference.number))('is noticed when object %i is another', (number) => {
    const reference = new PdfReference(number, 0);
    const changed = updatePdf(stamped, (update, before) => {
      const object = before.resolve(reference);
      if (!(object instanceof PdfDictionary)) throw new Error('no dictionary');
      update.replace(reference, object.with({ Contents: new PdfString(Buffer.from('Digitally signed by Eve')) }));
    });
    expect(statusOf(changed)).not.toBe('VALID');
  });
});

describe('the widget of a second signature', () => {
  it('may describe what it shows', () => {
    const again = signPdf(stamped, fixture.signer, {
      isVisible: true,
      fieldEntries: '/Contents (Read) /TU (Signature)',
    });
    expect(statusOf(again)).toBe('VALID');
    expect(statusOf(signAsStation(again, fixture.signer, true))).toBe('VALID');
  });

  it.each(['/A <</S /JavaScript /JS (x)>>', '/AA <<>>', '/RC (<b>x</b>)', '/OC <<>>', '/Parent 7 0 R', '/TI 1'])(
    'may not have %s',
    (entries) => {
      expect(statusOf(signPdf(stamped, fixture.signer, { isVisible: true, fieldEntries: entries }))).toBe('INVALID');
    },
  );
});

describe('a second stamp', () => {
  const page = (content: string, extra: Readonly<Record<number, string>> = {}): Buffer =>
    buildPdf({
      pieces: onePage({ extra: { 4: stream('', Buffer.from(content)).toString('latin1'), ...extra } }),
    });
  const line = (y: number): string => `BT /F1 9 Tf 20 ${y} Td (${'text '.repeat(30)}) Tj ET\n`;
  const lines = (from: number, to: number): string =>
    Array.from({ length: Math.ceil((to - from) / 11) }, (_, index) => line(from + index * 11)).join('');

  it.each<[string, string]>([
    ['at the foot', line(30)],
    ['but in the middle', lines(18, 300) + lines(450, 820)],
    ['but at the head', lines(18, 700)],
    ['on a page of one colour', `0.9 g 0 0 596 842 re f 0 g ${line(40)}`],
    ['on white paper', `1 g 0 0 596 842 re f 0 g ${line(60)}`],
    [
      'beside a column',
      Array.from({ length: 80 }, (_, index) => `BT /F1 9 Tf 20 ${index * 10} Td (left) Tj ET`).join('\n'),
    ],
  ])('keeps clear of what the page shows %s', (_, content) => {
    const once = signAsStation(page(content), fixture.signer, true);
    const twice = signAsStation(once, fixture.signer, true);
    expect(verifyWith(fixture, twice).signatures.map(({ status }) => status)).toEqual(['VALID', 'VALID']);
  });

  it.each<[string, Buffer]>([
    ['that is full', page(lines(0, 842))],
    [
      'that was scanned',
      page('q 596 0 0 842 0 0 cm /I Do Q', {
        3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</XObject <</I 7 0 R>>>>>>',
        7: stream('/Subtype /Image', Buffer.from('x')).toString('latin1'),
      }),
    ],
    [
      'that cannot be read',
      page('', { 4: stream('/Subtype /Image /Filter /JBIG2Decode', Buffer.from('x')).toString('latin1') }),
    ],
  ])('is refused on a page %s', (_, pdf) => {
    const invisible = signAsStation(pdf, fixture.signer, false);
    expect(() => signAsStation(invisible, fixture.signer, true)).toThrow(
      expect.objectContaining({ code: 'PDF_NO_ROOM_FOR_STAMP' }),
    );
    expect(statusOf(signAsStation(invisible, fixture.signer, false))).toBe('VALID');
  });
});
