import type { PdfDocument } from '../pdf-document.ts';
import { characterTexts, type CharacterTexts } from './character-texts.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfStream, type PdfObject } from '../pdf-objects.ts';
import type { Rectangle } from '../rectangle.ts';
import { readGlyphs, type PaintGlyph } from './drawn-glyphs.ts';
import { readEncoding } from './plain-font.ts';
import { standardWidths } from './standard-widths.ts';

/** How wide texts of a font are, in parts of the font size, and what they say. */
export interface FontWidths {
  /** Two bytes for each character, as nearly all composite fonts are used. */
  readonly isComposite: boolean;
  /** Lines go from top to bottom (clause 9.7.4.3). */
  readonly isVertical: boolean;
  readonly widthOf: (code: number) => number;
  /** Whether the width of a code is a guess, so that nobody can tell where the next one is painted. */
  readonly isGuess: (code: number) => boolean;
  /** Whether a code shows a space, full stop or underscore: places to be filled in. Throws PdfError. */
  readonly isLeader: (code: number) => boolean;
  /**
   * Where the glyph of a code is painted, at a font size of 1; null where nobody can tell. Of fonts whose glyphs are
   * content streams (clause 9.6.4); null for all others. Throws PdfError.
   */
  readonly glyphOf: ((code: number) => readonly Rectangle[] | null) | null;
  /** Throws PdfError. */
  readonly textOf: CharacterTexts;
}

/** The codes of the characters in a text that is shown in a font. */
export function codesOf(text: Uint8Array, { isComposite }: Pick<FontWidths, 'isComposite'>): readonly number[] {
  if (!isComposite) return [...text];
  return Array.from({ length: Math.ceil(text.length / 2) }, (_, index) => {
    return (text[2 * index] ?? 0) * 256 + (text[2 * index + 1] ?? 0);
  });
}

/** Wider than what most letters are, for fonts that do not say. */
const USUAL_WIDTH = 0.6;
const LEADERS = new Set([0x20, 0x2e, 0x5f, 0xa0]);
const isUsualLeader = (code: number): boolean => LEADERS.has(code);
export const UNKNOWN_FONT: FontWidths = {
  isComposite: false,
  isVertical: false,
  widthOf: () => USUAL_WIDTH,
  isGuess: () => true,
  isLeader: isUsualLeader,
  glyphOf: null,
  textOf: () => '',
};

const MAX_WIDTHS = 70_000;

/**
 * Reads /Widths, or /W of a composite font (ISO 32000-2 clauses 9.2.4 and 9.7.4.3). `paintGlyph` tells where the content
 * stream of a glyph paints; null where it cannot. Throws PdfError.
 */
export function readFontWidths(document: PdfDocument, written: PdfObject, paintGlyph: PaintGlyph): FontWidths {
  const font = document.resolve(written);
  if (!(font instanceof PdfDictionary)) return UNKNOWN_FONT;
  const textOf = characterTexts(document, font);
  if (isNamed(document.get(font, 'Subtype'), 'Type0')) {
    const isVertical = isDownward(document, document.get(font, 'Encoding'));
    return { ...compositeWidths(document, font), isVertical, isLeader: () => false, glyphOf: null, textOf };
  }
  const isType3 = isNamed(document.get(font, 'Subtype'), 'Type3');
  return {
    ...{ isComposite: false, isVertical: false, textOf },
    ...simpleWidths(document, font, isType3 ? glyphScale(document, font) : 0.001),
    isLeader: leadersOf(document, font, textOf),
    glyphOf: isType3 ? readGlyphs(document, font, paintGlyph) : null,
  };
}

type Widths = Pick<FontWidths, 'isComposite' | 'widthOf' | 'isGuess'>;

/** Of each code, null where the font does not say. */
function simpleWidths(
  document: PdfDocument,
  font: PdfDictionary,
  scale: number,
): Pick<FontWidths, 'widthOf' | 'isGuess'> {
  const known = writtenWidths(document, font, scale) ?? widthsOfStandard(document, font);
  return { widthOf: (code) => known(code) ?? USUAL_WIDTH, isGuess: (code) => known(code) === null };
}

type KnownWidths = (code: number) => number | null;

function writtenWidths(document: PdfDocument, font: PdfDictionary, scale: number): KnownWidths | null {
  const widths = document.get(font, 'Widths');
  const first = document.get(font, 'FirstChar');
  if (!isPdfArray(widths) || typeof first !== 'number') return null;
  return (code) => {
    const width = document.resolve(widths[code - first] ?? null);
    return typeof width === 'number' ? Math.abs(width) * scale : null;
  };
}

/** The standard fonts need not say how wide they are (clause 9.6.2.2). */
function widthsOfStandard(document: PdfDocument, font: PdfDictionary): KnownWidths {
  const name = document.get(font, 'BaseFont');
  const widths = name instanceof PdfName ? standardWidths(name.value) : null;
  const characterOf = readEncoding(document, document.get(font, 'Encoding'));
  if (widths === null || characterOf === null) return () => null;
  return (code) => {
    const character = characterOf(code);
    // Letters with a mark are as wide as without it.
    const isKnown = character !== null && /^[\x20-\x7e]/.test(character.normalize('NFD'));
    return isKnown ? widths(character) : null;
  };
}

/** By the name of a predefined CMap, or what an embedded one says (clauses 9.7.5.2 and 9.7.5.3). */
function isDownward(document: PdfDocument, encoding: PdfObject): boolean {
  if (encoding instanceof PdfName) return encoding.value === 'V' || encoding.value.endsWith('-V');
  if (!(encoding instanceof PdfStream)) return false;
  if (document.get(encoding.dictionary, 'WMode') === 1) return true;
  return /\/WMode\s+1\b/.test(Buffer.from(document.decodeStream(encoding)).toString('latin1'));
}

/** Names of the glyphs that leave a place to be filled in. */
const LEADER_NAMES = new Set(['space', 'period', 'underscore', 'nbspace', 'nonbreakingspace', 'uni00A0', '.notdef']);
const LEADER_TEXTS = new Set([' ', '.', '_', '\u00a0']);
/** Flag of a font descriptor (table 121): its codes stand for what the font program wants. */
const SYMBOLIC = 4;

/** Which codes of a simple font are leaders: by the encoding, and where that is the font's own by what is copied. */
function leadersOf(document: PdfDocument, font: PdfDictionary, textOf: CharacterTexts): FontWidths['isLeader'] {
  const encoding = document.get(font, 'Encoding');
  const others = encoding instanceof PdfDictionary ? renamed(document, document.get(encoding, 'Differences')) : NONE;
  const flags = document.get(document.dictionary(font, 'FontDescriptor') ?? font, 'Flags');
  const isOwn = encoding === null && typeof flags === 'number' && (flags & SYMBOLIC) !== 0;
  return (code) => LEADERS.has(code) && !others.has(code) && (!isOwn || LEADER_TEXTS.has(textOf(code)));
}

const NONE: ReadonlySet<number> = new Set();

/** Codes that /Differences gives to glyphs that are no leaders. */
function renamed(document: PdfDocument, differences: PdfObject): ReadonlySet<number> {
  const found = new Set<number>();
  let code = 0;
  for (const written of isPdfArray(differences) ? differences : []) {
    const item = document.resolve(written);
    if (typeof item === 'number') code = item;
    else if (item instanceof PdfName) {
      if (!LEADER_NAMES.has(item.value)) found.add(code);
      code++;
    }
  }
  return found;
}

function glyphScale(document: PdfDocument, font: PdfDictionary): number {
  const matrix = document.get(font, 'FontMatrix');
  const scale = isPdfArray(matrix) ? document.resolve(matrix[0] ?? null) : null;
  return typeof scale === 'number' ? Math.abs(scale) : 0.001;
}

function compositeWidths(document: PdfDocument, font: PdfDictionary): Widths {
  const descendants = document.get(font, 'DescendantFonts');
  const descendant = isPdfArray(descendants) ? document.resolve(descendants[0] ?? null) : null;
  if (!(descendant instanceof PdfDictionary)) return { isComposite: true, widthOf: () => 1, isGuess: () => true };
  const usual = document.get(descendant, 'DW');
  const widths = new Map<number, number>();
  const list = document.get(descendant, 'W');
  if (isPdfArray(list)) readRanges(document, list, widths);
  return {
    isComposite: true,
    isGuess: () => false,
    widthOf: (code) => (widths.get(code) ?? (typeof usual === 'number' ? usual : 1000)) / 1000,
  };
}

/** `c [w1 w2 ...]` or `first last w`. */
function readRanges(document: PdfDocument, list: readonly PdfObject[], widths: Map<number, number>): void {
  for (let index = 0; index + 1 < list.length && widths.size < MAX_WIDTHS;) {
    const first = document.resolve(list[index] ?? null);
    const second = document.resolve(list[index + 1] ?? null);
    if (typeof first !== 'number') return;
    if (isPdfArray(second)) {
      second.forEach((item, offset) => {
        const width = document.resolve(item);
        if (typeof width === 'number') widths.set(first + offset, width);
      });
      index += 2;
    } else {
      const width = document.resolve(list[index + 2] ?? null);
      if (typeof second !== 'number' || typeof width !== 'number') return;
      for (let code = first; code <= second && widths.size < MAX_WIDTHS; code++) widths.set(code, width);
      index += 3;
    }
  }
}
