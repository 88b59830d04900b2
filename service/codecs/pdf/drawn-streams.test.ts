import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
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

const DRAWN_FONT = '/Type /Font /Subtype /Type3 /Widths [9] /Encoding <<>>';
const GLYPHS = `<<${DRAWN_FONT} /CharProcs <</a 8 0 R>>>>`;
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
    extra: { 7: `<<${DRAWN_FONT} /Resources <</XObject <</Y 8 0 R>>>>>>` },
  },
  'an annotation': { page: '/Annots [7 0 R]', extra: { 7: STAMP('/N 8 0 R') } },
  'a state of an annotation': {
    page: '/Annots [7 0 R]',
    extra: { 7: STAMP('/N <</On 8 0 R>>').replace('/AP', '/AS /On /AP') },
  },
  'an annotation under the mouse': { page: '/Annots [7 0 R]', extra: { 7: STAMP('/R 8 0 R') } },
  'the second of two contents': { page: '/Contents [4 0 R 8 0 R]' },
};

it.each(Object.entries(PLACES))('finds another length of %s', (_, { extra = {}, ...place }) => {
  expect(differenceIn({ ...place, extra: { ...extra, 8: whole(FORM) } })).toBeNull();
  expect(differenceIn({ ...place, extra: { ...extra, 8: short(FORM) } })).toMatch(/the length that (it|they) claims?$/);
  const unnamed = whole(`${FORM} /Filter /Unheard`);
  expect(differenceIn({ ...place, extra: { ...extra, 8: unnamed } })).toMatch(/filters that not all readers know$/);
});

it.each([
  ...['/F (elsewhere)', '/Filter /Unheard', '/Filter [null]', '/Filter (FlateDecode)', '/DP <</Predictor 12>>'],
  // Nothing is encrypted here, and pictures are no contents: MuPDF shows what others leave out.
  ...['/Filter /Crypt', '/Filter /JPXDecode', '/Filter /CCITTFaxDecode', '/Filter [/DCTDecode]'],
  `/Filter [${'/ASCIIHexDecode '.repeat(5)}]`,
])('finds contents whose data not all readers undo alike: %s', (entries) => {
  const cause = 'the contents of page 1 name filters that not all readers know';
  expect(differenceIn({ contents: whole(entries) })).toBe(cause);
});

/** Rows with the predictor of PNG that each names itself: without it other words stand there. */
const PREDICTED = deflateSync(Buffer.from('\0' + '0 0 m ' + '\0' + '9 9 l ' + '\0' + 'S     ', 'latin1'));
const UP = '/Predictor 12 /Columns 6';

it.each([
  // Shape and numbers of the parameters; what poppler, MuPDF, Ghostscript and PDF.js show of each differs.
  ...[`/FlateDecode /DecodeParms [<<${UP}>>]`, `[/FlateDecode] /DecodeParms <<${UP}>>`],
  ...[`[/FlateDecode] /DecodeParms 9 0 R`, `/FlateDecode /DecodeParms <</Predictor 12.0 /Columns 6>>`],
  ...['12 /Columns 6.0', '12 /Columns +5', '16 /Columns 6', '3 /Columns 6', '9 0 R /Columns 6', '(12) /Columns 6'].map(
    (numbers) => `/FlateDecode /DecodeParms <</Predictor ${numbers}>>`,
  ),
  '/FlateDecode /DecodeParms <</Predictor 1 /Predictor 12 /Columns 6>>',
  '/LZWDecode /DecodeParms <</EarlyChange 0.0>>',
])('finds parameters that readers take differently: %s', (entries) => {
  const data = (more = ''): string => binary(`${more} /Filter ${entries}`, PREDICTED);
  const extra = { 9: `<<${UP}>>` };
  const contents = 'the contents of page 1 name filters that not all readers know';
  expect(differenceIn({ contents: data(), extra })).toBe(contents);
  for (const kind of [FORM, '/Subtype /Image /Width 6 /Height 3']) {
    const found = differenceIn({ resources: '/XObject <</X 8 0 R>>', extra: { ...extra, 8: data(kind) } });
    expect(found).toBe('a drawing names filters that not all readers know');
  }
});

it.each([
  ...[`/FlateDecode /DecodeParms <<${UP}>>`, `[/FlateDecode] /DecodeParms [<<${UP}>>]`],
  ...['/FlateDecode /DecodeParms 9 0 R', '[/FlateDecode] /DecodeParms [9 0 R]'],
])('takes parameters that all take alike: %s', (entries) => {
  expect(differenceIn({ contents: binary(`/Filter ${entries}`, PREDICTED), extra: { 9: `<<${UP}>>` } })).toBeNull();
});

it.each(['<</Predictor 1 /Columns 6>>', '<<>>', '[null]', '[<</Predictor 1>> null]', 'null'])(
  'takes parameters for nothing that change nothing: %s',
  (parameters) => {
    expect(differenceIn({ contents: binary(`/Filter /FlateDecode /DecodeParms ${parameters}`, ZIPPED) })).toBeNull();
  },
);

const LINE = Buffer.from('0 0 m 9 9 l S');
const ZIPPED = deflateSync(LINE);
const binary = (entries: string, data: Uint8Array): string => stream(entries, data).toString('latin1');

it.each<[string, string]>([
  ['none', whole()],
  ['an empty list', whole('/Filter []')],
  ['null', whole('/Filter null')],
  ['digits', binary('/Filter /ASCIIHexDecode', Buffer.from(LINE.toString('hex')))],
  ['two', binary('/Filter [/AHx /Fl]', Buffer.from(`${ZIPPED.toString('hex')}>`))],
  ['a length that is only a hint', whole('/DL 5')],
  ['data that are cut off', binary('/Filter /FlateDecode', ZIPPED.subarray(0, -6))],
  ['another check sum', binary('/Filter /FlateDecode', Buffer.concat([ZIPPED.subarray(0, -1), Buffer.from('x')]))],
  ['more behind the data', binary('/Filter /FlateDecode', Buffer.concat([ZIPPED, LINE]))],
  ['no data', binary('/Filter /FlateDecode', Buffer.alloc(0))],
])('takes filters that all undo alike: %s', (_, contents) => {
  expect(differenceIn({ contents })).toBeNull();
});

it.each<[string, string]>([
  ['a digit that is none', binary('/Filter /ASCIIHexDecode', Buffer.from(`${LINE.toString('hex')}g00>`))],
  ['a letter beyond base 85', binary('/Filter /ASCII85Decode', Buffer.from('87cUR\xffD~>'))],
  ['damaged Flate', binary('/Filter /FlateDecode', Buffer.concat([ZIPPED.subarray(0, 2), Buffer.from([7, 7, 7])]))],
  ['Flate without its header', binary('/Filter /FlateDecode', ZIPPED.subarray(2))],
])('finds data that readers decode as far as each likes: %s', (_, damaged) => {
  expect(differenceIn({ contents: damaged })).toBe('the contents of page 1 hold data that cannot be decoded');
  const drawing = damaged.replace('<<', `<<${FORM} `);
  const found = differenceIn({ resources: '/XObject <</X 8 0 R>>', extra: { 8: drawing } });
  expect(found).toBe('a drawing holds data that cannot be decoded');
});

it.each(Object.entries(PLACES))('finds operations that are read differently in %s', (_, { extra = {}, ...place }) => {
  const glued = stream(FORM, Buffer.from('0 0 9 9 re fS')).toString('latin1');
  const found = differenceIn({ ...place, extra: { ...extra, 8: glued } });
  expect(found).toMatch(/^(a drawing is|the contents of page 1 are) made of what not all readers read alike$/);
});

it('leaves a picture to those who decode it, where a page names one as its contents', () => {
  expect(differenceIn({ contents: binary('/Subtype /Image /Filter /DCTDecode', LINE) })).toBeNull();
});

it.each([
  ['nothing', '[4 0 R null 8 0 R]'],
  ['an object that is not there', '[4 0 R 99 0 R]'],
  ['a dictionary', '[4 0 R 9 0 R]'],
])('finds %s in a list of contents', (_, list) => {
  const found = differenceIn({ page: `/Contents ${list}`, extra: { 8: whole(), 9: '<<>>' } });
  expect(found).toBe('the contents of page 1 list something else than streams');
});

it.each(['null', '99 0 R', '(0 0 m)', '9 0 R', '[]'])('takes %s for no contents, as all do', (contents) => {
  expect(differenceIn({ page: `/Contents ${contents}`, extra: { 9: '<<>>' } })).toBeNull();
});

it.each<[string, Drawn]>([
  ['contents', { page: '/Contents 8 0 R' }],
  ['a list of contents', { page: '/Contents [8 0 R]' }],
  ['a drawing', { page: '/Contents 7 0 R', resources: '/XObject <</X 8 0 R>>', extra: { 7: whole() } }],
])('finds a reference to a reference: %s', (_, drawn) => {
  const found = differenceIn({ ...drawn, extra: { ...drawn.extra, 8: '4 0 R' } });
  expect(found).toBe('object 4 is reached by a reference to a reference');
});

it('reads on where another stream goes on, and looks at the same streams once', () => {
  const pages = '/Contents [4 0 R 8 0 R]';
  const [first, second] = ['[(a)', '(b)] TJ % c'].map((text) => stream('', Buffer.from(text)).toString('latin1'));
  expect(differenceIn({ page: pages, contents: first ?? '', extra: { 8: second ?? '' } })).toBeNull();
  const cause = 'the contents of page 1 are made of what not all readers read alike';
  expect(differenceIn({ page: '/Contents [8 0 R 4 0 R]', contents: first ?? '', extra: { 8: second ?? '' } })).toBe(
    cause,
  );
});

/** Compressed to a sixth, as drawings are: lines of changing length, of a few letters more than this. */
function manyLines(mebibytes: number): Buffer {
  const lines = Array.from({ length: 1024 }, (_, line) => `${(line * 7919) % 997} ${line} m ${line % 89} 9 l S`).join(
    '\n',
  );
  const parts = Math.ceil((mebibytes * 1024 * 1024) / lines.length);
  return Buffer.from(`${lines}\n`.repeat(parts));
}

describe('more than 32 MiB that a document draws with', () => {
  const data = manyLines(34);
  const many = binary('', data);
  const listed = { page: '/Contents [4 0 R 8 0 R]', contents: many };

  it('are looked through to the end, and so is what comes behind them', () => {
    const odd = Buffer.from('qq');
    expect(differenceIn({ ...listed, extra: { 8: whole() } })).toBeNull();
    const cause = 'the contents of page 1 are made of what not all readers read alike';
    expect(differenceIn({ ...listed, extra: { 8: binary('', odd) } })).toBe(cause);
    const drawn = { resources: '/XObject <</X 8 0 R>>', contents: many, extra: { 8: binary(FORM, odd) } };
    expect(differenceIn(drawn)).toBe('a drawing is made of what not all readers read alike');
  });

  it('are too much where a small file makes them of nothing', () => {
    const blanks = binary('/Filter /FlateDecode', deflateSync(Buffer.alloc(33 * 1024 * 1024, ' ')));
    const tooMuch = expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }) as Error;
    expect(() => differenceIn({ contents: blanks })).toThrow(tooMuch);
    expect(() =>
      differenceIn({ ...listed, contents: blanks, extra: { 8: stream('', Buffer.from('qq')).toString() } }),
    ).toThrow(tooMuch);
  });
});

describe('one of several contents of a page', () => {
  const listed = (first: string, second: string, resources = ''): Drawn => ({
    ...{ page: '/Contents [4 0 R 8 0 R]', resources },
    ...{ contents: binary(FORM, Buffer.from(first)), extra: { 8: binary(FORM, Buffer.from(second)) } },
  });

  it.each([
    ['goes back to what another saved', 'q', 'Q 0 0 m 9 9 l S'],
    ['has half of the operands', '0 0 m 9', '9 l S'],
  ])('is no drawing by itself where it %s', (_, first, second) => {
    expect(differenceIn(listed(first, second))).toBeNull();
    const found = differenceIn(listed(first, second, '/XObject <</X 8 0 R>>'));
    expect(found).toBe('a drawing is made of what not all readers read alike');
  });

  it('is a drawing where it is whole', () => {
    expect(differenceIn(listed('0 0 m 9 9 l S', 'q Q', '/XObject <</X 8 0 R /Y 4 0 R>>'))).toBeNull();
  });

  it('is no picture, behind which some readers go on', () => {
    const picture = binary('/Subtype /Image /Filter /DCTDecode', LINE);
    const cause = 'the contents of page 1 are made of what not all readers read alike';
    expect(differenceIn({ page: '/Contents [4 0 R 8 0 R]', contents: picture, extra: { 8: whole() } })).toBe(cause);
    expect(differenceIn({ page: '/Contents [8 0 R 4 0 R]', contents: picture, extra: { 8: whole() } })).toBe(cause);
  });
});

describe('what was met before as something else', () => {
  const odd = binary(FORM, Buffer.from('0 0 9 9 re fS'));
  const pages = '<</Type /Pages /Kids [10 0 R 3 0 R] /Count 2 /MediaBox [0 0 595 842]>>';
  const before = (resources: string): Readonly<Record<number, string>> => ({
    ...{ 2: pages, 8: odd, 9: '<</Subtype /Type1 /X 8 0 R>>', 11: '<</Subtype /Type1 /XObject 9 0 R>>' },
    10: `<</Type /Page /Parent 2 0 R /Resources <<${resources}>>>>`,
  });

  it.each(['ColorSpace', 'Shading', 'Properties', 'Font', 'ExtGState'])('among the resources: %s', (kind) => {
    const cause = 'a drawing is made of what not all readers read alike';
    for (const resources of [`/${kind} <</X 8 0 R>>`, `/${kind} 9 0 R`, `/${kind} <</X 11 0 R /Y 9 0 R>>`]) {
      const extra = before(resources);
      expect(differenceIn({ resources: '/XObject <</X 8 0 R>>', extra })).toBe(cause);
      expect(differenceIn({ resources: '/XObject 9 0 R', extra })).toBe(cause);
      const page = '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources 11 0 R>>';
      expect(differenceIn({ extra: { ...extra, 3: page } })).toBe(cause);
      expect(differenceIn({ resources: '/Pattern 9 0 R', extra })).toBe(cause);
      expect(differenceIn({ extra })).toBeNull();
    }
  });
});

it('finds an array of contents within the array', () => {
  const found = differenceIn({ page: '/Contents [[4 0 R]]' });
  expect(found).toBe('the contents of page 1 are an array within an array');
});

it('looks at drawings that draw each other once', () => {
  const one = whole(`${FORM} /Resources <</XObject <</X 8 0 R /Y 7 0 R>>>>`);
  expect(differenceIn({ resources: '/XObject <</X 7 0 R>>', extra: { 7: one, 8: one } })).toBeNull();
});

/** MuPDF and PDFium show such a form, poppler and Ghostscript do not. */
it.each(['', '/BBox null', '/BBox 40 0 R'])('a form among the resources that has no box: "%s"', (box) => {
  const form = (entries: string): Readonly<Record<number, string>> => ({
    8: whole(`/Type /XObject /Subtype /Form ${entries}`),
  });
  const why = 'a drawing among the resources of a page has no box';
  const resources = '/XObject <</X 8 0 R>>';
  expect(differenceIn({ resources, extra: form(box) })).toBe(why);
  expect(differenceIn({ resources, extra: form('/BBox [0 0 9 9]') })).toBeNull();
  const within = whole(`${FORM} /Resources <<${resources}>>`);
  expect(differenceIn({ resources: '/XObject <</Y 9 0 R>>', extra: { ...form(box), 9: within } })).toBe(why);
});
