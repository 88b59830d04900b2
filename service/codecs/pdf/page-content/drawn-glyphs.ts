import type { PdfDocument } from '../pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfName, PdfStream, type PdfObject } from '../pdf-objects.ts';
import type { Rectangle } from '../rectangle.ts';
import { enclosing, type Matrix } from './transformation.ts';

/** Where the content stream of a glyph paints, in its own units; null where that cannot be told. Throws PdfError. */
export type PaintGlyph = (procedure: PdfStream, resources: PdfObject) => readonly Rectangle[] | null;

const NOTHING: readonly Rectangle[] = [];

/**
 * The glyphs of a Type 3 font (ISO 32000-2 clause 9.6.4): where the one of a code is painted at a font size of 1. Neither
 * its width nor the boxes that it gives bound it. Each is painted once.
 */
export function readGlyphs(
  document: PdfDocument,
  font: PdfDictionary,
  paint: PaintGlyph,
): (code: number) => readonly Rectangle[] | null {
  const procedures = document.dictionary(font, 'CharProcs');
  const resources = document.get(font, 'Resources');
  const matrix = matrixOf(document, document.get(font, 'FontMatrix'));
  const names = namesOf(document, document.get(font, 'Encoding'));
  const known = new Map<number, readonly Rectangle[] | null>();
  const paintOnce = (code: number): readonly Rectangle[] | null => {
    const name = names.get(code);
    // Some readers know names for it of their own.
    if (name === undefined || matrix === null) return null;
    const procedure = document.resolve(procedures?.get(name) ?? null);
    const painted = procedure instanceof PdfStream ? paint(procedure, resources) : NOTHING;
    return painted === null ? null : painted.map((rectangle) => enclosing(matrix, rectangle));
  };
  return (code) => {
    const earlier = known.get(code);
    if (earlier !== undefined) return earlier;
    // One that shows itself is cut off where it is asked for again.
    known.set(code, null);
    const painted = paintOnce(code);
    known.set(code, painted);
    return painted;
  };
}

function matrixOf(document: PdfDocument, written: PdfObject): Matrix | null {
  const numbers = isPdfArray(written) ? written.map((item) => document.resolve(item)) : [];
  const isMatrix = numbers.length === 6 && numbers.every((item) => typeof item === 'number');
  return isMatrix ? (numbers as unknown as Matrix) : null;
}

/** The glyphs of a Type 3 font are named by /Differences alone (clause 9.6.5.4). */
function namesOf(document: PdfDocument, encoding: PdfObject): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const differences = encoding instanceof PdfDictionary ? document.get(encoding, 'Differences') : null;
  let code = 0;
  for (const written of isPdfArray(differences) ? differences : []) {
    const item = document.resolve(written);
    if (typeof item === 'number') code = item;
    else if (item instanceof PdfName) names.set(code++, item.value);
  }
  return names;
}
