import { describe, expect, it } from 'vitest';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { findReadingDifference } from './page-audit.ts';
import { openPdf } from './pdf-document.ts';

type Entries = Readonly<Record<string, string>>;

/** Something that a page is drawn with. */
interface Drawn {
  readonly entries: Entries;
  /** What it is among the resources or in the page, where object 8 is meant. */
  readonly place: string;
  readonly data?: string;
  /** Object 9. */
  readonly more?: string;
}

const text = (entries: Entries): string =>
  Object.entries(entries)
    .map(([key, value]) => `/${key} ${value}`)
    .join(' ');
const drawing = (entries: string, data = '0 0 9 9 re f'): string =>
  stream(entries, Buffer.from(data)).toString('latin1');
const BOXED = drawing('/Subtype /Form /BBox [0 0 9 9]');
const resources = (list: string): string => `/Resources <<${list}>>`;
const SHADE = '<</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1>>';
const PICTURE = { Subtype: '/Image', Width: '2', Height: '2' };

const DRAWN: Readonly<Record<string, Drawn>> = {
  form: {
    entries: { Subtype: '/Form', BBox: '[0 0 9 9]', Matrix: '[1 0 0 1 0 0]' },
    ...{ place: resources('/XObject <</X 8 0 R>>'), data: '0 0 9 9 re f' },
  },
  picture: {
    entries: { ...PICTURE, BitsPerComponent: '8', ColorSpace: '/DeviceGray', Decode: '[0 1]', Mask: '[1 1]' },
    ...{ place: resources('/XObject <</X 8 0 R>>'), data: 'abcd' },
  },
  stencil: {
    entries: { ...PICTURE, ImageMask: 'true', BitsPerComponent: '1', Decode: '[1 0]' },
    ...{ place: resources('/XObject <</X 8 0 R>>'), data: 'ab' },
  },
  tiles: {
    entries: { PatternType: '1', PaintType: '1', TilingType: '1', BBox: '[0 0 9 9]', XStep: '9', YStep: '-9' },
    ...{ place: resources('/Pattern <</P 8 0 R>>'), data: '0 0 9 9 re f' },
  },
  'pattern of shades': {
    entries: {
      ...{ PatternType: '2', Matrix: '[1 0 0 1 0 0]' },
      Shading: `<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function ${SHADE}>>`,
    },
    place: resources('/Pattern <</P 8 0 R>>'),
  },
  shades: {
    entries: {
      ...{ ShadingType: '2', ColorSpace: '/DeviceGray', Coords: '[0 0 9 9]', Function: SHADE },
      ...{ BBox: '[0 0 9 9]', Background: '[1]' },
    },
    place: resources('/Shading <</S 8 0 R>>'),
  },
  state: { entries: { ca: '1', CA: '0.5', LW: '1', SMask: '/None' }, place: resources('/ExtGState <</G 8 0 R>>') },
  mask: {
    entries: { S: '/Luminosity', G: '9 0 R' },
    ...{ place: resources('/ExtGState <</G <</SMask 8 0 R>>>>'), more: BOXED },
  },
  'drawn font': {
    entries: {
      ...{ Type: '/Font', Subtype: '/Type3', FontMatrix: '[1 0 0 1 0 0]', FontBBox: '[0 0 1 1]' },
      ...{ FirstChar: '97', LastChar: '97', Widths: '[1]' },
      ...{ Encoding: '<</Differences [97 /a]>>', CharProcs: '<</a 9 0 R>>', Resources: '<<>>' },
    },
    ...{ place: resources('/Font <</F 8 0 R>>'), more: drawing('', '1 0 d0 0 0 1 1 re f') },
  },
};

/** What is said of a page that is drawn with it, where some entries are others. */
function differenceIn({ entries, place, data, more }: Drawn, changes: Entries = {}): string | null {
  const changed = text({ ...entries, ...changes });
  const pieces = {
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842]>>',
    3: `<</Type /Page /Parent 2 0 R /Contents 4 0 R ${place}>>`,
    4: drawing(''),
    8: data === undefined ? `<<${changed}>>` : drawing(changed, data),
    ...(more === undefined ? {} : { 9: more }),
    ...{ 10: '9', 11: '[0 0 10 0 R 9]' },
  };
  return findReadingDifference(openPdf(bytesSource(buildPdf({ pieces }))));
}

const drawnAs = (name: string): Drawn => {
  const drawn = DRAWN[name];
  if (drawn === undefined) throw new Error(name);
  return drawn;
};

const LISTS = ['[]', '[0 0 9]', '[0 0 9 9 9]', '[0 0 9 (9)]', '[null 0 9 9]', '4', '(x)', '/Foo', '<<>>'];
const MATRICES = ['[]', '[1 0 0 1]', '[1 0 0 1 0]', '[1 0 0 1 0 /x]', '1', '<<>>'];
const COUNTS = ['0', '-1', '0.5', '(2)', '/Two', '[2]', 'true'];
const NAMES = ['1', '(Type3)', '[]'];

/** What is none of the values that the standard has there: MuPDF, poppler and PDFium show it otherwise, or not at all. */
const ODD: readonly (readonly [drawn: string, key: string, values: readonly string[]])[] = [
  ['form', 'BBox', LISTS],
  ['form', 'Matrix', MATRICES],
  ['form', 'Subtype2', ['/PS', '/Image']],
  ['picture', 'Width', COUNTS],
  ['picture', 'Height', COUNTS],
  ['picture', 'BitsPerComponent', [...COUNTS, '3', '32']],
  ['picture', 'ColorSpace', ['/Foo', '1', '(x)', '[]', '[1]']],
  ['picture', 'Decode', ['[]', '[0]', '[0 1 0]', '[0 (x)]', '1', '/Foo']],
  ['picture', 'Mask', ['[]', '[1]', '[/x 1]', '<<>>', '/Foo']],
  ['picture', 'ImageMask', ['1', '/true', '(true)', '[]']],
  ['picture', 'IM', ['true', 'false']],
  ['picture', 'D', ['[1 0]', '[0 1]']],
  ['picture', 'Filter', ['/Foo', '[/Foo]', '1', '[/FlateDecode /Foo]']],
  ['stencil', 'BitsPerComponent', ['0', '2', '8', '(1)']],
  ['stencil', 'Decode', ['[1]', '1', '/Foo']],
  ['tiles', 'PaintType', ['0', '3', '(1)', 'true']],
  ['tiles', 'XStep', ['0', '(9)', '[9]']],
  ['tiles', 'YStep', ['0', '/Nine', '<<>>']],
  ['tiles', 'BBox', LISTS],
  ['pattern of shades', 'Matrix', MATRICES],
  ['pattern of shades', 'PatternType', ['0', '3', '(2)', 'true']],
  ['shades', 'BBox', LISTS],
  ['shades', 'Background', ['1', '[]', '[(x)]', '/Foo']],
  ['shades', 'ShadingType', ['0', '8', '(2)']],
  ['state', 'ca', ['(1)', '[1]', '/One', 'true']],
  ['state', 'LW', ['-90', '(1)']],
  ['mask', 'G', ['<<>>', '/Foo', '1']],
  ['drawn font', 'Subtype', NAMES],
  ['drawn font', 'FontMatrix', MATRICES],
  ['drawn font', 'Encoding', ['1', '[]', '(x)']],
];

describe('what a page is drawn with', () => {
  it.each(Object.keys(DRAWN))('is read alike as the standard has it: %s', (name) => {
    expect(differenceIn(drawnAs(name))).toBeNull();
  });

  it.each(ODD)('is not read alike by an entry of another kind: %s, %s', (name, key, values) => {
    for (const value of values) {
      const found = differenceIn(drawnAs(name), { [key]: value });
      const isOfFilters = found === 'a drawing names filters that not all readers know';
      if (key === 'Filter') expect([value, isOfFilters]).toEqual([value, true]);
      else
        expect([value, found]).toEqual([
          value,
          `an entry ${key} of what a page is drawn with is not taken alike by all readers`,
        ]);
    }
  });

  it.each<[string, Entries]>([
    ['form', { BBox: '[9 9 0 0]', Matrix: 'null' }],
    ['form', { BBox: '11 0 R' }],
    ['form', { BBox: '[-0.5 +0 9.25 .5]', FormType: '1', Group: '<</S /Transparency>>' }],
    ['picture', { Decode: 'null', Mask: 'null', Interpolate: 'true', Intent: '/Perceptual', Name: '/X' }],
    ['picture', { ColorSpace: '[/Indexed /DeviceRGB 1 <000000FFFFFF>]', Width: '10 0 R' }],
    ['picture', { ColorSpace: '[/ICCBased 9 0 R]', ImageMask: 'false', Decode: '[1 0 0 1 0 1]' }],
    ['picture', { Filter: '/DCTDecode', ColorSpace: 'null', BitsPerComponent: 'null' }],
    ['picture', { Filter: '[/FlateDecode /JPXDecode]', ColorSpace: 'null', BitsPerComponent: 'null' }],
    ['picture', { Filter: '[]', SMask: '4 0 R' }],
    ['stencil', { BitsPerComponent: 'null', Decode: 'null', Filter: '/JBIG2Decode' }],
    ['picture', { Width: 'null', BitsPerComponent: 'null', ColorSpace: 'null' }],
    ['tiles', { XStep: '-9.5', PaintType: '2', Matrix: '[1 0 0 -1 0 0]' }],
    ['shades', { BBox: 'null', Background: 'null' }],
    ['state', { ca: '0', CA: 'null', LW: '0', SMask: 'null' }],
    ['drawn font', { Encoding: '/WinAnsiEncoding', Widths: '[10 0 R]' }],
  ])('is read alike by other values that it may have: %s, %s', (name, changes) => {
    expect(differenceIn(drawnAs(name), changes)).toBeNull();
  });

  it('is looked at where a state of graphics sets the font', () => {
    const { entries, more = '' } = drawnAs('drawn font');
    const set = { entries: { Font: `[<<${text(entries)}>> 9]` }, place: resources('/ExtGState <</G 8 0 R>>') };
    expect(differenceIn({ ...set, more })).toBeNull();
    expect(differenceIn({ ...set, more: drawing('', '0 0 9 9 re fS') })).toBe(
      'a drawing is made of what not all readers read alike',
    );
  });
});
