import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../renderer/styles/tokens.css', import.meta.url), 'utf8');

function pair(name: string): readonly [string, string] {
  const match = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  if (match?.[1] === undefined || match[2] === undefined) throw new Error(`--${name} is not a pair of colours`);
  return [match[1], match[2]];
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const TEXTS = [
  ['ink', ['paper', 'surface', 'sunken', 'accent-soft', 'good-soft', 'bad-soft', 'warn-soft']],
  ['ink-soft', ['paper', 'surface', 'sunken', 'accent-soft', 'bad-soft']],
  ['ink-faint', ['paper', 'surface', 'sunken']],
  ['accent', ['paper', 'surface', 'sunken', 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['good', ['surface', 'good-soft']],
  ['bad', ['surface', 'paper', 'bad-soft']],
  ['warn', ['surface', 'sunken', 'warn-soft']],
] as const;

describe('the colours', () => {
  it.each(TEXTS.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const)))(
    '%s on %s can be read in light and dark (WCAG 2.2 1.4.3: 4.5)',
    (text, ground) => {
      for (const theme of [0, 1] as const) {
        expect(contrast(pair(text)[theme], pair(ground)[theme])).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(['paper', 'surface', 'sunken'])('the focus ring stands out on %s (1.4.11: 3)', (ground) => {
    for (const theme of [0, 1] as const) {
      expect(contrast(pair('focus')[theme], pair(ground)[theme])).toBeGreaterThanOrEqual(3);
    }
  });
});
