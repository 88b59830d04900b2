import { afterAll, describe, expect, it } from 'vitest';
import { filledForm, HELVETICA, line, TEXT, type Filling } from './filled-form.suite.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, replaceObject, signPdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});
const verdict = (filling: Filling, level = 2): string => {
  const { overallStatus, reasonCodes } = verifyWith(fixture, filledForm(fixture.signer, filling, level));
  return `${overallStatus} ${reasonCodes[0] ?? ''}`;
};

const COMBO = '/FT /Ch /Ff 131072 /Opt [[(r) (Red)] [(g) (Green)]]';
const LIST = '/FT /Ch /Opt [(One) (Two) (Three)]';
const LAYER = '<</Type /OCG /Name (Layer)>>';
const MULTILINE = `${TEXT} /Ff 4096`;
const COMB = `${TEXT} /Ff 16777216 /MaxLen 10`;
const TALL = '0 0 200 20';
const DIFFERENCES = (names: string): string =>
  `<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Type /Encoding /Differences [${names}]>>>>`;
const FRAMED = '0.8 0.84 1 rg 0 0 200 20 re f 1 w 0.1 G 0.5 0.5 199 19 re s';
const cells = (text: string): string =>
  Array.from(text, (character, index) => `${index === 0 ? '7 5.7' : '20 0'} Td (${character}) Tj`).join(' ');
const options = (under: string): string =>
  `/Tx BMC q 1 1 198 18 re W n ${under} BT /Helv 5 Tf 0 g 2 14 Td (One) Tj 0 -6 Td (Two) Tj 0 -6 Td (Three) Tj ET Q EMC`;
const UNDER_TWO = '0.6 0.757 0.855 rg 1 6.6 198 6 re f';

describe('forms filled in lawfully, under a later signature', () => {
  it.each<[string, Filling]>([
    ['as Acrobat writes it', { content: line('Bob') }],
    ['as pdf.js does', { content: '/Tx BMC q BT /Helv 12 Tf 0 g 1 0 0 1 2 5.67 Tm (Bob) Tj ET Q EMC' }],
    [
      'as pdf.js does, with ground and frame',
      { content: `/Tx BMC q ${FRAMED} BT /Helv 12 Tf .1 .1 .1 rg 1 0 0 1 0 0 Tm 2 5.67 Td (Bob) Tj ET Q EMC` },
    ],
    [
      'as pypdf does, whose clipping path is never painted',
      { content: 'q\n/Tx BMC \nq\n2 1 194 17 re\nW\nBT\n/Helv 12.0 Tf 0 g\n2 5.692 Td\n(Bob) Tj\nET\nQ\nEMC\nQ\n' },
    ],
    [
      'as PDFBox does, with colours of device spaces',
      {
        content:
          '/DeviceRGB cs 0.8 0.843 1 sc 0 0 200 20 re f /DeviceRGB CS 0.1 0.1 0.1 SC 0.5 0.5 199 19 re s ' +
          '/Tx BMC q 1 1 198 18 re W n BT /Helv 12 Tf /DeviceRGB cs 0.1 0.1 0.1 sc 2 5.692 Td (Bob) Tj ET Q EMC',
      },
    ],
    [
      'as iText does, without a clipping path',
      {
        content: '/Tx BMC q BT 0 0 0 rg /Helv 12 Tf 1 0 0 1 2 6 Tm (Bob) Tj ET Q EMC',
        drawing: '/Matrix [1 0 0 1 0 0]',
      },
    ],
    [
      'as iText 7 and 8 do, with one mark in another',
      {
        content: '/Tx BMC q n q 0 0 200 20 re W n /Tx BMC q n q BT /Helv 12 Tf 2 6.32 Td (Bob) Tj ET Q Q EMC Q Q EMC',
      },
    ],
    [
      'as pdf-lib does, with text in hexadecimal digits',
      { content: '/Tx BMC q q 0 g BT /Helv 12 Tf 14 TL 1 0 0 1 2 6 Tm <426F62> Tj T* ET Q Q EMC' },
    ],
    ['with kerning', { content: '/Tx BMC q BT /Helv 12 Tf 0 g 2 6 Td [(B) 20 (o) -30 (b)] TJ ET Q EMC' }],
    ['in blue', { content: line('Bob', '/Helv 12 Tf 0 0 1 rg') }],
    ['and made read-only', { content: line('Bob'), entries: '/Ff 1' }],
    ['emptied', { value: '()', content: '/Tx BMC EMC' }],
    ['without a value', { value: null, content: '' }],
    ['with a value in UTF-16', { value: '<FEFF0042006F0062>', content: line('Bob') }],
    ['with letters that have marks', { value: '(J\\374rgen)', content: line('J\\374rgen') }],
    ['with the codes of PDFDocEncoding', { value: '(\\240)', content: line('\\240'), font: DIFFERENCES('160 /Euro') }],
    [
      'in Arial with its widths',
      {
        content: line('Bob'),
        font: `<</Type /Font /Subtype /TrueType /BaseFont /ArialMT /Encoding /WinAnsiEncoding /FirstChar 66 /LastChar 66 /Widths [667]>>`,
      },
    ],
    [
      'over two lines',
      {
        ...{ field: MULTILINE, value: '(Pay ten euros\\nnow)' },
        content: '/Tx BMC q BT /Helv 4 Tf 0 g 2 15 Td (Pay ten ) Tj 0 -5 Td (euros) Tj 0 -5 Td (now) Tj ET Q EMC',
      },
    ],
    ['in a comb', { field: COMB, value: '(1234)', content: `/Tx BMC q BT /Helv 12 Tf 0 g ${cells('1234')} ET Q EMC` }],
    [
      'in a comb with dividers',
      {
        ...{ field: COMB, value: '(12)' },
        content: `20 19 m 20 0.5 l 40 19 m 40 0.5 l s /Tx BMC q BT /Helv 12 Tf 0 g ${cells('12')} ET Q EMC`,
      },
    ],
    ['by choice', { field: COMBO, value: '(g)', content: line('Green') }],
    ['by choice, of a label', { field: COMBO, value: '(Green)', content: line('Green') }],
    ['in a list', { field: LIST, value: '(Two)', entries: '/I [1]', content: options(UNDER_TWO) }],
    [
      'turned by a quarter',
      {
        ...{ field: `${TEXT} /MK <</R 90>>`, content: '/Tx BMC q BT /Helv 10 Tf 0 g 2 6 Td (Bob) Tj ET Q EMC' },
        ...{ box: '0 0 20 200', drawing: '/Matrix [0 1 -1 0 20 0]' },
        value: '(Bob)',
      },
    ],
  ])('%s', (_, filling) => {
    expect(verdict(filling)).toMatch(/^VALID/);
  });
});

const hidden = '/Tx BMC q BT /Helv 12 Tf 0 g 2 6 Td';

describe('a form that shows something else than its value is left open', () => {
  it.each<[string, Filling]>([
    ['another text', { content: line('Eve') }],
    ['nothing', { content: '/Tx BMC EMC' }],
    ['more text', { content: `${line('Bob')} ${line(' and Eve', '/Helv 12 Tf 0 g', '40 6 Td')}` }],
    ['a part of it', { value: '(Bob, not)', content: line('Bob') }],
    ['another letter under its code', { content: line('Bob'), font: DIFFERENCES('66 /R') }],
    ['codes that stand for it nowhere', { content: line('Bob'), font: DIFFERENCES('66 /glyph66') }],
    [
      'a font whose text is told otherwise than it looks',
      {
        ...{ content: line('Bob'), more: ['<</Length 0>>\nstream\n\nendstream'] },
        font: HELVETICA.replace('>>', '/ToUnicode 40 0 R>>'),
      },
    ],
    ['symbols', { content: line('Bob'), font: HELVETICA.replace('Helvetica', 'Symbol') }],
    ['a font nobody knows', { content: line('Bob'), font: HELVETICA.replace('Helvetica', 'Evil-Digits') }],
    [
      'a font in the file',
      {
        ...{
          content: line('Bob'),
          more: ['<</Type /FontDescriptor /FontFile2 41 0 R>>', '<</Length 0>>\nstream\n\nendstream'],
        },
        font: HELVETICA.replace('>>', '/FontDescriptor 40 0 R>>').replace('Type1', 'TrueType'),
      },
    ],
    [
      'a font drawn by procedures',
      { content: line('Bob'), font: '<</Type /Font /Subtype /Type3 /BaseFont /Helvetica /CharProcs <<>>>>' },
    ],
    [
      'a composite font',
      { content: line('Bob'), font: '<</Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H>>' },
    ],
    ['letters without width', { content: line('Bob'), font: HELVETICA.replace('>>', '/FirstChar 66 /Widths [0]>>') }],
    ['invisible text', { content: line('Bob', '/Helv 12 Tf 0 g 3 Tr') }],
    ['text as a clipping path', { content: line('Bob', '/Helv 12 Tf 0 g 7 Tr') }],
    ['outlines only', { content: line('Bob', '/Helv 12 Tf 0 g 1 Tr') }],
    ['white text', { content: line('Bob', '/Helv 12 Tf 1 g') }],
    ['white text in other inks', { content: line('Bob', '/Helv 12 Tf 0 0 0 0 k') }],
    ['text of a pattern', { content: line('Bob', '/Helv 12 Tf /Pattern cs /P1 scn') }],
    ['text in a colour space of its own', { content: line('Bob', '/Helv 12 Tf /CS0 cs 0 sc') }],
    [
      'black that is none',
      {
        content: line('Bob'),
        resources: '/ColorSpace <</DefaultGray [/CalGray <</WhitePoint [1 1 1] /Gamma 0.001>>]>>',
      },
    ],
    ['transparent text', { content: line('Bob', '/G1 gs /Helv 12 Tf 0 g'), resources: '/ExtGState <</G1 <</ca 0>>>>' }],
    ['text of size nought', { content: line('Bob', '/Helv 0 Tf 0 g') }],
    ['text too small to be read', { content: line('Bob', '/Helv 1 Tf 0 g') }],
    ['text scaled to nothing', { content: line('Bob', '/Helv 12 Tf 0 g', '.001 0 0 .001 2 6 Tm') }],
    ['text mirrored', { content: line('Bob', '/Helv 12 Tf 0 g', '-1 0 0 1 40 6 Tm') }],
    ['text upside down', { content: line('Bob', '/Helv 12 Tf 0 g', '1 0 0 -1 2 16 Tm') }],
    ['text slanted', { content: line('Bob', '/Helv 12 Tf 0 g', '1 0 3 1 2 6 Tm') }],
    ['text squeezed', { content: line('Bob', '/Helv 12 Tf 0 g 10 Tz') }],
    ['letters over each other', { content: line('Bob', '/Helv 12 Tf 0 g -8 Tc') }],
    ['letters far from each other', { value: '(1000)', content: line('1000', '/Helv 12 Tf 0 g 12 Tc') }],
    [
      'letters in another order',
      { value: '(12)', content: '/Tx BMC q BT /Helv 12 Tf 0 g 12 6 Td (1) Tj -8 0 Td (2) Tj ET Q EMC' },
    ],
    ['letters moved back', { value: '(12)', content: `${hidden} [(1) 1200 (2)] TJ ET Q EMC` }],
    ['digits of different sizes', { value: '(10)', content: `${hidden} (1) Tj /Helv 5 Tf (0) Tj ET Q EMC` }],
    ['a digit raised', { value: '(10)', content: `${hidden} (1) Tj 5 Ts (0) Tj ET Q EMC` }],
    ['text outside', { content: line('Bob', '/Helv 12 Tf 0 g', '400 6 Td') }],
    ['text above', { content: line('Bob', '/Helv 12 Tf 0 g', '2 16 Td') }],
    ['text that runs on beyond the edge', { value: `(${'1'.repeat(40)})`, content: line('1'.repeat(40)) }],
    [
      'text behind a small clipping path',
      { content: `/Tx BMC q 0 0 5 5 re W n BT /Helv 12 Tf 0 g 2 6 Td (Bob) Tj ET Q EMC` },
    ],
    ['text below a rectangle', { content: `${hidden} (Bob) Tj ET Q 1 g 0 0 200 20 re f EMC` }],
    ['text on a dark ground', { content: `0 g 0 0 200 20 re f ${line('Bob')}` }],
    ['text struck through', { content: `${line('Bob')} 0 10 m 200 10 l S` }],
    ['a thick frame over it', { content: `${line('Bob')} 1 G 30 w 0 0 200 20 re S` }],
    ['a stroke that makes another digit', { value: '(1)', content: `${line('1')} 4 6 m 8 14 l S` }],
    ['a curve', { content: `${line('Bob')} 0 0 m 1 1 2 2 3 3 c S` }],
    ['a shading', { content: `${line('Bob')} /S1 sh` }],
    ['an inline image', { content: `${line('Bob')} BI /W 1 /H 1 /CS /G /BPC 8 ID \\000 EI` }],
    ['another form', { content: `${line('Bob')} /X1 Do`, resources: '/XObject <</X1 4 0 R>>' }],
    ['a layer', { content: `/OC /L1 BDC ${line('Bob')} EMC`, resources: '/Properties <</L1 40 0 R>>', more: [LAYER] }],
    ['another text for readers aloud', { content: line('Bob').replace('/Tx BMC', '/Tx <</ActualText (Eve)>> BDC') }],
    ['a drawing that is a layer', { content: line('Bob'), drawing: '/OC 40 0 R', more: [LAYER] }],
    ['a transparency group', { content: line('Bob'), drawing: '/Group <</S /Transparency>>' }],
    ['a box of another size', { content: line('Bob'), box: '0 0 100 10' }],
    ['a box elsewhere', { content: line('Bob'), box: '100 100 300 120' }],
    ['a matrix that makes it small', { content: line('Bob'), drawing: '/Matrix [.01 0 0 .01 0 0]' }],
    ['a matrix that turns it round', { content: line('Bob'), drawing: '/Matrix [-1 0 0 -1 0 0]' }],
    ['another drawing under the mouse', { content: line('Bob'), appearance: '<</N 20 0 R /R 4 0 R>>' }],
    ['drawings by state', { content: line('Bob'), appearance: '<</N <</On 20 0 R>>>>' }],
    ['no drawing', { content: line('Bob'), appearance: 'null' }],
    ['a value that is a name', { value: '/Bob', content: line('Bob') }],
    ['a value from elsewhere', { value: '40 0 R', more: ['(Eve)'], content: line('Bob') }],
    ['a rich text beside it', { content: line('Bob'), entries: '/RV (<p>Eve</p>)' }],
    ['other characteristics', { content: line('Bob'), entries: '/MK <</CA (Eve)>>' }],
    ['another style', { content: line('Bob'), entries: '/DA (/Helv 12 Tf 1 g)' }],
    ['a password', { field: `${TEXT} /Ff 8192`, content: line('Bob') }],
    ['the contents of a file', { field: `${TEXT} /Ff 1048576`, content: line('Bob') }],
    ['a password for some readers', { field: `${TEXT} /Ff 4294967296`, content: line('Bob') }],
    ['an XFA form beside it', { form: '/XFA [(template) 9 0 R]', content: line('Bob') }],
    ['letters that look like others', { value: '<FEFF0412006F0062>', content: line('Bob') }],
    ['a value with a mark that nobody sees', { value: '<FEFF0042006F200B0062>', content: line('Bob') }],
    ['another choice', { field: COMBO, value: '(g)', content: line('Red') }],
    ['what is exported instead of what is chosen', { field: COMBO, value: '(g)', content: line('g') }],
    ['no choice of the form', { field: COMBO, value: '(Blue)', content: line('Blue') }],
    ['an index of another choice', { field: COMBO, value: '(g)', entries: '/I [0]', content: line('Green') }],
    ['another selection in a list', { field: LIST, value: '(One)', content: options(UNDER_TWO) }],
    ['a selection that nobody sees', { field: LIST, value: '(Two)', content: options('1 g 1 6.6 198 6 re f') }],
    [
      'a selection below another ground',
      { field: LIST, value: '(Two)', content: options(`${UNDER_TWO} 1 g 0 0 200 20 re f`) },
    ],
    [
      'all but the selection marked',
      { field: LIST, value: '(Three)', content: options('0.6 0.757 0.855 rg 0 3 200 17 re f 1 g 1 0.6 198 6 re f') },
    ],
    ['no selection in a list', { field: LIST, value: '(One)', content: options('') }],
    ['two selections in a list', { field: LIST, value: '(Two)', content: options(`${UNDER_TWO} 1 12 198 6 re f`) }],
    ['a digit in a comb left out', { field: COMB, value: '(12)', content: `${hidden} (1) Tj 60 0 Td (2) Tj ET Q EMC` }],
    [
      'lines in another order',
      {
        ...{ field: MULTILINE, value: '(Pay Bob)', box: TALL },
        content: '/Tx BMC q BT /Helv 5 Tf 0 g 2 4 Td (Pay ) Tj 0 8 Td (Bob) Tj ET Q EMC',
      },
    ],
    [
      'a word torn apart',
      {
        ...{ field: MULTILINE, value: '(1000)' },
        content: '/Tx BMC q BT /Helv 5 Tf 0 g 2 13 Td (10) Tj 0 -6 Td (00) Tj ET Q EMC',
      },
    ],
    ['an operator that nobody knows', { content: `${line('Bob')} BX zz EX` }],
    ['a mark in another without an end', { content: '/Tx BMC /Tx BMC q BT /Helv 12 Tf 0 g 2 6 Td (Bob) Tj ET Q EMC' }],
    ['a mark that ends twice', { content: `${line('Bob')} EMC` }],
    ['a mark that ends before it begins', { content: `EMC ${line('Bob')} /Tx BMC` }],
    [
      'other text in a mark in another',
      { content: line('Bob').replace('q', '/Tx BMC').replace('Q', 'EMC').replace('Bob', 'Eve') },
    ],
    ['text that is not ended', { content: '/Tx BMC q BT /Helv 12 Tf 0 g 2 6 Td (Bob) Tj' }],
    ['a broken string', { content: '/Tx BMC q BT /Helv 12 Tf 0 g 2 6 Td <42zz6F62> Tj ET Q EMC' }],
    ['more operations than a field needs', { content: `${'q Q '.repeat(3000)}${line('Bob')}` }],
  ])('%s', (_, filling) => {
    expect(verdict(filling)).toMatch(/^INDETERMINATE PDF_(PERMITTED_CHANGE|CHANGE_UNEXPLAINED|STRUCTURE_AMBIGUOUS)/);
  });
});

describe('flags of a field that a later revision changes', () => {
  const flagged = (before: string, after: string, isSigned = true): string => {
    const widget = (flags: string): string =>
      `<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [100 500 300 520] /F 4 /V (a) ${flags}>>`;
    const base = certified(fixture.signer, 2, contractPdf({ 6: '<</Fields [7 0 R]>>', 7: widget(before) }));
    const changed = replaceObject(base, 7, widget(after));
    const pdf = isSigned ? signPdf(changed, fixture.signer, { name: 'Locked' }) : changed;
    const { overallStatus, reasonCodes } = verifyWith(fixture, pdf);
    return `${overallStatus} ${reasonCodes[0] ?? ''}`;
  };

  it.each([
    ['', '/Ff 1'],
    ['/Ff 1', ''],
    ['/Ff 4096', '/Ff 4103'],
    ['/Ff 3', '/Ff 4'],
  ])('say who may fill it in, and show nothing: %s to %s', (before, after) => {
    expect(flagged(before, after)).toMatch(/^VALID/);
    expect(flagged(before, after, false)).toBe('INDETERMINATE PDF_PERMITTED_CHANGE');
  });

  it.each([
    ['', '/Ff 4096'],
    ['/Ff 1', '/Ff 8193'],
    ['', '/Ff (1)'],
    ['', '/Ff -1'],
    ['', '/Ff 4294967296'],
    ['', '/Ff 1.0'],
    ['/Ff 1', '/Ff 4294967298'],
  ])('are none of the sort from %s to %s', (before, after) => {
    expect(flagged(before, after)).toBe('INVALID PDF_CHANGED_AFTER_SIGNING');
  });
});
