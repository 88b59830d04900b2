import { describe, expect, it } from 'vitest';
import { readDer } from '../asn1/asn1-reader.ts';
import { encodeName, readName, type Name } from './name.ts';

const named = (commonName: string): Name => readName(readDer(encodeName([['CN', commonName]])));

describe('names are compared as RFC 4518 prepares them', () => {
  it.each([
    ['letter case', 'Ann Example', 'ANN EXAMPLE'],
    ['spaces', 'Ann Example', '  Ann   Example '],
    ['composition', 'Ren\u00e9', 'Rene\u0301'],
    ['characters that map to nothing', 'Ann', 'A\u00adnn\u200b'],
    ['a few marks in another order', 'a\u0301\u0316', 'a\u0316\u0301'],
  ])('%s do not count', (_what, one, other) => {
    expect(named(one).key).toBe(named(other).key);
  });

  it('more marks than any language has count as they are, hidden between what maps to nothing as well', () => {
    const [marks, others] = ['\u0301\u0316', '\u0316\u0301'].map((pair) => `a${pair.repeat(20)}`);
    expect(named(marks ?? '').key).toBe(named(marks ?? '').key);
    expect(named(marks ?? '').key).not.toBe(named(others ?? '').key);
    const apart = ['\u0301\u00ad\u0316', '\u0316\u00ad\u0301'].map((pair) => named(`a${pair.repeat(20)}`).key);
    expect(apart[0]).not.toBe(apart[1]);
  });

  it('a name that is nothing but marks is read all the same', () => {
    expect(named('\u0301\u0316'.repeat(100_000)).key).toMatch(/^2\.5\.4\.3#/);
  });
});
