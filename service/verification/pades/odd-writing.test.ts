import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { certified } from './contract-pdf.suite.ts';
import { appendRaw } from './raw-update.suite.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { expectNotValid, fixture } from './readable-structure.suite.ts';
import { signPdf, verifyWith } from './signed-pdf.suite.ts';

const { signer } = fixture;

const STAMP = (flags: string, more = ''): string =>
  `<</Type /Annot /Subtype /Stamp /F ${flags} /Rect [72 400.0 400 450] /AP <</N 8 0 R>> ${more}>>`;
const IMAGE = (width: string): string =>
  `<</Type /XObject /Subtype /Image /Width ${width} /Height 1 /BitsPerComponent 8 /ColorSpace 11 0 R /Length 2>>\n` +
  'stream\n\x01\x01\nendstream';
/** Two colours; a reader that keeps the carriage return sees all of them one byte later. */
const PALETTE = '(\\012\\377\\377\\000\\377\\377)';
const PALETTE_WITH_RETURN = '(\r\n\\377\\377\\000\\377\\377)';
const COLOURS = (highest: string, palette = PALETTE): string => `[/Indexed /DeviceRGB ${highest} ${palette}]`;
const PAGE = (box: string): string =>
  `<</Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox ${box} /Rotate 0 /Annots [7 0 R] ` +
  '/Resources <</Font <</F1 5 0 R>> /XObject <</I 10 0 R /Seal#234G 8 0 R>>>>>>';

const OBJECTS: Readonly<Record<number, string>> = {
  6: '<</Fields []>>',
  3: PAGE('[0.0 0.0 595.0 842.0]'),
  7: STAMP('2', '/Contents (one\rtwo)'),
  8: stream('/Type /XObject /Subtype /Form /BBox [0 0 328 50]', Buffer.from('0 0 99 20 re f')).toString('latin1'),
  9: STAMP('13 0 R'),
  10: IMAGE('2'),
  11: COLOURS('1'),
  12: COLOURS('1', '14 0 R'),
  13: '2',
  14: PALETTE,
};

const FORM = { catalog: '/AcroForm 6 0 R' };
const base = buildPdf({ pieces: onePage({ extra: OBJECTS, ...FORM }) });
const SIGNED = [signPdf(base, signer), certified(signer, 2, base)];

function rewritten(pdf: Buffer, number: number, text: string | ((page: string) => string)): Buffer {
  if (typeof text === 'string') return appendRaw(pdf, { objects: [{ number, text }] });
  // With the list of annotations that its signing left.
  const [annotations] = /\/Annots \[7 0 R[^\]]*\]/.exec(pdf.toString('latin1').slice(base.length)) ?? [''];
  return rewritten(pdf, number, text(PAGE('[0.0 0.0 595.0 842.0]').replace('/Annots [7 0 R]', annotations)));
}

type Text = Parameters<typeof rewritten>[2];

describe('an object that is written once more with the same value, which some readers take for another', () => {
  it.each<[string, number, Text]>([
    ['flags with a fraction of zero', 7, STAMP('2.0', '/Contents (one\rtwo)')],
    ['flags with a full stop', 7, STAMP('2.', '/Contents (one\rtwo)')],
    ['flags that are an object of their own', 13, '2.0'],
    ['the width of a picture', 10, IMAGE('2.0')],
    ['the number of its colours', 11, COLOURS('1.0')],
    ['its colours', 11, COLOURS('1', PALETTE_WITH_RETURN)],
    ['a name of a drawing', 3, (page) => page.replace('#234G', '#4G')],
    ['a turned page', 3, (page) => page.replace('/Rotate 0', '/Rotate 0.0')],
    ['its colours, an object of their own', 14, PALETTE_WITH_RETURN],
    ['an order of null', 3, (page) => page.replace('/Rotate 0', '/Rotate 0 /Tabs null')],
    ['what the page inherits, as null', 3, (page) => page.replace('/Rotate 0', '/Rotate 0 /CropBox null')],
    ['a mask of null for a picture', 10, IMAGE('2 /Mask null')],
    ['null within a list of drawings', 7, STAMP('2', '/Contents (one\rtwo)').replace('8 0 R', '8 0 R /D null')],
  ])('%s', (_, number, text) => {
    for (const signed of SIGNED) {
      expectNotValid(rewritten(signed, number, text));
      expectNotValid(signPdf(rewritten(signed, number, text), signer));
    }
  });

  it('is called open and not broken: a program may have meant nothing by it', () => {
    for (const [number, text] of [
      [7, STAMP('2.0', '/Contents (one\rtwo)')],
      [13, '2.0'],
      [3, (page: string) => page.replace('/Rotate 0', '/Rotate 0.0')],
    ] as const) {
      const { overallStatus, reasonCodes, changes } = verifyWith(fixture, rewritten(SIGNED[0] ?? base, number, text));
      expect([overallStatus, changes.map(({ kind }) => kind)]).toEqual(['INDETERMINATE', ['Unexplained']]);
      expect(reasonCodes).toContain('PDF_CHANGE_UNEXPLAINED');
    }
  });

  it('flags that were signed with a fraction and are written without', () => {
    const odd = buildPdf({ pieces: onePage({ ...FORM, extra: { ...OBJECTS, 7: STAMP('0.0') } }) });
    expectNotValid(rewritten(signPdf(odd, signer), 7, STAMP('0')));
  });

  it('a null that was signed and is not written any more', () => {
    const withNull = buildPdf({ pieces: onePage({ ...FORM, extra: { ...OBJECTS, 7: STAMP('2', '/OC null') } }) });
    const signed = signPdf(withNull, signer);
    expect(verifyWith(fixture, rewritten(signed, 7, STAMP('2', '/OC null'))).overallStatus).toBe('VALID');
    expectNotValid(rewritten(signed, 7, STAMP('2')));
  });

  it('an object in an object stream', () => {
    const packed = buildPdf({
      kind: 'stream',
      packed: [13],
      pieces: onePage({ ...FORM, extra: { ...OBJECTS, 13: '2.0' } }),
    });
    const signed = signPdf(packed, signer);
    expect(verifyWith(fixture, signed).overallStatus).toBe('VALID');
    expectNotValid(
      signPdf(signed, signer, { also: (update) => update.replaceBody(new PdfReference(13, 0), Buffer.from('2')) }),
    );
  });
});

describe('an object that is written once more, which all readers read as before', () => {
  it.each<[string, number, Text]>([
    ['with measures without fractions', 3, (page) => page.replaceAll('.0', '')],
    ['with other ends of lines in a text', 7, STAMP('2', '/Contents (one\\ntwo)').replace('400.0', '400')],
    ['with a sign', 7, STAMP('+2', '/Contents (one\rtwo)')],
    ['as it was', 13, '2'],
    ['as it was, a string', 14, PALETTE],
  ])('%s', (_, number, text) => {
    for (const signed of SIGNED) {
      const report = verifyWith(fixture, rewritten(signed, number, text));
      expect(report).toMatchObject({ overallStatus: 'VALID', changes: [] });
    }
  });

  it.each([
    ['numbers', '/Rotate 0', '/Rotate 0.0 /UserUnit 1.0', '/Rotate 0.0'],
    ['numbers in arrays', '/Rotate 0', '/PieceInfo <</Own [2.0 2 -1.0]>>', '[2.0 2 -1.0]'],
    ['names', 'Seal#234G', 'Seal#4G', '/Seal#4G'],
    ['strings', '/Rotate 0', '/PieceInfo <</Own [(a\r\n\\)b)]>>', '(a\r\n\\)b)'],
  ])('%s, as the station itself writes them where it signs once more', (_, from, to, part) => {
    const page = PAGE('[0 0 595 842]').replace(from, to);
    const signed = signPdf(buildPdf({ pieces: onePage({ ...FORM, extra: { ...OBJECTS, 3: page } }) }), signer);
    const again = signPdf(signed, signer);
    expect(again.toString('latin1').split(part)).toHaveLength(4);
    expect(verifyWith(fixture, again)).toMatchObject({ overallStatus: 'VALID', detail: null });
  });
});
