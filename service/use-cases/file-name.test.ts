import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayFileName } from './file-name.ts';

describe('displayFileName', () => {
  it.each([
    ['contract.pdf', 'contract.pdf'],
    ['C:\\Users\\anna\\contract.pdf', 'contract.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['a/b\\c.pdf', 'c.pdf'],
    ['inv\u202Efdp.exe', 'invfdp.exe'],
    ['a\u0000b\r\nc\u0085.pdf', 'abc.pdf'],
    ['  name. . .', 'name'],
    ['..', 'document'],
    ['', 'document'],
    ['/', 'document'],
    ['\uD800.pdf', '\uFFFD.pdf'],
    ['Z\u030Caloba 😀.pdf', '\u017Daloba 😀.pdf'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(251)}.pdf`],
    [`${'ž'.repeat(200)}.pdf`, `${'ž'.repeat(125)}.pdf`],
  ])('of %j is %j', (name, expected) => {
    expect(displayFileName(name)).toBe(expected);
  });

  it('is always a short, well-formed name without separators, and stays what it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const shown = displayFileName(name);
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(255);
        expect(shown).not.toMatch(/[/\\\p{Cc}]|^$/u);
        expect(shown.isWellFormed()).toBe(true);
        expect(displayFileName(shown)).toBe(shown);
      }),
    );
  });
});
