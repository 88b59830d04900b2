import type { TrueTypeFont } from './true-type-font.ts';

/** A glyph where a shaper put it; lengths in units of the font that the text is set in. */
export interface ShapedGlyph {
  readonly glyph: number;
  /** Where it comes from, when that is another font. */
  readonly font?: TrueTypeFont;
  /** The characters it stands for. */
  readonly text: string;
  readonly advance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Glyphs of a run from left to right, joined and with their marks in place as the script asks for. */
export type TextShaper = (text: string, isRightToLeft: boolean) => readonly ShapedGlyph[];

export interface StampFont {
  readonly font: TrueTypeFont;
  /** Needed only for text that `needsShaping`; without it such text is drawn letter by letter. */
  readonly shape: TextShaper | null;
  /** For characters that the font lacks, in this order; only for scripts that take a glyph a character. */
  readonly fallbacks?: readonly TrueTypeFont[];
}

export interface StampFonts {
  readonly regular: StampFont;
  readonly bold: StampFont;
}

const SHAPED = /[\p{M}\p{Script=Arabic}\p{Script=Nko}]/u;

/** True when letters join or marks have to be placed, which takes more than a glyph a character. `text` in NFC. */
export function needsShaping(text: string): boolean {
  return SHAPED.test(text);
}

/** U+25A1, drawn for a character the font does not have. */
const REPLACEMENT = 0x25a1;
/** Joiners tell a shaper what to do and are not drawn. */
const JOINERS = /[\u200c\u200d]/u;

/** One glyph a character; what no font has becomes a box that still stands for its character. */
export function simpleGlyphs(text: string, own: StampFont): ShapedGlyph[] {
  const glyphs: ShapedGlyph[] = [];
  for (const character of text) if (!JOINERS.test(character)) glyphs.push(simpleGlyph(character, own));
  return glyphs;
}

/** Scripts whose letters join, move or pile up: without a shaper for their fonts a box is better than a wrong word. */
const JOINED_SCRIPTS = scriptsPattern(
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gujarati Gurmukhi Kannada Malayalam Oriya Sinhala Tamil Telugu',
  'Thai Lao Khmer Myanmar Tibetan Balinese Javanese',
);

function scriptsPattern(...names: readonly string[]): RegExp {
  const scripts = names.join(' ').split(' ');
  return new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');
}

function fallbackFor(character: string, { fallbacks = [] }: StampFont): TrueTypeFont | undefined {
  if (fallbacks.length === 0 || JOINED_SCRIPTS.test(character)) return undefined;
  const codePoint = character.codePointAt(0) ?? 0;
  return fallbacks.find((font) => font.glyphOf(codePoint) !== 0);
}

function simpleGlyph(character: string, source: StampFont): ShapedGlyph {
  const { font } = source;
  const codePoint = character.codePointAt(0) ?? 0;
  const at = { text: character, xOffset: 0, yOffset: 0 };
  const own = font.glyphOf(codePoint);
  const other = own === 0 ? fallbackFor(character, source) : undefined;
  if (other !== undefined) {
    const glyph = other.glyphOf(codePoint);
    return { ...at, glyph, advance: advanceIn(font, other, glyph), font: other };
  }
  const glyph = own === 0 ? font.glyphOf(REPLACEMENT) : own;
  return { ...at, glyph, advance: font.advanceOf(glyph) };
}

/** The width of a glyph of `other` in units of `font`. */
export function advanceIn(font: TrueTypeFont, other: TrueTypeFont, glyph: number): number {
  return (other.advanceOf(glyph) * font.unitsPerEm) / other.unitsPerEm;
}

let segmenter: Intl.Segmenter | undefined;

/**
 * The characters of `text` as a person sees them: a letter with all its marks, whatever the locale. What finds them is made
 * when it is first asked, since it takes 4 MiB and as long as several signatures, and most signatures have no stamp.
 */
export function clustersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Glyphs as the script asks for; clusters that the font lacks are drawn a glyph a character, or as boxes. */
export function shapedGlyphs(
  text: string,
  source: StampFont & { readonly shape: TextShaper },
  isRightToLeft: boolean,
): ShapedGlyph[] {
  const runs: { text: string; readonly isOwn: boolean }[] = [];
  for (const cluster of clustersOf(text)) {
    const isOwn = Array.from(cluster).every((item) => isDrawable(item, source.font));
    const last = runs.at(-1);
    if (last?.isOwn === isOwn) last.text += cluster;
    else runs.push({ text: cluster, isOwn });
  }
  const drawn = runs.map((run) => {
    if (run.isOwn) return source.shape(run.text, isRightToLeft);
    const glyphs = simpleGlyphs(run.text, source);
    return isRightToLeft ? glyphs.reverse() : glyphs;
  });
  return (isRightToLeft ? drawn.reverse() : drawn).flat();
}

function isDrawable(character: string, font: TrueTypeFont): boolean {
  return JOINERS.test(character) || font.glyphOf(character.codePointAt(0) ?? 0) !== 0;
}

/** Line ends, and what has no meaning that fonts agree about. */
const NO_LETTERS = /[\n\p{Co}\p{Cn}]/u;

/** The characters of a text that a fallback could draw where the font has no glyph, each once. */
export function missingCharacters(text: string, { font }: StampFont): Set<string> {
  const missing = new Set<string>();
  for (const character of text) {
    const isExcluded = JOINED_SCRIPTS.test(character) || NO_LETTERS.test(character);
    if (!isExcluded && !isDrawable(character, font)) missing.add(character);
  }
  return missing;
}
