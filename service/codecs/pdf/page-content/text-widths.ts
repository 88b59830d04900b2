import type { PdfDocument } from '../pdf-document.ts';
import { characterTexts, type CharacterTexts } from './character-texts.ts';
import { isNamed, isPdfArray, PdfDictionary, type PdfObject } from '../pdf-objects.ts';

/** How wide texts of a font are, in parts of the font size, and what they say. */
export interface FontWidths {
  /** Two bytes for each character, as nearly all composite fonts are used. */
  readonly isComposite: boolean;
  readonly widthOf: (code: number) => number;
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
export const UNKNOWN_FONT: FontWidths = { isComposite: false, widthOf: () => USUAL_WIDTH, textOf: () => '' };

const MAX_WIDTHS = 70_000;

/** Reads /Widths, or /W of a composite font (ISO 32000-2 clauses 9.2.4 and 9.7.4.3). Throws PdfError. */
export function readFontWidths(document: PdfDocument, written: PdfObject): FontWidths {
  const font = document.resolve(written);
  if (!(font instanceof PdfDictionary)) return UNKNOWN_FONT;
  return { ...widthsOf(document, font), textOf: characterTexts(document, font) };
}

type Widths = Omit<FontWidths, 'textOf'>;

function widthsOf(document: PdfDocument, font: PdfDictionary): Widths {
  if (isNamed(document.get(font, 'Subtype'), 'Type0')) return compositeWidths(document, font);
  const scale = isNamed(document.get(font, 'Subtype'), 'Type3') ? glyphScale(document, font) : 0.001;
  const widths = document.get(font, 'Widths');
  const first = document.get(font, 'FirstChar');
  if (!isPdfArray(widths) || typeof first !== 'number') return UNKNOWN_FONT;
  return {
    isComposite: false,
    widthOf: (code) => {
      const width = document.resolve(widths[code - first] ?? null);
      return typeof width === 'number' ? Math.abs(width) * scale : USUAL_WIDTH;
    },
  };
}

function glyphScale(document: PdfDocument, font: PdfDictionary): number {
  const matrix = document.get(font, 'FontMatrix');
  const scale = isPdfArray(matrix) ? document.resolve(matrix[0] ?? null) : null;
  return typeof scale === 'number' ? Math.abs(scale) : 0.001;
}

function compositeWidths(document: PdfDocument, font: PdfDictionary): Widths {
  const descendants = document.get(font, 'DescendantFonts');
  const descendant = isPdfArray(descendants) ? document.resolve(descendants[0] ?? null) : null;
  if (!(descendant instanceof PdfDictionary)) return { isComposite: true, widthOf: () => 1 };
  const usual = document.get(descendant, 'DW');
  const widths = new Map<number, number>();
  const list = document.get(descendant, 'W');
  if (isPdfArray(list)) readRanges(document, list, widths);
  return {
    isComposite: true,
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
