import type { PdfDocument } from '../pdf-document.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, type PdfObject } from '../pdf-objects.ts';
import { characterOfGlyph } from './glyph-names.ts';
import { standardWidths, type CharacterWidths } from './standard-widths.ts';

/** A font whose glyphs everybody knows, so that its codes say what they show. */
export interface PlainFont {
  /** Null where it is not certain what the code shows. */
  readonly characterOf: (code: number) => string | null;
  readonly widthOf: CharacterWidths;
}

const FONT_KEYS = new Set('Type Subtype Name BaseFont Encoding FirstChar LastChar Widths FontDescriptor'.split(' '));
/** Table 121: a font whose own encoding counts. */
const SYMBOLIC = 4;
/** How far /Widths may be from what the glyphs need, in thousandths. */
const WIDTH_TOLERANCE = 60;

/**
 * A simple font that is not in the file but one of the standard text fonts (ISO 32000-2 clause 9.6.2.2), with an
 * encoding that is understood; null for every other font: what embedded programs draw cannot be told from their codes.
 * Throws PdfError.
 */
export function readPlainFont(document: PdfDocument, written: PdfObject): PlainFont | null {
  const font = document.resolve(written);
  if (!(font instanceof PdfDictionary) || font.hasDuplicateKeys) return null;
  const baseFont = document.get(font, 'BaseFont');
  const widthOf = baseFont instanceof PdfName ? standardWidths(baseFont.value) : null;
  const isSimple = ['Type1', 'TrueType'].some((kind) => isNamed(document.get(font, 'Subtype'), kind));
  if (widthOf === null || !isSimple || ![...font.entries.keys()].every((key) => FONT_KEYS.has(key))) return null;
  if (isEmbedded(document, font)) return null;
  const characterOf = readEncoding(document, document.get(font, 'Encoding'));
  return characterOf === null || !hasHonestWidths(document, font, { characterOf, widthOf })
    ? null
    : { characterOf, widthOf };
}

/** Or has codes of its own. */
function isEmbedded(document: PdfDocument, font: PdfDictionary): boolean {
  const descriptor = document.get(font, 'FontDescriptor');
  if (descriptor === null) return false;
  if (!(descriptor instanceof PdfDictionary)) return true;
  const flags = document.get(descriptor, 'Flags');
  const isSymbolic = typeof flags === 'number' && (flags & SYMBOLIC) !== 0;
  return isSymbolic || [...descriptor.entries.keys()].some((key) => key.startsWith('FontFile'));
}

/** Widths that are not those of the glyphs would pile them up or tear them apart. */
function hasHonestWidths(document: PdfDocument, font: PdfDictionary, { characterOf, widthOf }: PlainFont): boolean {
  const widths = document.get(font, 'Widths');
  if (widths === null) return true;
  const first = document.get(font, 'FirstChar');
  if (!isPdfArray(widths) || typeof first !== 'number' || widths.length > 256) return false;
  return widths.every((item, index) => {
    const character = characterOf(first + index);
    const width = document.resolve(item);
    if (character === null || !/^[\x20-\x7e]$/.test(character)) return true;
    return typeof width === 'number' && Math.abs(width - widthOf(character) * 1000) <= WIDTH_TOLERANCE;
  });
}

type Encoding = (code: number) => string | null;

/** /Encoding of a simple font; null when it is not understood. Throws PdfError. */
export function readEncoding(document: PdfDocument, encoding: PdfObject): Encoding | null {
  if (encoding === null || isNamed(encoding, 'StandardEncoding')) return standardCharacter;
  if (isNamed(encoding, 'WinAnsiEncoding')) return windowsCharacter;
  if (!(encoding instanceof PdfDictionary) || encoding.hasDuplicateKeys) return null;
  const inner = document.get(encoding, 'BaseEncoding');
  const base = inner instanceof PdfDictionary ? null : readEncoding(document, inner);
  const differences = readDifferences(document, document.get(encoding, 'Differences'));
  if (base === null || differences === null) return null;
  return (code) => (differences.has(code) ? (differences.get(code) ?? null) : base(code));
}

/** Clause 9.6.5.1: a code, and the names of glyphs for it and the ones after it. */
function readDifferences(document: PdfDocument, written: PdfObject): Map<number, string | null> | null {
  const found = new Map<number, string | null>();
  if (written === null) return found;
  if (!isPdfArray(written) || written.length > 600) return null;
  let code = -1;
  for (const item of written) {
    const value = document.resolve(item);
    if (typeof value === 'number') code = value;
    else if (value instanceof PdfName && code >= 0) found.set(code++, characterOfGlyph(value.value));
    else return null;
  }
  return found;
}

const windows = new TextDecoder('windows-1252');
/** Not there, or a bullet, a hyphen or a space of another name. */
const UNCERTAIN = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xa0, 0xad]);

function windowsCharacter(code: number): string | null {
  return code < 0x20 || UNCERTAIN.has(code) ? null : windows.decode(Uint8Array.of(code));
}

/** The lower half, where it says the same as nearly every other encoding but for the quotes. */
function standardCharacter(code: number): string | null {
  if (code === 0x27) return '’';
  if (code === 0x60) return '‘';
  return code >= 0x20 && code <= 0x7e ? String.fromCharCode(code) : null;
}
