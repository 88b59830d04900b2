import { describe, expect, it } from 'vitest';
import { FIELDS, onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { testStamp } from '../../../e2e/documents/pdf/test-stamp.ts';
import { bytesSource } from '../byte-source.ts';
import { signatureFields } from './form-fields.ts';
import { openPdf } from './pdf-document.ts';
import { isPdfArray } from './pdf-objects.ts';
import { PdfError } from './pdf-error.ts';
import { preparePdfSignature } from './signature-insertion.ts';
import type { StampWish } from './stamp-wish.ts';

const AT = new Date('2026-03-04T05:06:07Z');

function signed(pdf: Uint8Array, place: StampWish | null, appearance = testStamp(), appearancePageNumber = 1): Buffer {
  const options = {
    kind: 'signature',
    at: AT,
    contentsBytes: 20,
    reason: null,
    appearancePageNumber,
    appearance,
    place,
  } as const;
  return Buffer.concat([pdf, preparePdfSignature(openPdf(bytesSource(pdf)), options).appended]);
}

/** Left, bottom, right, top of the newest stamp. */
function placeOf(pdf: Uint8Array): number[] {
  const rectangle =
    signatureFields(openPdf(bytesSource(pdf)))
      .at(-1)
      ?.dictionary.get('Rect') ?? null;
  return isPdfArray(rectangle) ? rectangle.map(Number) : [];
}

function refusal(run: () => unknown): string {
  try {
    run();
    return 'none';
  } catch (error) {
    return error instanceof PdfError ? error.code : String(error);
  }
}

function content(text: string, extra: Pieces = {}, page = ''): Buffer {
  return buildPdf({ pieces: onePage({ page, extra: { 4: stream('', Buffer.from(text)), ...extra } }) });
}

const line = (x: number, y: number, text: string): string => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET\n`;
const BLANK = content('');
const RECT = { page: 1, x: 50, y: 40, width: 200, height: 70 } as const;

describe('a stamp at a place that was asked for', () => {
  it.each<[string, string, number[]]>([
    ['plain', '', [50, 40, 250, 110]],
    ['turned by 90', '/Rotate 90', [595.28 - 110, 50, 595.28 - 40, 250]],
    ['turned by 180', '/Rotate 180', [595.28 - 250, 841.89 - 110, 595.28 - 50, 841.89 - 40]],
    ['turned by 270', '/Rotate 270', [40, 841.89 - 250, 110, 841.89 - 50]],
    ['cropped', '/MediaBox [-50 -50 600 800] /CropBox [100 150 480 600]', [150, 190, 350, 260]],
    ['of larger units', '/MediaBox [0 0 300 400] /UserUnit 2', [25, 20, 125, 55]],
  ])('stands there on a page that is %s', (_, page, expected) => {
    const rectangle = placeOf(signed(content('', {}, page), RECT));
    expect(rectangle).toHaveLength(4);
    rectangle.forEach((value, index) => expect(value).toBeCloseTo(expected[index] ?? 0, 4));
  });

  it('goes onto the last page', () => {
    const pages = {
      2: '<</Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 595 842]>>',
      6: '<</Type /Page /Parent 2 0 R>>',
    };
    const pdf = signed(content('', pages), { ...RECT, page: 'last' });
    const widget = signatureFields(openPdf(bytesSource(pdf)))
      .at(-1)
      ?.dictionary.get('P');
    expect(widget).toMatchObject({ number: 6 });
    expect(refusal(() => signed(BLANK, { ...RECT, page: 2 }))).toBe('PDF_PAGE_NOT_FOUND');
  });

  it('is refused beside the page, over fields and over older stamps, and where nothing can be read', () => {
    const form = content('', FIELDS, '/Annots [7 0 R]');
    expect(refusal(() => signed(form, RECT))).toBe('PDF_STAMP_OVER_FIELD');
    expect(refusal(() => signed(form, { ...RECT, y: 60 }))).toBe('none');
    const once = signed(BLANK, RECT);
    expect(refusal(() => signed(once, { ...RECT, x: 249 }))).toBe('PDF_STAMP_OVER_STAMP');
    expect(refusal(() => signed(once, { ...RECT, x: 250 }))).toBe('none');
    expect(refusal(() => signed(BLANK, { ...RECT, x: 396 }))).toBe('PDF_STAMP_OUTSIDE_PAGE');
    expect(refusal(() => signed(BLANK, { ...RECT, x: 395.28 }))).toBe('none');
    expect(refusal(() => signed(BLANK, { ...RECT, width: 30, height: 9 }))).toBe('PDF_STAMP_TOO_SMALL');
  });

  it('may lie over text that nobody has signed, and over none that somebody has', () => {
    const pdf = content(line(60, 60, 'Pay 10 EUR'));
    expect(refusal(() => signed(pdf, RECT))).toBe('none');
    const once = signed(pdf, { ...RECT, y: 400 });
    expect(refusal(() => signed(once, RECT))).toBe('PDF_STAMP_HIDES_SIGNED');
    expect(refusal(() => signed(once, { ...RECT, y: 200 }))).toBe('none');
  });
});

describe('a stamp whose place the station finds', () => {
  const overlaps = (stamp: number[], [left, bottom, right, top]: readonly number[]): boolean =>
    (stamp[0] ?? 0) < (right ?? 0) &&
    (left ?? 0) < (stamp[2] ?? 0) &&
    (stamp[1] ?? 0) < (top ?? 0) &&
    (bottom ?? 0) < (stamp[3] ?? 0);

  it('keeps clear of the text and the pictures of a document that nobody has signed', () => {
    const resources = '<</Font <</F1 5 0 R>> /XObject <</I 7 0 R>>>>';
    const image = {
      3: `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources ${resources}>>`,
      7: stream('/Subtype /Image', Buffer.from('x')),
    };
    const pdf = content(`${line(20, 25, 'at the foot')}q 300 0 0 50 20 60 cm /I Do Q`, image);
    const stamp = placeOf(signed(pdf, null));
    expect(overlaps(stamp, [20, 23, 80, 34])).toBe(false);
    expect(overlaps(stamp, [20, 60, 320, 110])).toBe(false);
  });

  it('takes a smaller stamp rather than cover text, but cuts no note for that', () => {
    const lines = Array.from({ length: 90 }, (_, index) => line(20, index * 9, 'text '.repeat(28))).join('');
    const full = placeOf(signed(content(lines), null));
    expect(full[1]).toBeLessThan(40);
    const free = content(lines.split('\n').slice(9).join('\n'));
    const long = testStamp({ signatureNote: 'I agree to all of it. '.repeat(13) });
    const stamp = placeOf(signed(free, null, long));
    expect(stamp[3]).toBeLessThan(81);
  });
});

describe('a stamp next to a text', () => {
  const beside = (pdf: Uint8Array, anchor: string): number[] => placeOf(signed(pdf, { anchor }));

  it('stands at its right where there is room', () => {
    const [left = 0, bottom = 0, , top = 0] = beside(content(line(72, 300, 'Signature:')), 'Signature:');
    expect(left).toBeGreaterThan(110);
    expect(left).toBeLessThan(150);
    expect(bottom).toBeLessThan(302);
    expect(top).toBeGreaterThan(302);
  });

  it('stands where the text stands last, whatever its spaces and capitals', () => {
    const texts = `${line(72, 700, 'The Tenant signs')}${line(72, 300, 'the  tenant')}${line(72, 200, 'Landlord')}`;
    const [, bottom = 0, , top = 0] = beside(content(texts), 'The tenant');
    expect(bottom).toBeLessThan(312);
    expect(top).toBeGreaterThan(298);
  });

  it('is found in pieces, in fonts that say what their codes mean, and on turned pages', () => {
    const pieces = 'BT /F1 10 Tf 72 300 Td [(Sig) -20 (na) 10 (ture)] TJ ET';
    expect(refusal(() => beside(content(pieces), 'signature'))).toBe('none');
    const map = '1 beginbfrange <0003> <0005> <0041> endbfrange 1 beginbfchar <0009> <00660069> endbfchar';
    const fonts = {
      5: '<</Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [8 0 R] /ToUnicode 9 0 R>>',
      8: '<</Type /Font /Subtype /CIDFontType2 /BaseFont /X /DW 600>>',
      9: stream('', Buffer.from(map)),
    };
    const coded = content('BT /F1 10 Tf 72 300 Td <00030004000500090003> Tj ET', fonts);
    expect(refusal(() => beside(coded, 'ABCfiA'))).toBe('none');
    expect(refusal(() => beside(coded, 'ABD'))).toBe('PDF_ANCHOR_NOT_FOUND');
    const turned = content('BT /F1 10 Tf 0 1 -1 0 300 100 Tm (Signature) Tj ET', {}, '/Rotate 90');
    expect(refusal(() => beside(turned, 'Signature'))).toBe('none');
  });

  it('is refused where the text is not, or has nothing free near it', () => {
    expect(refusal(() => beside(BLANK, 'Signature'))).toBe('PDF_ANCHOR_NOT_FOUND');
    const columns = content(line(72, 300, 'Sig') + line(400, 300, 'nature'));
    expect(refusal(() => beside(columns, 'Signature'))).toBe('PDF_ANCHOR_NOT_FOUND');
    const lines = Array.from({ length: 84 }, (_, index) => line(20, index * 10, 'text '.repeat(28))).join('');
    const full = content(lines.replace('text', 'Signature'));
    expect(refusal(() => beside(full, 'Signature'))).toBe('PDF_NO_ROOM_FOR_STAMP');
  });
});
