import { describe, expect, it } from 'vitest';
import { TEST_FONTS } from '../../../../e2e/documents/pdf/test-stamp.ts';
import { cleanStampText, LineBreaker, textLine } from './text-line.ts';

const { regular } = TEST_FONTS;
const WIDTH = 30_000;

describe('lines', () => {
  const texts = {
    words: 'the quick brown fox jumps over the lazy dog '.repeat(10),
    'one long word': 'x'.repeat(500),
    'long words between short ones': `a ${'W'.repeat(120)} b ${'i'.repeat(300)} c`,
    'no letters of the font': '\u738b\u5c0f\u660e'.repeat(50),
    'right to left': '\u05d0\u05e0\u05d9 \u05de\u05e1\u05db\u05d9\u05dd '.repeat(30),
  };
  it.each(Object.entries(texts))('of %s are never too wide and lose nothing', (_, text) => {
    const lines = new LineBreaker(regular).break(text.trim(), WIDTH, 100);
    for (const line of lines) expect(textLine(line, false, regular).width).toBeLessThanOrEqual(WIDTH);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(lines.length).toBeGreaterThan(1);
  });

  it('keep marks with their letters', () => {
    const lines = new LineBreaker(regular).break('q\u0303'.repeat(100), WIDTH, 100);
    for (const line of lines) expect(line).toMatch(/^(q\u0303)+$/);
  });

  it('end with an ellipsis that fits where they are cut', () => {
    const breaker = new LineBreaker(regular);
    const lines = breaker.break(texts.words, WIDTH, 100);
    const cut = breaker.cut(lines, 2, WIDTH);
    expect(cut).toHaveLength(2);
    expect(cut[1]).toMatch(/\u2026$/);
    expect(textLine(cut[1] ?? '', false, regular).width).toBeLessThanOrEqual(WIDTH);
    expect(breaker.cut(lines, lines.length, WIDTH)).toEqual(lines);
  });
});

it('draws a box that is still read as its character where the font has none', () => {
  const { glyphs } = textLine('a\u738b', false, regular);
  const box = regular.font.glyphOf(0x25a1);
  expect(glyphs.map(({ glyph, text }) => [glyph, text])).toEqual([
    [regular.font.glyphOf(0x61), 'a'],
    [box, '\u738b'],
  ]);
  expect(box).not.toBe(0);
});

it('cleans text of what steers or hides it', () => {
  expect(cleanStampText('a\r\nb\rc\u2028d\te\u0007')).toBe('a\nb\nc\nd e');
  expect(cleanStampText('\u202egnp.exe\u202c \u200b\ufeffok\u00ad')).toBe('gnp.exe ok');
  expect(cleanStampText('e\u0301 \ud800')).toBe('\u00e9 \ufffd');
  expect(cleanStampText('\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645')).toContain('\u200c');
  expect(cleanStampText('x\n\n\n')).toBe('x');
  expect(cleanStampText(`q${'\u0303'.repeat(400)}`)).toBe(`q${'\u0303'.repeat(4)}`);
});
