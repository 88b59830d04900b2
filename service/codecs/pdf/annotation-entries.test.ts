import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { findReadingDifference } from './page-audit.ts';
import { openPdf } from './pdf-document.ts';

/**
 * Drawings of annotations that poppler, MuPDF and PDFium show differently (22.12, 1.21 and 1.28, 5.15): one of them does, and
 * another does not, or over the whole page.
 */

const BOX = '0 0 200 100 re f';
const drawing = (entries: string, data = BOX): string => stream(entries, Buffer.from(data)).toString('latin1');
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 200 100]';

type Entries = Readonly<Record<string, string>>;
const STAMP: Entries = { Type: '/Annot', Subtype: '/Stamp', Rect: '[100 300 300 400]', F: '4', AP: '<</N 8 0 R>>' };
const BUTTON: Entries = { ...STAMP, Subtype: '/Widget', FT: '/Btn', AP: '<</N <</On 8 0 R /Off 9 0 R>>>>', AS: '/On' };

/** What is said of a page with this annotation as its object 7 and with this drawing of it. */
function differenceOf(annotation: Entries, form = drawing(FORM), annotations = '[7 0 R]'): string | null {
  const text = Object.entries(annotation).map(([key, value]) => `/${key} ${value}`);
  const extra = {
    7: `<<${text.join(' ')}>>`,
    8: form,
    9: drawing(FORM, ' '),
    10: '2',
    11: '<</FT /Btn /Kids [7 0 R]>>',
  };
  return findReadingDifference(
    openPdf(bytesSource(buildPdf({ pieces: onePage({ page: `/Annots ${annotations}`, extra }) }))),
  );
}

const oddOf = (key: string): string => `an entry ${key} of what a page is drawn with is not taken alike by all readers`;
const without = (entries: Entries, key: string): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([other]) => other !== key));

const RECTANGLES =
  'null /X <<>> (0000) [100 300 300] [100 300 300 400 5] [100 300 /x 400] [100 300 null 400] [[100 300] [300 400]] [100 300 99999999999 400]'.match(
    /\[\[.*?\]\]|\[[^[\]]*\]|\S+/g,
  ) ?? [];
const FLAGS = '2.0 2.5 34.0 -1 -2 (2) /2 true [2] 2147483650 4294967298 99999999999'.split(' ');

const ODD: readonly (readonly [key: string, what: string, annotation: Entries])[] = [
  ['Rect', 'no place', without(STAMP, 'Rect')],
  ...RECTANGLES.map((Rect) => ['Rect', `a place ${Rect}`, { ...STAMP, Rect }] as const),
  ...FLAGS.map((F) => ['F', `flags ${F}`, { ...STAMP, F }] as const),
  ['Subtype', 'no kind', without(STAMP, 'Subtype')],
  ...['null', '(Stamp)'].map((Subtype) => ['Subtype', `a kind ${Subtype}`, { ...STAMP, Subtype }] as const),
  ...['Highlight', 'Underline', 'Squiggly', 'StrikeOut'].map(
    (kind) => ['QuadPoints', `a ${kind} of nothing`, { ...STAMP, Subtype: `/${kind}` }] as const,
  ),
  ...['Polygon', 'PolyLine'].map(
    (kind) => ['Vertices', `a ${kind} of nothing`, { ...STAMP, Subtype: `/${kind}` }] as const,
  ),
  ['FS', 'a file that is not there', { ...STAMP, Subtype: '/FileAttachment' }],
  ...['Sound', 'Movie'].map((kind) => [kind, `no ${kind}`, { ...STAMP, Subtype: `/${kind}` }] as const),
  ['AP', 'a popup with a drawing', { ...STAMP, Subtype: '/Popup' }],
  ['AP', 'a drawing in the place of a list of them', { ...STAMP, AP: '8 0 R' }],
  ['AS', 'a button in no state', without(BUTTON, 'AS')],
  ...['null', '(On)', '/'].map((AS) => ['AS', `a button in a state ${AS}`, { ...BUTTON, AS }] as const),
  ['AS', 'a stamp in no state', without({ ...BUTTON, Subtype: '/Stamp' }, 'AS')],
  ['AS', 'a stamp in a state that it does not have', { ...BUTTON, Subtype: '/Stamp', AS: '/Other' }],
  ['AS', 'a state by the value', { ...without(BUTTON, 'AS'), V: '/On' }],
];

const LAWFUL: readonly (readonly [what: string, annotation: Entries])[] = [
  ['a stamp', STAMP],
  ['without flags', without(STAMP, 'F')],
  ['with flags elsewhere', { ...STAMP, F: '10 0 R' }],
  ['with the highest flags', { ...STAMP, F: '2147483647' }],
  ['with corners in another order', { ...STAMP, Rect: '[300 400 100 300]' }],
  ['with fractions', { ...STAMP, Rect: '[100.0 -300.5 300.25 400]' }],
  ['with a corner elsewhere', { ...STAMP, Rect: '[100 10 0 R 300 400]' }],
  ['of no size', { ...STAMP, Rect: '[0 0 0 0]' }],
  ['without a type', without(STAMP, 'Type')],
  ['of a kind of its own', { ...STAMP, Subtype: '/Seal' }],
  ['a marked word', { ...STAMP, Subtype: '/Highlight', QuadPoints: '[100 400 300 400 100 300 300 300]' }],
  ['a link without a drawing', { ...without(STAMP, 'AP'), Subtype: '/Link' }],
  ['a popup with a drawing of nothing', { ...STAMP, Subtype: '/Popup', AP: '<</N null>>' }],
  ['a note without a drawing, by a place of its own', { Type: '/Annot', Subtype: '/Text', Rect: '[0 0]' }],
  ['a button', BUTTON],
  ['a button that is off', { ...BUTTON, AS: '/Off' }],
  ['a button that has no drawing when it is off', { ...BUTTON, AP: '<</N <</On 8 0 R>>>>', AS: '/Off' }],
  ['a button of a group', { ...without(BUTTON, 'FT'), Parent: '11 0 R' }],
  ['a text field', { ...STAMP, Subtype: '/Widget', FT: '/Tx', T: '(name)' }],
];

describe('a drawing of an annotation that readers show differently is found:', () => {
  it.each(ODD)('%s: %s', (key, _, annotation) => {
    expect(differenceOf(annotation)).toBe(oddOf(key));
  });

  it('an object that is named by another generation', () => {
    const said = 'object 7 is named by another generation than its own';
    expect(differenceOf(STAMP, drawing(FORM), '[7 1 R]')).toBe(said);
    expect(differenceOf({ ...STAMP, AP: '<</N 8 3 R>>' })).toBe(said.replace('7', '8'));
  });
});

describe('what all of them show is not:', () => {
  it.each(LAWFUL)('%s', (_, annotation) => {
    expect(differenceOf(annotation)).toBeNull();
  });

  it('a drawing of nothing without a box', () => {
    expect(differenceOf(STAMP, drawing('', ''))).toBeNull();
  });

  it('an annotation that is not there', () => {
    expect(differenceOf(STAMP, drawing(FORM), '[99 0 R 7 0 R]')).toBeNull();
  });
});
