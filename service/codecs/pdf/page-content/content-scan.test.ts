import { describe, expect, it } from 'vitest';
import { ContentScan } from './content-scan.ts';

/** Whether readers differ about streams that are read one after the other. */
function isOdd(...streams: string[]): boolean {
  const scan = new ContentScan();
  return streams.map((text) => scan.add(Buffer.from(text, 'latin1'))).at(-1) ?? false;
}

const picture = (entries: string, data: string): string => `q BI ${entries} ID ${data} EI Q`;

/** Poppler, MuPDF, Ghostscript and PDF.js do not show the same of any of these. */
describe('readers differ about', () => {
  it.each([
    ...['--5', '+-5', '5-3', '5-', '1.2.3', '5e1', '1.0e3', '.', '-', '-.', '5..', '5.-3', '5,3', '5a', '0x5'],
    ...['++5', '6#31', '16#F', '4294967301', '-4294967291', '2147483648', '5d0'],
  ])('the number %s', (number) => {
    expect(isOdd(`1 0 0 1 ${number} 0 cm`)).toBe(true);
  });

  it.each(['qq', 'Qq', 'ETBT', 'foo', 'f8', 'W1', 'Do1', 'stream', 'startxref', 'endstream', 'endobj', 'ID'])(
    'the word %s',
    (word) => {
      expect(isOdd(`q ${word} Q`)).toBe(true);
    },
  );

  it.each([
    ['too many operands of what places a text', 'BT 1 2 3 72 600 Td (a) Tj ET'],
    ['too few operands of what places a text', 'BT 72 Td /P BMC [(a)] TJ EMC ET'],
    ['a place outside of a text', '72 600 1 Td (a) Tj'],
    ['too many operands', '1 2 3 72 600 m'],
    ['too few operands', '72 l'],
    ['no operands', 'cm'],
    ['an operand before text', '1 (a) Tj'],
    ['an operator in a list', '[(a) Tj (b)] TJ'],
    ['a list without an end', '[(a) TJ'],
    ['a dictionary without an end', '/P <</MCID 0 BDC'],
    ['a string without an end', '(abc'],
    ['a string that ends in a backslash', '(abc\\'],
    ['digits without an end', '<4142'],
    ['the end of a string alone', 'q ) Q'],
  ])('%s', (_, text) => {
    expect(isOdd(text)).toBe(true);
  });

  it.each<[string, ...string[]]>([
    ['a comment that goes on in another stream', 'q % c', '0 0 m'],
    ['a string that goes on in another stream', '(Pay 1', '0 EUR) Tj'],
    ['digits that go on in another stream', '<31', '32> Tj'],
    ['a picture that goes on in another stream', 'q BI /W 4 /H 1 /BPC 8 /CS /G ID ab', 'cd EI Q'],
  ])('%s', (_, ...streams) => {
    expect(isOdd(...streams)).toBe(true);
  });

  it.each([
    ['more data than it has', '/W 9 /H 9 /BPC 8 /CS /G', 'abcd'],
    ['less data than it has', '/W 2 /H 2 /BPC 8 /CS /G', 'abcdefghijkl'],
    ['less data, and letters after them', '/Width 2 /Height 2 /BPC 8 /CS /G', 'abcd 0 0 m EI q'],
    ['an end within its data', '/W 4 /H 4 /BPC 8 /CS /DeviceGray', 'ab EI cdefghijk'],
    ['more data than it has, a mask', '/W 9 /H 9 /IM true', 'abcd'],
    ['more data than it has, in colours', '/W 2 /H 1 /BitsPerComponent 8 /ColorSpace /RGB', 'abc'],
    ['another word before its data', '/W 2 /H 2 q', 'abcd'],
    ['a list without an end', '/W 1 /H 4 /BPC 8 /CS /G /D [0', 'abcd'],
  ])('a picture with %s', (_, entries, data) => {
    expect(isOdd(picture(entries, data))).toBe(true);
  });

  it.each([
    ...['(a) Tj', '[(a)] TJ', "(a) '", '1 2 (a) "', '/X Do', '/S sh', '0 0 9 9 re f', '0 0 9 9 re F', '0 0 9 9 re f*'],
    ...['0 0 9 9 re S', '0 0 9 9 re s', '0 0 9 9 re B', '0 0 9 9 re B*', '0 0 9 9 re b', '0 0 9 9 re b*'],
    'BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI',
  ])('what is painted after a way back to a state that was not saved: %s', (painting) => {
    for (const before of ['Q', 'q Q Q', '1 0 0 1 900 0 cm Q', '1 g Q q', '0 0 1 1 re W n q Q Q 0 g']) {
      expect(isOdd(`${before} ${painting}`), before).toBe(true);
      expect(isOdd(before, painting), before).toBe(true);
    }
    expect(isOdd(`q q Q ${painting} Q`)).toBe(false);
    expect(isOdd('q', `${painting} Q`)).toBe(false);
  });

  it('a picture without an end', () => {
    expect(isOdd('q BI /W 2 /H 2 /BPC 8 /CS /G ID abcd Q')).toBe(true);
    expect(isOdd('q BI /F /Fl ID abcd Q')).toBe(true);
  });
});

describe('all read alike', () => {
  it.each([...['0', '+5', '-5', '00005', '5.', '.5', '-.5', '-0', '2147483647', '123456.123456789012']])(
    'the number %s',
    (number) => {
      expect(isOdd(`1 0 0 1 ${number} 0 cm`)).toBe(false);
    },
  );

  it.each([
    ['nothing', ''],
    ['a page', 'q 1 0 0 1 0 0 cm BT /F1 12 Tf 72 600 Td (a\\)(b)) Tj [(a) -20 <41>] TJ ET Q'],
    ['words that begin as no operator', 'q $ zz x Q'],
    ['marked content', '/P <</MCID 0 /L [1 2] /D <<>>>> BDC /X true false null sc EMC'],
    ['numbers before what takes none', '0 0 m 5 n'],
    ['colours of any number of parts', '1 sc 1 2 3 4 SC /P0 scn 0.5 /P0 SCN'],
    ['ends without beginnings', '] >> > } {'],
    ['a place of no text, as in forms of LibreOffice', 'q BT 0.3 0.3 0.3 rg 11.05 0 0 Td ET BT 1 2 Td (a) Tj ET Q'],
    ['comments', '% (\nq %]\rQ % end'],
    ['a state too many that is gone back to at the end', 'q BT /F1 9 Tf (a) Tj ET Q Q'],
    ['states that are not gone back from', 'q q BT /F1 9 Tf (a) Tj ET'],
    ['an operator beside a delimiter', '/GS0 gs[1 2]0 d(a)Tj/F1 9 Tf'],
    ['a picture', picture('/W 2 /H 2 /BPC 8 /CS /G', 'abcd')],
    ['a picture after a line end of two bytes', 'BI /W 2 /H 2 /BPC 8 /CS /G ID\r\nabcd\r\nEI'],
    ['a picture without white space behind', 'q BI /W 2 /H 2 /BPC 8 /CS /G ID abcdEI Q'],
    ['a mask', picture('/W 9 /H 1 /IM true /D [1 0]', 'ab')],
    ['a compressed picture', picture('/W 9 /H 9 /F [/AHx /Fl] /DP [null <</K 1>>]', 'abcdef')],
    ['a picture in colours of its own', picture('/W 9 /H 9 /BPC 8 /CS /Own', 'abcdef')],
  ])('%s', (_, text) => {
    expect(isOdd(text)).toBe(false);
  });

  it.each<[string, ...string[]]>([
    ['operands and operator', '72 600', 'Td'],
    ['a list', '[(a)', '(b)] TJ'],
    ['a dictionary', '/P <</MCID 0', '>> BDC'],
    ['a comment and its line', 'q % c\n', 'Q'],
  ])('%s in two streams', (_, ...streams) => {
    expect(isOdd(...streams)).toBe(false);
  });
});
