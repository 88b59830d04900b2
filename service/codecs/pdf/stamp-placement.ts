import { pageAttribute, type PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, type PdfObject } from './pdf-objects.ts';

/** Lower left and upper right corner in default user space, in points. */
export type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

const MARGIN = 18;
const GAP = 6;
/** A stamp that finds no room is tried smaller before it is given up. */
const SCALES = [1, 0.75, 0.5, 0.35];
const MAX_EDGES = 100;
/** US Letter, what readers assume when a page gives no size. */
const DEFAULT_BOX: Rectangle = [0, 0, 612, 792];

export interface StampPlace {
  readonly rectangle: Rectangle;
  /** Degrees by which the page is turned clockwise when shown: 0, 90, 180 or 270. */
  readonly rotation: number;
}

/**
 * Finds the lowest, then leftmost place, as the reader sees the page, for a stamp inside the visible part that touches
 * no existing widget. Throws PdfError: PDF_NO_ROOM_FOR_STAMP.
 */
export function placeStamp(
  document: PdfDocument,
  page: PdfPage,
  size: { readonly width: number; readonly height: number },
): StampPlace {
  const rotation = pageRotation(document, page);
  const visible = turned(visibleBox(document, page), rotation);
  const widgets = widgetRectangles(document, page).map((widget) => turned(widget, rotation));
  for (const scale of SCALES) {
    const width = size.width * scale;
    const height = size.height * scale;
    const place = findPlace(shrink(visible, width, height), width, height, widgets);
    if (place !== undefined) return { rectangle: turned(place, 360 - rotation), rotation };
  }
  throw new PdfError('PDF_NO_ROOM_FOR_STAMP', `page ${page.index + 1} has no free place for a stamp`);
}

/** A rectangle after turning the plane clockwise around its origin. */
function turned([left, bottom, right, top]: Rectangle, degrees: number): Rectangle {
  if (degrees === 90) return [bottom, -right, top, -left];
  if (degrees === 180) return [-right, -top, -left, -bottom];
  if (degrees === 270) return [-top, left, -bottom, right];
  return [left, bottom, right, top];
}

function pageRotation(document: PdfDocument, page: PdfPage): number {
  const rotate = pageAttribute(document, page, 'Rotate');
  return typeof rotate === 'number' && rotate % 90 === 0 ? ((rotate % 360) + 360) % 360 : 0;
}

/** The crop box cut to the media box, ISO 32000-2 clause 14.11.2. */
function visibleBox(document: PdfDocument, page: PdfPage): Rectangle {
  const media = rectangleOf(document, pageAttribute(document, page, 'MediaBox')) ?? DEFAULT_BOX;
  const crop = rectangleOf(document, pageAttribute(document, page, 'CropBox')) ?? media;
  const cut: Rectangle = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  return cut[0] < cut[2] && cut[1] < cut[3] ? cut : media;
}

/** The box without margins, as far as a stamp of this size still fits. */
function shrink([left, bottom, right, top]: Rectangle, width: number, height: number): Rectangle {
  const sideMargin = Math.max(0, Math.min(MARGIN, (right - left - width) / 2));
  const endMargin = Math.max(0, Math.min(MARGIN, (top - bottom - height) / 2));
  return [left + sideMargin, bottom + endMargin, right - sideMargin, top - endMargin];
}

function widgetRectangles(document: PdfDocument, page: PdfPage): Rectangle[] {
  const annotations = document.get(page.dictionary, 'Annots');
  if (!isPdfArray(annotations)) return [];
  const result: Rectangle[] = [];
  for (const item of annotations) {
    const annotation = document.resolve(item);
    if (!(annotation instanceof PdfDictionary) || !isNamed(document.get(annotation, 'Subtype'), 'Widget')) continue;
    const rectangle = rectangleOf(document, document.get(annotation, 'Rect'));
    if (rectangle !== undefined) result.push(rectangle);
  }
  return result;
}

/** Undefined unless it is a rectangle with an area; corners may come in any order (clause 7.9.5). */
function rectangleOf(document: PdfDocument, object: PdfObject): Rectangle | undefined {
  if (!isPdfArray(object) || object.length !== 4) return undefined;
  const numbers = object.map((item) => document.resolve(item)).filter((item) => typeof item === 'number');
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  const rectangle: Rectangle = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return rectangle[0] < rectangle[2] && rectangle[1] < rectangle[3] ? rectangle : undefined;
}

/** A lowest-leftmost free place always touches the box's corner edges or the edges of obstacles, so only those are tried. */
function findPlace(
  box: Rectangle,
  width: number,
  height: number,
  widgets: readonly Rectangle[],
): Rectangle | undefined {
  const near = widgets.filter((widget) => overlap(widget, box)).slice(0, MAX_EDGES);
  const bottoms = [box[1], ...near.map((widget) => widget[3] + GAP)].sort((a, b) => a - b);
  const lefts = [box[0], ...near.map((widget) => widget[2] + GAP)].sort((a, b) => a - b);
  for (const bottom of bottoms) {
    if (bottom < box[1] || bottom + height > box[3]) continue;
    for (const left of lefts) {
      if (left < box[0] || left + width > box[2]) continue;
      const place = rounded([left, bottom, left + width, bottom + height]);
      if (!widgets.some((widget) => overlap(widget, place))) return place;
    }
  }
  return undefined;
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** Two decimals, inwards, so that rounding never leaves the box. */
function rounded([left, bottom, right, top]: Rectangle): Rectangle {
  return [
    Math.ceil(left * 100) / 100,
    Math.ceil(bottom * 100) / 100,
    Math.floor(right * 100) / 100,
    Math.floor(top * 100) / 100,
  ];
}
