import { describe, expect, it } from 'vitest';
import { isRightToLeftParagraph, mirrored, visualRuns } from './bidirectional-text.ts';

/** What stands on the paper from left to right; capitals stand for Hebrew letters. */
function shown(line: string, isRightToLeft: boolean): string {
  const hebrew = line.replaceAll(/[A-Z]/g, (letter) => String.fromCharCode(0x5d0 + letter.charCodeAt(0) - 0x41));
  const drawn = visualRuns(hebrew, isRightToLeft).map((run) =>
    run.isRightToLeft ? Array.from(run.text, mirrored).reverse().join('') : run.text,
  );
  return drawn.join('').replaceAll(/[\u05d0-\u05ea]/g, (letter) => {
    return String.fromCharCode(letter.charCodeAt(0) - 0x5d0 + 0x41);
  });
}

describe('mixed directions', () => {
  it.each([
    ['plain text (1)', false, 'plain text (1)'],
    ['ABC', true, 'CBA'],
    ['car ABC DEF boat', false, 'car FED CBA boat'],
    ['ABC car DEF', true, 'FED car CBA'],
    ['ABC 12.50 DEF', true, 'FED 12.50 CBA'],
    ['ABC, 45/2026.', true, '.45/2026 ,CBA'],
    ['ABC (car boat) 123', true, '123 (car boat) CBA'],
    ['ABC (DEF) GHI', true, 'IHG (FED) CBA'],
    ['car (ABC) boat', false, 'car (CBA) boat'],
    ['price: 20 EUR ABC', false, 'price: 20 EUR CBA'.replace('EUR CBA', 'CBA RUE')],
    ['ABC -5%', true, '5%- CBA'],
  ])('%s', (line, isRightToLeft, expected) => {
    expect(shown(line, isRightToLeft)).toBe(expected);
  });

  it('takes the direction of a paragraph from its first letter', () => {
    expect(isRightToLeftParagraph('123 (\u05d0) a')).toBe(true);
    expect(isRightToLeftParagraph('123 a \u05d0')).toBe(false);
    expect(isRightToLeftParagraph('123')).toBe(false);
  });
});
