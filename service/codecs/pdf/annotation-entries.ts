import type { PdfDocument } from './pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfName, PdfStream, type PdfObject } from './pdf-objects.ts';

/** Flags are 32 bits (ISO 32000-2 clause 12.5.3); PDFium and MuPDF take the highest for a sign. */
const MAX_FLAGS = 0x7f_ff_ff_ff;
/** Hidden and NoView. */
const HIDING = 2 | 32;
/** Beyond that readers count on from the other end, or with another number. */
const MAX_COORDINATE = 1_000_000;
/** Entries without which poppler shows no annotation of that kind, whatever drawing it has (tables 182 to 187, 204, 208). */
const REQUIRED: Readonly<Record<string, string>> = {
  ...{ Highlight: 'QuadPoints', Underline: 'QuadPoints', Squiggly: 'QuadPoints', StrikeOut: 'QuadPoints' },
  ...{ Polygon: 'Vertices', PolyLine: 'Vertices', FileAttachment: 'FS', Sound: 'Sound', Movie: 'Movie' },
};
const WIDGET = 'Widget';

/**
 * The entry of an annotation that has a drawing and is not what the standard has for it (table 166): some readers then
 * show the drawing, and others do not, or over the whole page. Null where there is none. Throws PdfError.
 */
export function findOddAnnotation(document: PdfDocument, annotation: PdfDictionary): string | null {
  const appearance = document.get(annotation, 'AP');
  if (appearance === null) return null;
  if (!(appearance instanceof PdfDictionary)) return 'AP';
  const drawing = document.get(appearance, 'N');
  return drawing === null ? null : (oddPlace(document, annotation) ?? oddKind(document, annotation, drawing));
}

function oddPlace(document: PdfDocument, annotation: PdfDictionary): string | null {
  if (!isRectangle(document, document.get(annotation, 'Rect'))) return 'Rect';
  return areFlags(document, annotation) ? null : 'F';
}

function oddKind(document: PdfDocument, annotation: PdfDictionary, drawing: PdfObject): string | null {
  const kind = document.get(annotation, 'Subtype');
  if (!(kind instanceof PdfName)) return 'Subtype';
  const required = Object.hasOwn(REQUIRED, kind.value) ? REQUIRED[kind.value] : undefined;
  if (required !== undefined && document.get(annotation, required) === null) return required;
  // PDFium and MuPDF draw no popup.
  if (kind.value === 'Popup' && drawsSomething(document, drawing)) return 'AP';
  return hasState(document, annotation, kind.value, drawing) ? null : 'AS';
}

function isRectangle(document: PdfDocument, rectangle: PdfObject): boolean {
  return (
    isPdfArray(rectangle) &&
    rectangle.length === 4 &&
    rectangle.every((item) => {
      const value = document.resolve(item);
      return typeof value === 'number' && Math.abs(value) <= MAX_COORDINATE;
    })
  );
}

function areFlags(document: PdfDocument, annotation: PdfDictionary): boolean {
  const flags = document.get(annotation, 'F');
  if (flags === null) return true;
  if (typeof flags !== 'number' || flags < 0 || flags > MAX_FLAGS) return false;
  // What hides it hides it for some readers alone where it is a fraction.
  return (Number.isInteger(flags) && !annotation.isOdd('F')) || (Math.floor(flags) & HIDING) === 0;
}

function drawsSomething(document: PdfDocument, drawing: PdfObject): boolean {
  return !(drawing instanceof PdfStream) || document.get(drawing.dictionary, 'Length') !== 0;
}

/**
 * Of several drawings /AS chooses (clause 12.5.5). Without it poppler shows the first. One that is not there shows
 * nothing in a form; poppler has a picture of its own for other annotations.
 */
function hasState(document: PdfDocument, annotation: PdfDictionary, kind: string, drawings: PdfObject): boolean {
  if (!(drawings instanceof PdfDictionary) || !isAnyDrawn(document, drawings)) return true;
  const state = document.get(annotation, 'AS');
  return state instanceof PdfName && state.value !== '' && (kind === WIDGET || drawings.get(state.value) !== null);
}

function isAnyDrawn(document: PdfDocument, drawings: PdfDictionary): boolean {
  return [...drawings.entries.values()].some((drawing) => {
    const stream = document.resolve(drawing);
    return stream instanceof PdfStream && drawsSomething(document, stream);
  });
}
