import type { TrueTypeFont } from './true-type-font.ts';

/** A glyph where a shaper put it; lengths in font units. */
export interface ShapedGlyph {
  readonly glyph: number;
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

/** One glyph a character; what the font lacks becomes a box that still stands for its character. */
export function simpleGlyphs(text: string, { font }: StampFont): ShapedGlyph[] {
  const glyphs: ShapedGlyph[] = [];
  for (const character of text) {
    if (JOINERS.test(character)) continue;
    const own = font.glyphOf(character.codePointAt(0) ?? 0);
    const glyph = own === 0 ? font.glyphOf(REPLACEMENT) : own;
    glyphs.push({ glyph, text: character, advance: font.advanceOf(glyph), xOffset: 0, yOffset: 0 });
  }
  return glyphs;
}

/** The text with a box for every character the font lacks. */
export function withReplacements(text: string, { font }: StampFont): string {
  let result = '';
  for (const character of text) {
    const isDrawable = JOINERS.test(character) || font.glyphOf(character.codePointAt(0) ?? 0) !== 0;
    result += isDrawable ? character : String.fromCodePoint(REPLACEMENT);
  }
  return result;
}
