import { expect, it } from 'vitest';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { findReadingDifference } from './page-audit.ts';
import { openPdf } from './pdf-document.ts';

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';
/** Readers that look for `endstream` find more than the length says. */
const short = (entries = ''): string => `<<${entries} /Length 3>>\nstream\n0 0 m 9 9 l S\nendstream`;
const whole = (entries = ''): string => stream(entries, Buffer.from('0 0 m 9 9 l S')).toString('latin1');

interface Drawn {
  readonly resources?: string;
  readonly page?: string;
  readonly contents?: string;
  readonly extra?: Readonly<Record<number, string>>;
}

function differenceIn({
  resources = '',
  page = '/Contents 4 0 R',
  contents = whole(),
  extra = {},
}: Drawn): string | null {
  const pieces = {
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842]>>',
    3: `<</Type /Page /Parent 2 0 R ${page} /Resources <<${resources}>>>>`,
    4: contents,
    ...extra,
  };
  return findReadingDifference(openPdf(bytesSource(buildPdf({ pieces }))));
}

const GLYPHS = '<</Type /Font /Subtype /Type3 /CharProcs <</a 8 0 R>>>>';
const STAMP = (drawings: string): string => `<</Type /Annot /Subtype /Stamp /Rect [0 0 9 9] /AP <<${drawings}>>>>`;

/** Object 8 is what is drawn, somewhere in a page. */
const PLACES: Readonly<Record<string, Drawn>> = {
  'a drawing': { resources: '/XObject <</X 8 0 R>>' },
  'a drawing within a drawing': {
    resources: '/XObject <</X 7 0 R>>',
    extra: { 7: whole(`${FORM} /Resources <</XObject <</Y 8 0 R>>>>`) },
  },
  'a pattern': { resources: '/Pattern <</P 8 0 R>>' },
  'a mask': { resources: '/ExtGState <</G <</SMask <</S /Alpha /G 8 0 R>>>>>>' },
  'a glyph': { resources: '/Font <</F 7 0 R>>', extra: { 7: GLYPHS } },
  'a drawing of a glyph': {
    resources: '/Font <</F 7 0 R>>',
    extra: { 7: '<</Type /Font /Subtype /Type3 /Resources <</XObject <</Y 8 0 R>>>>>>' },
  },
  'an annotation': { page: '/Annots [7 0 R]', extra: { 7: STAMP('/N 8 0 R') } },
  'a state of an annotation': { page: '/Annots [7 0 R]', extra: { 7: STAMP('/N <</On 8 0 R>>') } },
  'an annotation under the mouse': { page: '/Annots [7 0 R]', extra: { 7: STAMP('/R 8 0 R') } },
  'the second of two contents': { page: '/Contents [4 0 R 8 0 R]' },
};

it.each(Object.entries(PLACES))('finds another length of %s', (_, { extra = {}, ...place }) => {
  expect(differenceIn({ ...place, extra: { ...extra, 8: whole(FORM) } })).toBeNull();
  expect(differenceIn({ ...place, extra: { ...extra, 8: short(FORM) } })).toMatch(/the length that (it|they) claims?$/);
  const unnamed = whole(`${FORM} /Filter /Unheard`);
  expect(differenceIn({ ...place, extra: { ...extra, 8: unnamed } })).toMatch(/filters that not all readers know$/);
});

it.each(['/F (elsewhere)', '/Filter /Unheard', '/Filter [null]', '/Filter (FlateDecode)', '/DP <</Predictor 12>>'])(
  'finds contents whose data not all readers undo alike: %s',
  (entries) => {
    const cause = 'the contents of page 1 name filters that not all readers know';
    expect(differenceIn({ contents: whole(entries) })).toBe(cause);
  },
);

it.each(['', '/Filter []', '/Filter null', '/Filter /ASCIIHexDecode', '/Filter [/A85 /Fl]', '/Filter /Crypt', '/DL 5'])(
  'takes those that all undo alike: %s',
  (entries) => {
    expect(differenceIn({ contents: whole(entries) })).toBeNull();
  },
);

it('finds an array of contents within the array', () => {
  const found = differenceIn({ page: '/Contents [[4 0 R]]' });
  expect(found).toBe('the contents of page 1 are an array within an array');
});

it('looks at drawings that draw each other once', () => {
  const one = whole(`${FORM} /Resources <</XObject <</X 8 0 R /Y 7 0 R>>>>`);
  expect(differenceIn({ resources: '/XObject <</X 7 0 R>>', extra: { 7: one, 8: one } })).toBeNull();
});
