import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { describe, expect, it } from 'vitest';
import { TEST_FONTS } from '../../../../e2e/documents/pdf/test-stamp.ts';
import { subsetFont } from './true-type-subset.ts';

const { resolve } = createRequire(import.meta.url);

describe.each(['regular', 'bold'] as const)('a subset of the %s font', (face) => {
  const { font } = TEST_FONTS[face];
  const whole = fontkit.create(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${font.postScriptName}.ttf`)));
  // Plain and composite glyphs, one of several levels, one without outline, one twice.
  const text = 'Agá ůếǖ Ǻﷲ\u0635\u25a1\u25a1Ω\u{1f600}';
  const glyphs = Array.from(text, (character) => font.glyphOf(character.codePointAt(0) ?? 0));

  it('maps characters as another library does', () => {
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      expect(font.glyphOf(codePoint)).toBe(whole.glyphForCodePoint(codePoint).id);
    }
    for (const codePoint of [0x738b, 0xe000, 0x10ffff, 0xfffe]) {
      expect(font.glyphOf(codePoint) !== 0).toBe(whole.hasGlyphForCodePoint(codePoint));
    }
  });

  it('has the outlines and widths of the whole font', () => {
    const { program, glyphCount } = subsetFont(font, [0, ...glyphs]);
    expect(glyphCount).toBeGreaterThan(glyphs.length + 1);
    expect(program.length).toBeLessThan(12_000);
    const subset = fontkit.create(Buffer.from(program));
    expect(subset.numGlyphs).toBe(glyphCount);
    glyphs.forEach((glyph, index) => {
      const [expected, actual] = [whole.getGlyph(glyph), subset.getGlyph(index + 1)];
      expect(actual.path.toSVG()).toBe(expected.path.toSVG());
      expect(actual.advanceWidth).toBe(expected.advanceWidth);
    });
  });
});
