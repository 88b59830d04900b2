import type { PdfDocument } from '../pdf-document.ts';
import { isNamed, isPdfArray, type PdfDictionary, type PdfObject } from '../pdf-objects.ts';
import type { Rectangle } from '../rectangle.ts';
import type { GraphicsState } from './graphics-state.ts';
import { enclosing, intersection, multiply, type Matrix } from './transformation.ts';

type StatePart = Partial<Pick<GraphicsState, 'lineWidth' | 'miterLimit' | 'dashes' | 'isBlended' | 'isMasked'>>;

/** What a dictionary for `gs` sets; `font` as it is written there. */
export interface ExtendedState extends StatePart {
  readonly font?: { readonly written: PdfObject; readonly size: number };
}

/** What of an ExtGState (ISO 32000-2 clause 8.4.5) decides where something shows. Throws PdfError. */
export function readExtendedState(document: PdfDocument, entries: PdfDictionary): ExtendedState {
  const width = document.get(entries, 'LW');
  const limit = document.get(entries, 'ML');
  const mode = document.get(entries, 'BM');
  const mask = document.get(entries, 'SMask');
  const pattern = document.get(entries, 'D');
  const dashes = isPdfArray(pattern) ? document.resolve(pattern[0] ?? null) : null;
  const font = document.get(entries, 'Font');
  return {
    ...(typeof width === 'number' && { lineWidth: width }),
    ...(typeof limit === 'number' && { miterLimit: limit }),
    ...(isPdfArray(dashes) && { dashes: dashes.length }),
    ...(mode !== null && { isBlended: !isNamed(mode, 'Normal') && !isNamed(mode, 'Compatible') }),
    ...(mask !== null && { isMasked: !isNamed(mask, 'None') }),
    ...(isPdfArray(font) && { font: { written: font[0] ?? null, size: numberOf(document.resolve(font[1] ?? null)) } }),
  };
}

function numberOf(object: PdfObject): number {
  return typeof object === 'number' ? object : 0;
}

/** Where a form is painted, and what it is cut off by. */
export interface FormPlace {
  readonly matrix: Matrix;
  /** Null: it lies outside of what is shown. */
  readonly clip: Rectangle | null;
  /** Its matrix and its box are what they must be. */
  readonly isRead: boolean;
}

/** By /Matrix and /BBox of a form XObject (clause 8.10). Throws PdfError. */
export function placeOfForm(
  document: PdfDocument,
  form: PdfDictionary,
  { matrix: outer, clip }: GraphicsState,
): FormPlace {
  const own = numbersUnder(document, form, 'Matrix', 6);
  const box = numbersUnder(document, form, 'BBox', 4);
  const matrix = isNumbers(own) ? multiply(own as unknown as Matrix, outer) : outer;
  const cut = isNumbers(box) ? intersection(enclosing(matrix, box as unknown as Rectangle), clip) : clip;
  return { matrix, clip: cut, isRead: own !== 'malformed' && box !== 'malformed' };
}

type Numbers = readonly number[] | 'malformed' | null;

function isNumbers(found: Numbers): found is readonly number[] {
  return found !== null && found !== 'malformed';
}

/** Null where there is none. */
function numbersUnder(document: PdfDocument, dictionary: PdfDictionary, key: string, count: number): Numbers {
  const list = document.get(dictionary, key);
  if (list === null) return null;
  if (!isPdfArray(list) || list.length !== count) return 'malformed';
  const numbers = list.map((item) => document.resolve(item)).filter((item) => typeof item === 'number');
  return numbers.length === count ? numbers : 'malformed';
}
