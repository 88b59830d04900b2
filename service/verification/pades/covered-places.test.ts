import { afterAll, describe, expect, it } from 'vitest';
import { stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, replaceObject, signPdf, verifyWith, type SigningChoice } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

/** A later signature shows itself here: left 100, bottom 100, right 300, top 160. */
const VISIBLE: SigningChoice = { isVisible: true };

function draw(content: string, entries = ''): string {
  return stream(entries, Buffer.from(content, 'latin1')).toString('latin1');
}

const FONTS = '/Font <</F1 5 0 R /F0 10 0 R>>';
const COMPOSITE =
  '<</Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<</DW 500 /W [1 [600 700] 3 9 800]>>]>>';

/** A page with these contents, signed by somebody. */
function signed(content: string, extra: Pieces = {}, resources = ''): Buffer {
  const page = `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R] /Resources <<${FONTS} ${resources}>>>>`;
  return signPdf(contractPdf({ 3: page, 4: draw(content), 10: COMPOSITE, ...extra }), signer);
}

function verdict(pdf: Buffer, choice: SigningChoice = VISIBLE): string[] {
  const { signatures } = verifyWith(fixture, signPdf(pdf, signer, choice));
  return signatures.map(({ status, reasonCodes }) => (status === 'VALID' ? status : `${status} ${reasonCodes[0]}`));
}

/** Readers differ on whether, or where, they show a drawing at all. */
const AMBIGUOUS = ['INDETERMINATE PDF_STRUCTURE_AMBIGUOUS', 'INDETERMINATE PDF_STRUCTURE_AMBIGUOUS'];
const COVERED = ['INDETERMINATE PDF_CONTENT_COVERED', 'VALID'];
const FREE = ['VALID', 'VALID'];

describe('a later signature that lies over', () => {
  const form = (content: string, entries = ''): Pieces => ({
    11: draw(content, `/Subtype /Form /BBox [0 0 600 800] ${entries}`),
  });
  const image = { 11: draw('x', '/Subtype /Image /Width 1 /Height 1') };
  const OBJECT = '/XObject <</X 11 0 R>>';

  it.each<[string, string, Pieces?, string?]>([
    ['text', 'BT /F1 12 Tf 120 120 Td (Pay 10 EUR) Tj ET'],
    ['the end of a text', 'BT /F1 12 Tf 20 120 Td (a long line about what has to be paid) Tj ET'],
    ['text from above', 'BT /F1 12 Tf 14 TL 120 180 Td (a) Tj T* (b) Tj T* (c) Tj ET'],
    ["text after an apostrophe's move", "BT /F1 12 Tf 60 TL 120 200 Td (x) ' ET"],
    ['text after a quotation mark', 'BT /F1 12 Tf 60 TL 120 200 Td 0 0 (x) " ET'],
    ['text in pieces', 'BT /F1 12 Tf 120 120 Td [(P) -20 (ay)] TJ ET'],
    ['text that a gap moves there', 'BT /F1 12 Tf 20 120 Td [-9000 (x)] TJ ET'],
    ['text by a matrix', 'BT /F1 1 Tf 12 0 0 12 120 120 Tm (x) Tj ET'],
    ['turned text', 'BT /F1 12 Tf 0 1 -1 0 200 20 Tm (a long line about what is to be paid) Tj ET'],
    ['text of two bytes', 'BT /F0 12 Tf 120 120 Td <00010002> Tj ET'],
    ['text of two bytes from afar', 'BT /F0 12 Tf 30 120 Td <0003000400050006000700080009000300040005> Tj ET'],
    ['text after a moved page', 'q 1 0 0 1 100 100 cm BT /F1 12 Tf 20 20 Td (x) Tj ET Q'],
    ['text in saved states', 'q q 1 0 0 1 100 100 cm Q Q q BT /F1 12 Tf 120 120 Td (x) Tj ET Q'],
    ['text below a white area', 'BT /F1 12 Tf 120 120 Td (x) Tj ET 1 g 0 0 600 800 re f'],
    ['a picture', 'q 90 0 0 90 90 90 cm /X Do Q', image, OBJECT],
    ['a scanned page', 'q 595 0 0 842 0 0 cm /X Do Q', image, OBJECT],
    ['a small picture inside the stamp', 'q 9 0 0 9 150 120 cm /X Do Q', image, OBJECT],
    ['an inline picture', 'q 90 0 0 90 90 90 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q'],
    ['a form', '/X Do', form('BT /F1 12 Tf 120 120 Td (x) Tj ET'), OBJECT],
    ['a moved form', '/X Do', form('BT /F1 12 Tf 20 20 Td (x) Tj ET', '/Matrix [1 0 0 1 100 100]'), OBJECT],
    [
      'a picture whose name has a no-break space',
      'q 90 0 0 90 90 90 cm /X\xa0 Do Q',
      image,
      '/XObject <</X#A0 11 0 R>>',
    ],
    ['a picture whose name has a vertical tab', 'q 90 0 0 90 90 90 cm /X\v1 Do Q', image, '/XObject <</X#0B1 11 0 R>>'],
    ['a picture whose name is written in codes', 'q 90 0 0 90 90 90 cm /#58 Do Q', image, OBJECT],
    ['text after a word that is no number', 'BT /F1 12 Tf \xa05 1 0 0 1 120 120 Tm (x) Tj ET'],
    ['a shading', 'q 90 90 200 200 re W n /S sh Q'],
    ['a minus', '2 w 120 120 m 130 120 l S'],
    ['a drawn curve', '120 120 m 130 150 140 90 150 120 c S'],
    ['a crooked line', '90 90 m 310 170 l S'],
    ['the edge of an area', '0.5 g 90 90 50 50 re f'],
    ['an area inside', '0 g 150 120 40 20 re f'],
    ['an area of many corners', '0 g 0 0 m 600 0 l 300 800 l f'],
    ['a fill in the white of an unknown colour space', '/Spot cs 1 scn 150 120 40 20 re f'],
    ['a white outline', '1 G 5 w 150 120 m 165 140 l S'],
    [
      'contents beyond what can be read',
      'BT /F1 12 Tf 1 1 Td (x) Tj ET',
      { 4: draw('zzz', '/Subtype /Image /Filter /JBIG2Decode') },
    ],
    ['more contents than anybody reads', 'q Q '.repeat(160_000)],
    ['a form within itself', '/X Do', form('/X Do', '/Resources <</XObject <</X 11 0 R>>>>'), OBJECT],
  ])('%s', (_, content, extra = {}, resources = '') => {
    expect(verdict(signed(content, extra, resources))).toEqual(COVERED);
  });

  it.each<[string, string, string?]>([
    ['a note', '/Subtype /FreeText'],
    ['a stamp', '/Subtype /Stamp'],
    ['a filled field', '/Subtype /Widget /FT /Tx /T (t) /V (x)'],
    ['a note that some readers hide', '/Subtype /FreeText', '/F 2.5'],
    ['a highlight that is printed only', '/Subtype /Highlight', '/F 36'],
  ])('%s', (_, entries, flags = '/F 4') => {
    const field = entries.includes('/FT') ? '[7 0 R]' : '[]';
    const pieces = { 6: `<</Fields ${field}>>`, 7: `<</Type /Annot /Rect [90 90 200 200] ${entries} ${flags}>>` };
    expect(verdict(signed('', pieces))).toEqual(COVERED);
  });

  it('another signature leaves those before it alone', () => {
    const twice = signPdf(signed(''), signer, VISIBLE);
    expect(verdict(twice)).toEqual(['VALID', ...COVERED]);
  });

  it('a place that cannot be told', () => {
    const shown = (rectangle: string, flags: number): SigningChoice => ({
      fieldText: (value, page) =>
        `<</Type /Annot /Subtype /Widget /FT /Sig /T (S) /Rect ${rectangle} /F ${flags} /P ${page} /V ${value} /AP <</N 12 0 R>>>>`,
    });
    const base = signed('', { 12: draw('0 0 9 9 re f', '/Subtype /Form /BBox [0 0 9 9]') });
    expect(verdict(base, shown('[100 100 300 160]', 4))).toEqual(FREE);
    expect(verdict(base, shown('[100 100 300 160]', 4 + 16))).toEqual(COVERED);
    expect(verdict(base, shown('[100 100 300 160]', 4 + 8))).toEqual(COVERED);
    expect(verdict(base, shown('[100 100 300]', 4))).toEqual(AMBIGUOUS);
    expect(verdict(base, shown('(here)', 4))).toEqual(AMBIGUOUS);
    // Ghostscript shows the drawing of a line in its own size.
    for (const line of ['[100 100 300 100]', '[100 100 100 160]', '[300 700 100 700.0]', '[0 0 595 0]']) {
      expect(verdict(base, shown(line, 4)), line).toEqual(COVERED);
    }
    expect(verdict(base, shown('[100 100 100 100]', 4))).toEqual(FREE);
  });

  /** Poppler, MuPDF and PDFium turn it about its upper left corner, out of its box. */
  describe.each([90, 180, 270])('what the page shows beside an empty field, on a page turned by %i', (turn) => {
    const field = '<</Type /Annot /Subtype /Widget /FT /Sig /T (Later) /Rect [100 100 300 160] /P 3 0 R';
    const turned = (flags: number): Buffer =>
      signPdf(
        contractPdf({
          3: `<</Type /Page /Parent 2 0 R /Rotate ${turn} /Contents 4 0 R /Annots [7 0 R] /Resources <<${FONTS}>>>>`,
          6: '<</Fields [7 0 R]>>',
          7: `${field} /F ${flags}>>`,
          11: draw('0 0 200 60 re f', '/Subtype /Form /BBox [0 0 200 60]'),
        }),
        signer,
      );
    const sign = (flags: number | string): SigningChoice => ({
      existingField: 7,
      fieldText: (value) => `${field} /F ${flags} /AP <</N 11 0 R>> /V ${value}>>`,
    });

    it.each([
      [20, 20],
      [12, 12],
      [28, 28],
      [4, 20],
      [4, 12],
      [20, '20.0'],
      [4, '16.5'],
    ])('that does not turn or grow with it (%i, then %s)', (before, after) => {
      expect(verdict(turned(before), sign(after))).toEqual(COVERED);
    });

    it('that turns with it', () => {
      expect(verdict(turned(4), sign(4))).toEqual(FREE);
      expect(verdict(turned(20), sign(4))).toEqual(FREE);
    });
  });

  it('an empty field that was hidden when it was signed', () => {
    const hidden = '<</Type /Annot /Subtype /Widget /FT /Sig /T (Later) /Rect [100 100 300 160] /P 3 0 R';
    const pieces = { 6: '<</Fields [7 0 R]>>', 7: `${hidden} /F 2>>` };
    const base = signed('BT /F1 12 Tf 120 120 Td (x) Tj ET', pieces);
    const sign = (flags: string): SigningChoice => ({
      existingField: 7,
      fieldText: (value) => `${hidden} /F ${flags} /AP <</N 4 0 R>> /V ${value}>>`,
    });
    expect(verdict(base, sign('4'))).toEqual(COVERED);
    expect(verdict(base, sign('2'))).toEqual(FREE);
    // Some readers show it, others do not.
    expect(verdict(base, sign('+2'))).toEqual(COVERED);
    for (const flags of ['2.5', '2.0', '2147483650', '4294967298', '-2', '(2)']) {
      expect(verdict(base, sign(flags)), flags).toEqual(AMBIGUOUS);
    }
  });
});

/** Texts of full stops and dashed lines are places to be filled in; figures can be made of them, too. */
describe('a later signature that lies over a picture made of', () => {
  const every = (count: number, row: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => row(index)).join(' ');
  const dots = (count: number, step: number): string =>
    every(count, (row) => `BT /F1 9 Tf ${110 + (row % 4) * 20} ${105 + row * step} Td (.) Tj ET`);
  const dashes = (count: number, list = '[20 9 200 3]', width = 1): string =>
    every(count, (row) => `${list} ${row * 7} d ${width} w 90 ${105 + row * 4} m 310 ${105 + row * 4} l S`);

  it.each([
    ['full stops', dots(12, 4)],
    ['full stops that touch each other', dots(30, 1.5)],
    ['underscores', dots(12, 4).replaceAll('(.)', '(_)')],
    ['dashes', dashes(12)],
    ['short dashes', dashes(12, '[1 2]')],
    ['dashes as thin as can be', dashes(12, '[20 9 200 3]', 0)],
    ['dashes and full stops', `${dots(4, 11)} ${dashes(4)}`],
    ['a point with round ends of lines', '1 J 40 w 200 130 m h S'],
  ])('%s', (_, content) => {
    expect(verdict(signed(content))).toEqual(COVERED);
  });

  it.each([
    ['five rows of full stops', dots(5, 11)],
    ['five dashed lines', dashes(5, '[3 2]')],
    ['twelve rows of full stops further up', dots(12, 4).replaceAll(/(\d+) Td/g, (_, y) => `${Number(y) + 100} Td`)],
    ['ruled paper', dashes(12, '[]')],
  ])('but not: %s', (_, content) => {
    expect(verdict(signed(content))).toEqual(FREE);
  });
});

describe('a later signature hides nothing', () => {
  it.each<[string, string, Pieces?, string?]>([
    ['beside text', 'BT /F1 12 Tf 120 180 Td (Pay 10 EUR) Tj ET'],
    ['below text', 'BT /F1 12 Tf 120 165 Td (Pay 10 EUR) Tj ET'],
    ['after a short text', 'BT /F1 12 Tf 40 120 Td (Signed:) Tj ET'],
    ['on a ruled line', '90 120 m 310 120 l S'],
    ['on a thin filled line', '90 120 220 0.5 re f'],
    ['on dots and underscores', 'BT /F1 12 Tf 100 120 Td (______________) Tj 0 20 Td (.............) Tj ET'],
    ['in a box', '95 95 210 70 re S'],
    ['on the edges of a box', '150 80 300 50 re S'],
    ['in a plain area', '0.9 g 50 50 400 400 re f'],
    ['on a white page', '1 g 0 0 595 842 re f'],
    ['on white paper of three colours', '1 1 1 rg 90 90 50 50 re f'],
    ['on white paper of four inks', '0 0 0 0 k 90 90 50 50 re f'],
    ['over invisible text', 'BT 3 Tr /F1 12 Tf 120 120 Td (scanned) Tj ET'],
    ['over what is cut off', 'q 400 400 9 9 re W n BT /F1 12 Tf 120 120 Td (x) Tj ET Q'],
    ['over a path that is not painted', '90 90 m 150 150 l n'],
    [
      'over a form that is elsewhere',
      '/X Do',
      { 11: draw('BT /F1 9 Tf 1 1 Td (x) Tj ET', '/Subtype /Form /BBox [0 0 9 9]') },
      '/XObject <</X 11 0 R>>',
    ],
    ['over an object that is missing', '/X Do'],
    ['on an empty page', ''],
    ['on a page with strange contents', '] >> } 1 2 3 /N (a\\)b) <4Z> [1 [2] (x)] %c\n'],
  ])('%s', (_, content, extra = {}, resources = '') => {
    expect(verdict(signed(content, extra, resources))).toEqual(FREE);
  });

  it.each<[string, string]>([
    ['a link', '/Subtype /Link'],
    ['a pop-up', '/Subtype /Popup'],
    ['a hidden note', '/Subtype /FreeText /F 2'],
    ['a note elsewhere', '/Subtype /FreeText /Rect [400 400 500 500]'],
  ])('over %s', (_, entries) => {
    const place = entries.includes('/Rect') ? '' : '/Rect [90 90 200 200]';
    expect(verdict(signed('', { 6: '<</Fields []>>', 7: `<</Type /Annot ${place} ${entries}>>` }))).toEqual(FREE);
  });

  it('in the place that was made for it', () => {
    const box = '<</Type /Annot /Subtype /Widget /FT /Sig /T (Later) /Rect [100 100 300 160] /P 3 0 R /F 4>>';
    const drawing = draw('0 0 200 60 re f', '/Subtype /Form /BBox [0 0 200 60]');
    const base = signed('BT /F1 12 Tf 120 120 Td (Sign here) Tj ET', { 6: '<</Fields [7 0 R]>>', 7: box, 11: drawing });
    expect(verdict(base, { existingField: 7, fieldEntries: '/AP <</N 11 0 R>>' })).toEqual(FREE);
  });

  it('when it is invisible', () => {
    expect(verdict(signed('BT /F1 12 Tf 120 120 Td (x) Tj ET'), {})).toEqual(FREE);
  });
});

it('reports where the signature lies, and over what', () => {
  const base = certified(signer, 2, contractPdf({ 4: draw('BT /F1 12 Tf 120 120 Td (x) Tj ET') }));
  const { overallStatus, changes } = verifyWith(fixture, signPdf(base, signer, { ...VISIBLE, name: 'Eve' }));
  const place = { page: 1, rectangle: [100, 100, 300, 160], signature: 'Eve', revision: 3 };
  expect(overallStatus).toBe('INDETERMINATE');
  expect(changes).toEqual([
    { kind: 'Signature', detail: 'signature field "Eve" was signed', ...place },
    {
      kind: 'CoveringSignature',
      detail: 'page 1: the signature in field "Eve" lies over what the page shows',
      ...place,
    },
  ]);
  expect(verifyWith(fixture, replaceObject(base, 4, draw(''))).overallStatus).toBe('INVALID');
});

it('a path of more parts than a call has arguments is read as a whole', () => {
  const away = '1 1 1 1 re\n'.repeat(130_000);
  expect(verdict(signed(`${away}f`))).toEqual(FREE);
  expect(verdict(signed(`${away}120 120 9 9 re f`))).toEqual(COVERED);
});
