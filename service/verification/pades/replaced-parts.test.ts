import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified } from './contract-pdf.suite.ts';
import { appendRaw } from './raw-update.suite.ts';
import { makeSigner, replaceObject, signPdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const text = (dictionary: string, data: string): string => stream(dictionary, Buffer.from(data)).toString('latin1');
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 99 99]';

/** What an object of its own, 9, says of how a document looks or reads: the entry that names it, what it says, and what it says later. */
interface Part {
  readonly catalog?: string;
  readonly page?: string;
  readonly more?: Pieces;
  readonly signed: string;
  readonly forged: string;
}

const PAGE_PARTS: Readonly<Record<string, Part>> = {
  'how the page is turned': { page: '/Rotate 9 0 R', signed: '0', forged: '180' },
  'the unit of the page': { page: '/UserUnit 9 0 R', signed: '1', forged: '9' },
  'what the page shows': { page: '/CropBox 9 0 R', signed: '[0 0 595 842]', forged: '[0 0 595 400]' },
  'an edge of what the page shows': { page: '/CropBox [0 9 0 R 595 842]', signed: '0', forged: '400' },
  'what is printed': { page: '/TrimBox 9 0 R', signed: '[0 0 595 842]', forged: '[0 0 595 400]' },
  'the paper': { page: '/MediaBox 9 0 R', signed: '[0 0 595 842]', forged: '[0 400 595 842]' },
  'the colours of the page': {
    page: '/Group 9 0 R',
    signed: '<</S /Transparency>>',
    forged: '<</S /Transparency /K true>>',
  },
  'a font': {
    page: '/Resources <</Font <</F1 9 0 R>>>>',
    signed: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    forged: '<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>',
  },
  'the letters of a font': {
    page: '/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding 9 0 R>>>>>>',
    signed: '<</Type /Encoding /Differences [49 /one]>>',
    forged: '<</Type /Encoding /Differences [49 /nine]>>',
  },
  'how wide letters are': {
    page: '/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 49 /LastChar 49 /Widths 9 0 R>>>>>>',
    signed: '[500]',
    forged: '[0]',
  },
  'what letters mean': {
    page: '/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 9 0 R>>>>>>',
    signed: text('', 'begincmap'),
    forged: text('', 'begincmap endcmap'),
  },
  'a glyph': {
    page: '/Resources <</Font <</F1 <</Type /Font /Subtype /Type3 /CharProcs <</one 9 0 R>>>>>>>>',
    signed: text('', '0 0 9 9 re f'),
    forged: text('', '0 0 1 1 re f'),
  },
  'a drawing': { page: '/Resources <</XObject <</X 9 0 R>>>>', signed: text(FORM, '0 g'), forged: text(FORM, '1 g') },
  'all drawings': { page: '/Resources <</XObject 9 0 R>>', signed: '<</X 4 0 R>>', forged: '<</X 5 0 R>>' },
  'the mask of a picture': {
    page: '/Resources <</XObject <</X 8 0 R>>>>',
    more: { 8: text('/Subtype /Image /Width 1 /Height 1 /SMask 9 0 R', 'a') },
    signed: text('/Subtype /Image /Width 1 /Height 1', 'a'),
    forged: text('/Subtype /Image /Width 1 /Height 1', 'b'),
  },
  'how see-through it is': {
    page: '/Resources <</ExtGState <</G 9 0 R>>>>',
    signed: '<</ca 1>>',
    forged: '<</ca 0>>',
  },
  'a colour space': { page: '/Resources <</ColorSpace <</C 9 0 R>>>>', signed: '/DeviceRGB', forged: '/DeviceGray' },
  'a pattern': {
    page: '/Resources <</Pattern <</P 9 0 R>>>>',
    signed: text('/PatternType 1', '0 g'),
    forged: text('/PatternType 1', '1 g'),
  },
  'whether a drawing is shown': {
    page: '/Resources <</Properties <</L 9 0 R>>>>',
    signed: '<</Type /OCG /Name (Price)>>',
    forged: '<</Type /OCG /Name (Price) /Usage <</View <</ViewState /OFF>>>>>>',
  },
  'a note': {
    page: '/Annots [9 0 R]',
    signed: '<</Type /Annot /Subtype /FreeText /Rect [0 0 99 99] /Contents (100) /DA (0 g)>>',
    forged: '<</Type /Annot /Subtype /FreeText /Rect [0 0 99 99] /Contents (900) /DA (0 g)>>',
  },
  'the words of a note': {
    page: '/Annots [<</Type /Annot /Subtype /FreeText /Rect [0 0 99 99] /Contents 9 0 R /DA (0 g)>>]',
    signed: '(100)',
    forged: '(900)',
  },
  'the drawing of a note': {
    page: '/Annots [<</Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP <</N 9 0 R>>>>]',
    signed: text(FORM, '0 g'),
    forged: text(FORM, '1 g'),
  },
  'where a link leads': {
    page: '/Annots [<</Type /Annot /Subtype /Link /Rect [0 0 99 99] /A 9 0 R>>]',
    signed: '<</S /URI /URI (https://good.example)>>',
    forged: '<</S /URI /URI (https://evil.example)>>',
  },
  'how long the page is shown': { page: '/Dur 9 0 R', signed: '60', forged: '0' },
  'the actions of the page': { page: '/AA 9 0 R', signed: '<<>>', forged: '<</O <</S /JavaScript /JS (x)>>>>' },
  'parts of the contents': { page: '/Contents [4 0 R 9 0 R]', signed: text('', 'q Q'), forged: text('', '1 g 0 0 m') },
};

const CATALOG_PARTS: Readonly<Record<string, Part>> = {
  'the language': { catalog: '/Lang 9 0 R', signed: '(de)', forged: '(fr)' },
  'the numbers of pages': {
    catalog: '/PageLabels 9 0 R',
    signed: '<</Nums [0 <</S /D>>]>>',
    forged: '<</Nums [0 <</S /R /St 9>>]>>',
  },
  'a leaf of the numbers of pages': {
    catalog: '/PageLabels <</Nums [0 9 0 R]>>',
    signed: '<</S /D>>',
    forged: '<</S /D /P (Annex )>>',
  },
  outlines: { catalog: '/Outlines <</First 9 0 R>>', signed: '<</Title (Sum: 100)>>', forged: '<</Title (Sum: 900)>>' },
  'where a name leads': { catalog: '/Dests <</Sum 9 0 R>>', signed: '[3 0 R /Fit]', forged: '[3 0 R /XYZ 0 0 9]' },
  'a tree of names': {
    catalog: '/Names <</Dests 9 0 R>>',
    signed: '<</Names [(a) [3 0 R /Fit]]>>',
    forged: '<</Names [(a) [3 0 R /FitH 0]]>>',
  },
  'an attached file': {
    catalog: '/Names <</EmbeddedFiles <</Names [(a) <</Type /Filespec /F (a) /EF <</F 9 0 R>>>>]>>>>',
    signed: text('/Type /EmbeddedFile', '100'),
    forged: text('/Type /EmbeddedFile', '900'),
  },
  'the description of an attached file': {
    catalog: '/AF [9 0 R]',
    signed: '<</Type /Filespec /F (a) /Desc (invoice)>>',
    forged: '<</Type /Filespec /F (a) /Desc (receipt)>>',
  },
  'a portfolio': { catalog: '/Collection 9 0 R', signed: '<</View /H>>', forged: '<</View /D /D (evil.pdf)>>' },
  'what a viewer shows': {
    catalog: '/ViewerPreferences 9 0 R',
    signed: '<</ViewArea /MediaBox>>',
    forged: '<</ViewArea /CropBox /Direction /R2L>>',
  },
  'what is opened first': { catalog: '/OpenAction 9 0 R', signed: '[3 0 R /Fit]', forged: '<</S /Launch /F (x)>>' },
  'which layers are shown': {
    catalog: '/OCProperties <</OCGs [8 0 R] /D 9 0 R>>',
    more: { 8: '<</Type /OCG /Name (x)>>' },
    signed: '<</ON [8 0 R]>>',
    forged: '<</OFF [8 0 R]>>',
  },
  'a colour profile': {
    catalog: '/OutputIntents [<</Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile 9 0 R>>]',
    signed: text('/N 3', 'a'),
    forged: text('/N 3', 'b'),
  },
  'a way to read': { catalog: '/Threads [9 0 R]', signed: '<</Type /Thread>>', forged: '<</Type /Thread /I <<>>>>' },
  'how pages are laid out': { catalog: '/PageLayout 9 0 R', signed: '/SinglePage', forged: '/TwoColumnLeft' },
  'the words of a structure': {
    catalog: '/StructTreeRoot <</Type /StructTreeRoot /K 9 0 R>> /MarkInfo <</Marked true>>',
    signed: '<</Type /StructElem /S /P /ActualText (100)>>',
    forged: '<</Type /StructElem /S /P /ActualText (900)>>',
  },
  'the roles of a structure': {
    catalog: '/StructTreeRoot <</Type /StructTreeRoot /RoleMap 9 0 R>>',
    signed: '<</A /P>>',
    forged: '<</A /Artifact>>',
  },
  'whether there is a structure': { catalog: '/MarkInfo 9 0 R', signed: '<</Marked true>>', forged: '<<>>' },
  'what is legal': { catalog: '/Legal 9 0 R', signed: '<</Attestation (none)>>', forged: '<</Attestation (all)>>' },
  'what a reader must know': { catalog: '/Requirements 9 0 R', signed: '[]', forged: '[<</S /EnableJavaScripts>>]' },
  'where links begin': { catalog: '/URI 9 0 R', signed: '<</Base (https://a)>>', forged: '<</Base (https://b)>>' },
  'pages of the tree': {
    more: { 2: '<</Type /Pages /Kids 9 0 R /Count 1 /MediaBox [0 0 595 842]>>' },
    signed: '[3 0 R]',
    forged: '[3 0 R 3 0 R]',
  },
  'what pages inherit': {
    more: { 2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox 9 0 R>>' },
    signed: '[0 0 595 842]',
    forged: '[0 0 595 400]',
  },
  'how pages that inherit it are turned': {
    more: { 2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] /Rotate 9 0 R>>' },
    signed: '0',
    forged: '90',
  },
};

/** Ways for an update to say what object 9 is now. */
const WAYS: Readonly<Record<string, (pdf: Buffer, forged: string) => Buffer>> = {
  'written again': (pdf, forged) => replaceObject(pdf, 9, forged),
  'written again with the next signature': (pdf, forged) =>
    signPdf(pdf, signer, {
      also: (update) => update.replaceBody(new PdfReference(9, 0), Buffer.from(forged, 'latin1')),
    }),
  'under another generation': (pdf, forged) =>
    appendRaw(pdf, { objects: [{ number: 9, generation: 1, text: forged }] }),
  'removed, and supplied later': (pdf, forged) =>
    appendRaw(appendRaw(pdf, { entries: [{ number: 9, entry: '0000000000 00000 f' }] }), {
      objects: [{ number: 9, text: forged }],
    }),
};

function pageOf(entries: string): string {
  const contents = entries.includes('/Contents [') ? '' : '/Contents 4 0 R';
  const resources = entries.includes('/Resources') ? '' : '/Resources <</Font <</F1 5 0 R>>>>';
  return `<</Type /Page /Parent 2 0 R ${contents} ${resources} ${entries}>>`;
}

/** With a plain table, or most of it in an object stream. */
function baseOf({ catalog = '', page = '', more = {}, signed }: Part, isPacked: boolean): Buffer {
  const extra: Pieces = { 3: pageOf(page), 6: '<</Fields []>>', 9: signed, ...more };
  const pieces = onePage({ catalog: `/AcroForm 6 0 R ${catalog}`, extra });
  const packed = [1, 2, 3, ...(signed.includes('endstream') ? [] : [9])];
  return buildPdf(isPacked ? { pieces, kind: 'stream', packed, version: '1.5' } : { pieces });
}

describe('an object of its own that says', () => {
  it.each(Object.entries({ ...PAGE_PARTS, ...CATALOG_PARTS }))('%s is not changed in silence', (_, part) => {
    for (const base of [signPdf(baseOf(part, false), signer), certified(signer, 2, baseOf(part, true))]) {
      expect(verifyWith(fixture, base)).toMatchObject({ overallStatus: 'VALID', detail: null });
      for (const [way, change] of Object.entries(WAYS)) {
        const { isValid, reasonCodes } = verifyWith(fixture, change(base, part.forged));
        expect({ way, isValid, isGood: reasonCodes.includes('SIG_VALID') }).toEqual({
          way,
          isValid: false,
          isGood: false,
        });
      }
    }
  });
});
