import type { Rectangle } from '../rectangle.ts';

/** One character where a drawing shows it. */
export interface ShownGlyph {
  readonly character: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Height of the font in the units of the drawing. */
  readonly size: number;
  /** What of the drawing is visible here. */
  readonly clip: Rectangle;
}

export interface ShownLine {
  readonly text: string;
  readonly glyphs: readonly ShownGlyph[];
}

/** Parts of the font size that letters reach above and below their line. */
const ASCENT = 0.72;
const DESCENT = 0.22;
/** Parts of the font size that may be cut off without a letter looking like another one. */
const CUT = 0.06;
/** Between characters of one word; wider reads as a space, narrower as one thing. */
const GAP = { least: -0.15, most: 0.2 };
const SMALLEST_SIZE = 3.9;

/**
 * The lines that glyphs make, from top to bottom; null where somebody could read them otherwise: of different sizes, too
 * small, cut off, drawn over each other, or in another order. `hasCells`: each character stands in a cell of its own.
 */
export function linesOf(glyphs: readonly ShownGlyph[], hasCells: boolean): ShownLine[] | null {
  const lines: ShownGlyph[][] = [];
  for (const glyph of glyphs) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (!isReadable(glyph) || (last !== undefined && Math.abs(last.size - glyph.size) > 0.01 * last.size)) return null;
    if (line === undefined || last === undefined) lines.push([glyph]);
    else if (Math.abs(last.baseline - glyph.baseline) <= 0.02 * glyph.size) {
      if (!hasCells && !follows(last, glyph)) return null;
      line.push(glyph);
    } else if (last.baseline - glyph.baseline >= 0.8 * glyph.size) lines.push([glyph]);
    else return null;
  }
  return lines.map((line) => ({ glyphs: line, text: line.map(({ character }) => character).join('') }));
}

function follows(last: ShownGlyph, next: ShownGlyph): boolean {
  const gap = (next.left - last.right) / next.size;
  return gap >= GAP.least && gap <= GAP.most;
}

function isReadable({ character, left, right, baseline, size, clip }: ShownGlyph): boolean {
  if (size < SMALLEST_SIZE) return false;
  if (character === ' ') return true;
  const cut = CUT * size;
  const isInside = left >= clip[0] - cut && right <= clip[2] + cut;
  return isInside && baseline - DESCENT * size >= clip[1] - cut && baseline + ASCENT * size <= clip[3] + cut;
}
