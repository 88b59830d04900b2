import type { PdfDocument } from './pdf-document.ts';
import { isCount, isPdfArray, PdfName, type PdfDictionary, type PdfObject } from './pdf-objects.ts';
import type { Rectangle } from './rectangle.ts';

/**
 * Where readers draw an annotation that has no drawing (ISO 32000-2 clause 12.5.6): lines, strokes, corners and marked words
 * lie where these say, whatever /Rect says.
 */
const OUTLINES = ['QuadPoints', 'InkList', 'Vertices', 'L', 'CL', 'Path'];
/** Shown by a picture of the reader's own, which hangs from the upper left corner and stands upright on turned pages. */
const ICONS = new Set(['Text', 'FileAttachment', 'Sound']);
const ICON_SIZE = 28;
/** Table 167: the drawing is turned about the upper left corner on turned pages. */
const NO_ROTATE = 16;

/**
 * What encloses the places at which readers show an annotation of a page that is turned by `rotation` degrees; null where
 * it has none. Throws PdfError.
 */
export function placeOfAnnotation(
  document: PdfDocument,
  annotation: PdfDictionary,
  rotation: number,
): Rectangle | null {
  const places = boxesOf(document, annotation, rotation);
  for (const key of OUTLINES) {
    const outline = enclosing(numbersIn(document, annotation.get(key)));
    if (outline !== null) places.push(outline);
  }
  return enclosing(places.flat());
}

/** Where its rectangle is, and where that may be turned to. */
function boxesOf(document: PdfDocument, annotation: PdfDictionary, rotation: number): Rectangle[] {
  const corners = numbersIn(document, annotation.get('Rect'));
  const box = corners.length === 4 ? enclosing(corners) : null;
  if (box === null) return [];
  const subtype = document.get(annotation, 'Subtype');
  const isIcon = subtype instanceof PdfName && ICONS.has(subtype.value);
  const shown = isIcon ? withIcon(box) : box;
  const isTurned = rotation !== 0 && (isIcon || mayStayUpright(annotation));
  return isTurned ? [shown, aroundCorner(shown)] : [shown];
}

/** All numbers in an array, and in the arrays in it. */
function numbersIn(document: PdfDocument, written: PdfObject, depth = 0): number[] {
  const object = document.resolve(written);
  if (typeof object === 'number') return [object];
  if (!isPdfArray(object) || depth > 2) return [];
  document.shared.countStep();
  return object.flatMap((item) => numbersIn(document, item, depth + 1));
}

/** `numbers`: x and y in turn. */
function enclosing(numbers: readonly number[]): Rectangle | null {
  if (numbers.length < 2) return null;
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [index, value] of numbers.entries()) {
    const axis = index % 2;
    bounds[axis] = Math.min(bounds[axis] ?? value, value);
    bounds[axis + 2] = Math.max(bounds[axis + 2] ?? value, value);
  }
  return bounds;
}

function withIcon([left, bottom, right, top]: Rectangle): Rectangle {
  return [left, Math.min(bottom, top - ICON_SIZE), Math.max(right, left + ICON_SIZE), top];
}

/** Wherever it is turned to. */
function aroundCorner([left, bottom, right, top]: Rectangle): Rectangle {
  const reach = Math.max(right - left, top - bottom);
  return [left - reach, top - reach, left + reach, top + reach];
}

function mayStayUpright(annotation: PdfDictionary): boolean {
  const flags = annotation.get('F');
  if (flags === null) return false;
  return !isCount(flags) || !annotation.hasPlainIntegers('F') || (flags & NO_ROTATE) !== 0;
}
