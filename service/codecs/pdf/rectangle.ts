import type { PdfDocument } from './pdf-document.ts';
import { isPdfArray, type PdfObject } from './pdf-objects.ts';

/** Lower left and upper right corner in default user space, in points. */
export type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

/** Undefined unless it is a rectangle with an area; corners may come in any order (clause 7.9.5). */
export function rectangleOf(document: PdfDocument, object: PdfObject): Rectangle | undefined {
  if (!isPdfArray(object) || object.length !== 4) return undefined;
  const numbers = object.map((item) => document.resolve(item)).filter((item) => typeof item === 'number');
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  const rectangle: Rectangle = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return rectangle[0] < rectangle[2] && rectangle[1] < rectangle[3] ? rectangle : undefined;
}
