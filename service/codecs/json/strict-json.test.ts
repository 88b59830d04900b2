import { describe, expect, it } from 'vitest';
import { parseStrictJson, readStrictJson } from './strict-json.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Buffer => Buffer.from(text, encoding);

describe('readStrictJson', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    ' null ',
    '{"a":{"b":1},"c":{"b":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":["a","a",{"a":[]}],"c":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a\\\\":1,"a":"\\\\","b":2}',
  ])('reads %s as everybody does', (text) => {
    expect(readStrictJson(bytes(text))).toEqual(JSON.parse(text));
  });

  it('passes a byte order mark over', () => {
    expect(readStrictJson(bytes('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":{"b":1,"c":[],"b":2}}', 'a:b'],
    ['{"l":[{},{"x":1},{"y":{"z":1,"z":2}}]}', 'l:2:y:z'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', ''],
    ['[[],[{"a":"}","a":"{"}]]', '1:0:a'],
  ])('names what is doubled in %s', (text, name) => {
    expect(() => readStrictJson(bytes(text))).toThrow(`${name} is there more than once`);
  });

  it('shows no more than the beginning of a name', () => {
    const name = 'n'.repeat(50_000);
    expect(() => parseStrictJson(`{"${name}":1,"${name}":2}`)).toThrow(/^n{100} is there more than once$/);
  });

  it.each([
    ['UTF-16', bytes('{"a":1}', 'utf16le')],
    ['UTF-16 with a mark', bytes('\uFEFF{"a":1}', 'utf16le')],
    ['Latin-1', bytes('{"a":"\u00FC"}', 'latin1')],
  ])('does not guess at %s', (_name, text) => {
    expect(() => readStrictJson(text)).toThrow();
  });

  it('says of Latin-1 that it is not UTF-8, and refuses what follows the value', () => {
    expect(() => readStrictJson(bytes('{"a":"\u00FC"}', 'latin1'))).toThrow('not in UTF-8');
    expect(() => readStrictJson(bytes('{} {}'))).toThrow();
  });
});
