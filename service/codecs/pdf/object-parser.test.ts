import { describe, expect, it } from 'vitest';
import { ObjectParser } from './object-parser.ts';
import { PdfDictionary, PdfName, PdfReference, PdfStream, PdfString, type PdfObject } from './pdf-objects.ts';

function parse(text: string): PdfObject {
  return new ObjectParser(Buffer.from(text, 'latin1'), 0).parseObject();
}

function bytesOf(object: PdfObject): string {
  if (!(object instanceof PdfString)) throw new Error('not a string');
  return Buffer.from(object.bytes).toString('latin1');
}

describe('numbers, names and references', () => {
  it.each([
    ['0', 0],
    ['17 ', 17],
    ['+17', 17],
    ['-98', -98],
    ['34.5', 34.5],
    ['-3.62', -3.62],
    ['4.', 4],
    ['-.002', -0.002],
    ['true', true],
    ['false]', false],
    ['null', null],
    ['% comment\n 5', 5],
  ])('reads %s', (text, value) => {
    expect(parse(text)).toBe(value);
  });

  it.each(['--5', '1.2.3', '12a', '1e5', '.', '+', 'nul', 'nullx', '', ')', '>>', '99999999999999999999x'])(
    'refuses %s',
    (text) => {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }));
    },
  );

  it.each([
    ['/Name1', 'Name1'],
    ['/A;Name_With-Various***Characters?', 'A;Name_With-Various***Characters?'],
    ['/paired#28#29parentheses', 'paired()parentheses'],
    ['/A#42#20C', 'AB C'],
    ['/', ''],
    ['/A#4', 'A\uff034'],
    ['/A#zz', 'A#zz'],
    ['/A/B', 'A'],
  ])('reads the name %s', (text, value) => {
    expect(parse(text)).toEqual(new PdfName(value));
  });

  it('tells a reference from numbers', () => {
    expect(parse('12 0 R')).toEqual(new PdfReference(12, 0));
    expect(parse('[1 2 3 0 R 4 5 R6]'.replace('R6', 'R 6'))).toEqual([
      1,
      2,
      new PdfReference(3, 0),
      new PdfReference(4, 5),
      6,
    ]);
    expect(parse('[1 0 /R]')).toEqual([1, 0, new PdfName('R')]);
  });
});

describe('long hexadecimal strings', () => {
  const bytes = Buffer.from(Array.from({ length: 1_024 }, (_, index) => (index * 7) % 256));
  const hex = bytes.toString('hex');

  it.each([
    ['lower case', hex],
    ['upper case', hex.toUpperCase()],
    ['with space between', `${hex.slice(0, 900)} \n${hex.slice(900)}`],
    ['with space at the end', `${hex}  `],
    ['with space instead of the last digit', `${hex.slice(0, -2)}\t${hex.slice(-2)}`],
  ])('are read the same: %s', (_, digits) => {
    expect(bytesOf(parse(`<${digits}>`))).toBe(bytes.toString('latin1'));
  });

  it('have a zero added where their digits are odd', () => {
    expect(bytesOf(parse(`<${hex}a>`))).toBe(`${bytes.toString('latin1')}\xa0`);
  });

  it.each([0, 1, 600, 2_046, 2_047])('are refused with another character at %i', (place) => {
    for (const character of ['g', '<', '-', '\xe9', 'x']) {
      const digits = `${hex.slice(0, place)}${character}${hex.slice(place + 1)}`;
      expect(() => parse(`<${digits}>`)).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }));
    }
  });
});

describe('strings', () => {
  it.each([
    ['(simple)', 'simple'],
    ['(a (nested) b)', 'a (nested) b'],
    [String.raw`(\n\r\t\b\f\(\)\\)`, '\n\r\t\b\f()\\'],
    [String.raw`(\101\1019\53\0)`, 'AA9+\0'],
    [String.raw`(\q)`, 'q'],
    ['(one\\\ntwo\\\r\nthree\\\rfour)', 'onetwothreefour'],
    ['(a\rb\r\nc\nd)', 'a\nb\nc\nd'],
    ['<48 65\n6C6c6F>', 'Hello'],
    ['<7>', 'p'],
    ['<>', ''],
    ['()', ''],
  ])('reads %s', (text, value) => {
    expect(bytesOf(parse(text))).toBe(value);
  });

  it.each(['(open', '(open\\', '(a (b)', '<4G>', '<41'])('refuses %s', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }));
  });
});

describe('containers', () => {
  it('reads a dictionary and marks repeated keys', () => {
    const dictionary = parse('<</A 1/B[2 3]/C<</D null>>/A 4>>');
    if (!(dictionary instanceof PdfDictionary)) throw new Error('not a dictionary');
    expect(dictionary.get('A')).toBe(4);
    expect(dictionary.get('B')).toEqual([2, 3]);
    expect(dictionary.get('Z')).toBeNull();
    expect(dictionary.hasDuplicateKeys).toBe(true);
  });

  it('gives the exact places of dictionary values', () => {
    const text = '  <</A  1 /Contents  <00ff>/B [1 2]>>';
    const spans = new ObjectParser(Buffer.from(text), 1000).parseDictionarySpans();
    expect(spans.map(({ key, start, end }) => [key, text.slice(start - 1000, end - 1000)])).toEqual([
      ['A', '1'],
      ['Contents', '<00ff>'],
      ['B', '[1 2]'],
    ]);
  });

  it.each(['[1 2', '<</A 1', '<</A>>', '<<1 2>>', '<</A 1>'])('refuses %s', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }));
  });

  it('bounds nesting', () => {
    expect(parse('['.repeat(100) + ']'.repeat(100))).toHaveLength(1);
    const tooDeep = '['.repeat(101) + ']'.repeat(101);
    expect(() => parse(tooDeep)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }));
    expect(() => parse(`[${'<<>>'.repeat(250_000)}]`)).toThrow(expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }));
  });
});

describe('indirect objects', () => {
  it('stops at stream data', () => {
    const parser = new ObjectParser(Buffer.from('7 1 obj <</Length 3>> stream\r\nabc\nendstream endobj'), 500);
    expect(parser.parseObjectHeader()).toEqual(new PdfReference(7, 1));
    const stream = parser.parseObjectBody();
    expect(stream).toBeInstanceOf(PdfStream);
    expect(stream).toMatchObject({ dataOffset: 530 });
  });

  it.each(['5 endob', '5', '<<>> stream\rabc', '<<>>'])('refuses the body %s', (text) => {
    const parser = new ObjectParser(Buffer.from(text), 0);
    expect(() => parser.parseObjectBody()).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }));
  });

  it('says when its answer depended on the end of the bytes', () => {
    const parser = new ObjectParser(Buffer.from('12'), 0);
    parser.parseObject();
    expect(parser.touchedEnd).toBe(true);
    const whole = new ObjectParser(Buffer.from('12 /A'), 0);
    whole.parseObject();
    expect(whole.touchedEnd).toBe(false);
  });
});
