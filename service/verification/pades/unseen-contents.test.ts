import { describe, expect, it } from 'vitest';
import type { Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { draw, findings, signed, verdicts, type Page } from './page-under-stamp.suite.ts';

/**
 * Contents that viewers show where a later signature lies over them, written so that one who only follows the usual
 * operators sees nothing there. Who drew up the document may have written it so before anybody signed.
 */

const TEXT = 'BT /F1 12 Tf 120 120 Td (Pay 10 EUR) Tj ET';
const OBJECT = '/XObject <</X 11 0 R>>';
const STATE = '/ExtGState <</G 11 0 R>>';
const DIGITS = 'm 122 140 l 128 140 l 128 110 l h f';

const type3 = (entries: string, glyph: string): Pieces => ({
  11: `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FirstChar 32 /LastChar 32 /Encoding <</Differences [32 /a]>> /CharProcs <</a 12 0 R>> /Resources <<>> ${entries}>>`,
  12: draw(glyph),
});

const UNSEEN: Readonly<Record<string, Page>> = {
  'a tiling pattern in a large area': {
    content: '/Pattern cs /P scn 50 50 400 400 re f',
    resources: '/Pattern <</P 11 0 R>>',
    extra: {
      11: draw(
        'BT /F1 12 Tf 10 10 Td (Pay 10 EUR) Tj ET',
        '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 90 40] /XStep 90 /YStep 40 /Resources <</Font <</F1 5 0 R>>>>',
      ),
    },
  },
  'a shading pattern in a large area': {
    content: '/Pattern cs /P scn 50 50 400 400 re f',
    resources: '/Pattern <</P 11 0 R>>',
    extra: {
      11: '<</PatternType 2 /Shading <</ShadingType 2 /ColorSpace /DeviceGray /Coords [100 0 300 0] /Function <</FunctionType 2 /Domain [0 1] /N 1 /C0 [0] /C1 [1]>>>>>>',
    },
  },
  'a white drawing on a dark ground': { content: `0 g 50 50 400 400 re f 1 g 120 110 ${DIGITS}` },
  'a white area on a dark ground': { content: '0 0 1 rg 50 50 400 400 re f 1 1 1 rg 120 110 8 30 re f' },
  'white that is blended': {
    content: `1 g 0 0 600 800 re f /G gs 120 110 ${DIGITS}`,
    resources: STATE,
    extra: { 11: '<</BM /Difference>>' },
  },
  'white that is blended by one of several names': {
    content: `1 g 0 0 600 800 re f /G gs 120 110 ${DIGITS}`,
    resources: STATE,
    extra: { 11: '<</BM [/Exclusion /Normal]>>' },
  },
  'an area that is cut out by a drawing': {
    content: '120 110 m 122 140 l 128 140 l 128 110 l h 0 0 m 600 0 l 600 800 l 0 800 l h W* n 0 g 50 50 400 400 re f',
  },
  'an area that a mask cuts out': {
    content: '/G gs 0 g 50 50 400 400 re f',
    resources: STATE,
    extra: {
      11: '<</SMask <</S /Luminosity /G 12 0 R>>>>',
      12: draw(
        '1 g 120 110 m 122 140 l 128 140 l 128 110 l h f',
        '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group <</S /Transparency /CS /DeviceGray>>',
      ),
    },
  },
  'a font and its size from a state': {
    content: 'BT /G gs 120 120 Td (Pay 10 EUR) Tj ET',
    resources: STATE,
    extra: { 11: '<</Font [5 0 R 12]>>' },
  },
  'the width of a line from a state': {
    content: '/G gs 150 500 m 165 501 l S',
    resources: STATE,
    extra: { 11: '<</LW 700>>' },
  },
  'a thick straight line': { content: '60 w 90 130 m 310 130 l S' },
  'a drawing of thick straight lines': { content: '4 w 120 105 m 120 145 l S' },
  'lines of many dashes': { content: '1 w [3 1 9 2 1 7 4 5] 0 d 90 130 m 310 130 l S' },
  'a letter for a space': {
    content: 'BT /F2 40 Tf 120 110 Td ( ) Tj ET',
    extra: type3('/FontMatrix [1 0 0 1 0 0] /Widths [1]', '1 0 d0 0 0 1 1 re f'),
  },
  'a glyph as large as its drawing': {
    content: 'BT /F2 1 Tf 20 50 Td ( ) Tj ET',
    extra: type3('/FontMatrix [1 0 0 1 0 0] /Widths [1]', '1 0 d0 90 60 40 20 re f'),
  },
  'a glyph named beside the spaces': {
    content: 'BT /F2 40 Tf 120 110 Td (.) Tj ET',
    extra: {
      11: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [46 /nine]>>>>',
    },
  },
  'letters that are said to be of no width': {
    content: 'BT /F2 30 Tf 120 110 Td (1) Tj 30 0 Td (0) Tj ET',
    extra: {
      11: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 48 /LastChar 57 /Widths [0 0 0 0 0 0 0 0 0 0]>>',
    },
  },
  'text from top to bottom': {
    content: 'BT /F2 20 Tf 200 300 Td <30423044304630483042304430463048> Tj ET',
    extra: {
      11: '<</Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /UniJIS-UCS2-V /DescendantFonts [<</Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo <</Registry (Adobe) /Ordering (Japan1) /Supplement 4>> /DW 1000>>]>>',
    },
  },
  'text of a negative size': { content: 'BT /F1 -60 Tf 1 0 0 -1 300 95 Tm (EUR) Tj ET' },
  'text after a picture whose data ends without a space': {
    content: `BI /W 1 /H 1 /BPC 8 /CS /G ID xEI\n${TEXT}`,
  },
  'text that a picture seems to move': {
    content: `q 1 0 0 1 1 1 cm BI /W 22 /H 1 /BPC 8 /CS /G ID 0 EI 1 0 0 1 700 0 cm \nEI\nQ ${TEXT}`,
  },
  'text after a picture in words with EI': {
    content: `q BI /W 31 /H 1 /BPC 8 /CS /G ID \nEI Q 1 0 0 1 700 0 cm q (xxxxxx \nEI\nQ ${TEXT}`,
  },
  'text behind more saved states than are counted': {
    content: `${'q '.repeat(512)}q 1 0 0 1 100 100 cm q 1 0 0 1 700 0 cm Q BT /F1 12 Tf 20 20 Td (Pay 10 EUR) Tj ET`,
  },
  'text with a word that is no number for some': {
    content: 'BT /F1 12 Tf 1 0 0 1 --9 120 Tm (a long line about what has to be paid) Tj ET',
  },
  'text at a place with an exponent': { content: 'BT /F1 12 Tf 120 120 Td 9e9 0 Td (Pay 10 EUR) Tj ET' },
  'text at a place with a sign inside': { content: 'BT /F1 12 Tf 120-9 120 Td (Pay 10 EUR) Tj ET' },
  'text with a number too many': { content: 'BT /F1 12 Tf 900 120 120 Td (Pay 10 EUR) Tj ET' },
  'a matrix with a number too many': { content: `1 0 0 1 0 0 700 cm ${TEXT}` },
  'a matrix with a number too few': { content: `1 0 0 1 700 cm ${TEXT}` },
  'text behind a comment in a dictionary': { content: `/P <</MCID 0 %(\n>> BDC ${TEXT} EMC` },
  'text after an operator that some readers take apart': { content: `q 1 0 0 1 700 0 cm Q1 0 0 1 0 0 cm ${TEXT}` },
  'the middle of a large curve': { content: '1 w 200 -70 m 270 -70 270 330 200 330 c S' },
  'the middle of a large curve by its beginning': { content: '1 w 20 130 m 20 -170 500 430 v S' },
  'text behind spaces of a standard font': { content: `BT /F1 12 Tf 60 120 Td (${' '.repeat(60)}) Tj (10) Tj ET` },
  'text behind spaces of a font without widths': {
    content: `BT /F2 12 Tf 60 120 Td (${' '.repeat(60)}) Tj (10) Tj ET`,
    extra: { 11: '<</Type /Font /Subtype /Type1 /BaseFont /Unheard-Of>>' },
  },
  'letters that go back over each other': { content: 'BT /F1 60 Tf 60 120 Td -40 Tc (WW) Tj ET' },
  'a thick outline of a letter': { content: 'BT 90 w 1 Tr /F1 12 Tf 60 120 Td (I) Tj ET' },
  'the corner that thick lines run out in': { content: '20 w 340 40 m 310 130 l 340 220 l S' },
  'a corner that runs out further than usual': { content: '8 w 30 M 430 125 m 330 130 l 430 135 l S' },
  'the corner of a closed line': { content: '20 w 340 220 m 340 40 l 310 130 l s' },
  'contents with an operator that does not exist': { content: 'foo' },
  'a string that does not end': { content: `(x ${TEXT}` },
  'text that is invisible by a fraction': { content: 'BT 3.0 Tr /F1 12 Tf 120 120 Td (Pay 10 EUR) Tj ET' },
  'a form with a matrix of five numbers': {
    content: '/X Do',
    resources: OBJECT,
    extra: {
      11: draw(
        'BT /F1 12 Tf 20 20 Td (Pay 10 EUR) Tj ET',
        '/Subtype /Form /BBox [0 0 600 800] /Matrix [1 0 0 1 100 100 0]',
      ),
    },
  },
};

describe('a later signature over', () => {
  it.each(Object.entries(UNSEEN))('%s is told', (_, page) => {
    const [covered, covering] = findings(signed(page));
    expect(covered?.reasonCodes).toContain('PDF_CONTENT_COVERED');
    // Where readers read the contents themselves differently, nobody knows what either was over.
    const isAmbiguous = covered?.reasonCodes.includes('PDF_STRUCTURE_AMBIGUOUS');
    expect(covering?.status).toBe(isAmbiguous === true ? 'INDETERMINATE' : 'VALID');
  });
});

/** The same means where they show nothing below the signature, or something of one colour. */
const PLAIN: Readonly<Record<string, Page>> = {
  'a pattern elsewhere': {
    content: '/Pattern cs /P scn 350 350 90 90 re f 0.9 g 50 50 400 200 re f',
    resources: '/Pattern <</P 11 0 R>>',
    extra: { 11: draw('0 0 5 5 re f', '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9') },
  },
  'a white box on a dark ground': { content: '0.5 g 0 0 600 800 re f 1 g 50 50 400 400 re f' },
  'a white box with round corners on a dark ground': {
    content:
      '0.5 g 0 0 600 800 re f 1 g 60 50 m 440 50 l 446 50 450 54 450 60 c 450 440 l 450 446 446 450 440 450 c 60 450 l 54 450 50 446 50 440 c 50 60 l 50 54 54 50 60 50 c f',
  },
  'white drawings on nothing': { content: `1 g 120 110 ${DIGITS}` },
  'white drawings on white paper': { content: `1 g 0 0 600 800 re f 120 110 ${DIGITS}` },
  'an area that is cut off by lines around a box': {
    content: '20 20 m 500 20 l 500 500 l 20 500 l h W n 0.9 g 0 0 600 800 re f',
  },
  'an area within a box': { content: 'q 20 20 480 480 re W n 0.9 g 0 0 600 800 re f Q' },
  'a state that blends nothing': {
    content: '/G gs 0.9 g 50 50 400 400 re f 1 g 60 60 380 380 re f',
    resources: STATE,
    extra: { 11: '<</BM /Normal /SMask /None /LW 1 /ca 1 /Font [5 0 R 9]>>' },
  },
  'a dotted line': { content: '1 w [1 2] 0 d 90 130 m 310 130 l S' },
  'a line of two points': { content: '2 w 90 130 m 310 130 l S' },
  'an empty glyph for a space': {
    content: 'BT /F2 40 Tf 120 110 Td (   ) Tj ET',
    extra: type3('/FontMatrix [1 0 0 1 0 0] /Widths [1]', '1 0 d0'),
  },
  'a glyph that is painted elsewhere': {
    content: 'BT /F2 1 Tf 120 110 Td ( ) Tj ET',
    extra: type3('/FontMatrix [1 0 0 1 0 0] /Widths [1]', '1 0 d0 300 300 40 20 re f'),
  },
  'dots whose glyphs are named': {
    content: 'BT /F2 12 Tf 100 120 Td (......) Tj ET',
    extra: {
      11: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [32 /space 46 /period 95 /underscore 97 /b]>>>>',
    },
  },
  'narrow letters of a standard font beside it': { content: 'BT /F1 12 Tf 20 120 Td (illi illi illi il) Tj ET' },
  'lines of a font without widths beside it': {
    content: 'BT /F2 12 Tf 20 200 Td (a) Tj 0 20 Td (b) Tj 1 0 0 1 20 300 Tm (c) Tj ET BT 20 40 Td (d) Tj ET',
    extra: { 11: '<</Type /Font /Subtype /Type1 /BaseFont /Unheard-Of>>' },
  },
  'thick lines whose corner is cut off': { content: '20 w 1 M 340 40 m 310 130 l 340 220 l S' },
  'thin lines with a sharp corner': { content: '1 w 340 125 m 302 130 l 340 135 l S' },
  'text from top to bottom beside it': {
    content: 'BT /F2 20 Tf 350 300 Td <3042304430463048> Tj ET',
    extra: {
      11: '<</Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-V /DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /A /DW 1000>>]>>',
    },
  },
  'letters of no width beside it': {
    content: 'BT /F2 12 Tf 80 120 Td (1) Tj ET',
    extra: { 11: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 49 /LastChar 49 /Widths [0]>>' },
  },
  'a picture whose data holds the letters': {
    content: 'q 9 0 0 9 400 400 cm BI /W 6 /H 1 /BPC 8 /CS /G ID xEIxx  EI Q BT /F1 9 Tf 400 300 Td (EI EI) Tj ET',
  },
  'a dictionary with all that may stand in it': {
    content: '/P <</A [1 (a\\)>>) <41>] /B <</C /D>> /E <3E3E> %>>\n>> BDC EMC',
  },
  'saved states in each other': { content: 'q '.repeat(500) + 'Q '.repeat(500) },
  'a large curve around it': {
    content: '1 w 50 0 m -60 0 -60 330 50 330 c 420 330 420 0 50 0 c S'.replace('420 330 420 0', '600 400 600 -60'),
  },
  'all operators that paint nothing': {
    content:
      'BX EX /P MP /P <<>> DP /P BMC EMC 0 J 0 j 9 M 0 i /RelativeColorimetric ri 0 G 0 0 0 RG 0 0 0 0 K /DeviceGray CS 0 SC 0 SCN /DeviceGray cs 0 sc 0 scn [] 0 d +1. w -.5 0 Td',
  },
};

describe('a later signature hides nothing of', () => {
  it.each(Object.entries(PLAIN))('%s', (_, page) => {
    expect(verdicts(signed(page))).toEqual(['VALID', 'VALID']);
  });
});

it('a font that stands in the resources is read once, however often it is chosen', () => {
  const font = `<</Type /Font /Subtype /Type1 /BaseFont /A /Encoding <</Differences [0 ${'/nine '.repeat(30_000)}]>>>>`;
  const page = { content: '/G gs '.repeat(30_000), resources: `/ExtGState <</G <</Font [${font} 9] /D [[1] 0]>>>>` };
  expect(verdicts(signed(page))).toEqual(['VALID', 'VALID']);
});
