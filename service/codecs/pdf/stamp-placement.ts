import { pageAttribute, type PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, type PdfObject } from './pdf-objects.ts';

/** Lower left and upper right corner in default user space, in points. */
export type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

/** Points. */
const MARGIN = 18;
const GAP = 6;
/** Of a small page the margins take no more than this part of a side. */
const MARGIN_SHARE = 0.04;
const MAX_EDGES = 100;
/** A drawing as wide as its room must not fail by a rounding. */
const TOLERANCE = 0.001;
/** US Letter, what readers assume when a page gives no size. */
const DEFAULT_BOX: Rectangle = [0, 0, 612, 792];

/** Something to be drawn, by the room it takes in points as the reader sees the page. */
export interface Sized {
  readonly width: number;
  readonly height: number;
}

export interface StampPlace<T extends Sized> {
  /** The drawing that found room. */
  readonly drawing: T;
  readonly rectangle: Rectangle;
  /** Degrees by which the page is turned clockwise when shown: 0, 90, 180 or 270. */
  readonly rotation: number;
}

/**
 * Finds the lowest, then leftmost place, as the reader sees the page, for the first of the drawings that has room
 * inside the visible part without touching a widget; other annotations are avoided as long as there is room elsewhere.
 * `drawings` gives them, best first, for the size in points between the margins. Sizes are points whatever the page's
 * /UserUnit. Throws PdfError: PDF_NO_ROOM_FOR_STAMP.
 */
export function placeStamp<T extends Sized>(
  document: PdfDocument,
  page: PdfPage,
  drawings: (area: Sized) => Iterable<T>,
): StampPlace<T> {
  const rotation = pageRotation(document, page);
  const unit = userUnit(document, page);
  const area = withoutMargins(turned(visibleBox(document, page), rotation), unit);
  const { widgets, others } = obstacles(document, page, rotation);
  const size = { width: (area[2] - area[0]) * unit, height: (area[3] - area[1]) * unit };
  for (const drawing of drawings(size)) {
    const width = drawing.width / unit;
    const height = drawing.height / unit;
    const free = others.length === 0 ? undefined : findPlace(area, width, height, [...widgets, ...others], GAP / unit);
    const place = free ?? findPlace(area, width, height, widgets, GAP / unit);
    if (place !== undefined) return { drawing, rectangle: turned(place, 360 - rotation), rotation };
  }
  throw new PdfError('PDF_NO_ROOM_FOR_STAMP', `page ${page.index + 1} has no free place for a legible stamp`);
}

/** Points in one unit of the page's space, ISO 32000-2 table 31; not inherited. */
function userUnit(document: PdfDocument, page: PdfPage): number {
  const unit = document.get(page.dictionary, 'UserUnit');
  return typeof unit === 'number' && unit > 0 && Number.isFinite(unit) ? unit : 1;
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

function withoutMargins([left, bottom, right, top]: Rectangle, unit: number): Rectangle {
  const side = Math.min(MARGIN / unit, (right - left) * MARGIN_SHARE);
  const end = Math.min(MARGIN / unit, (top - bottom) * MARGIN_SHARE);
  return [left + side, bottom + end, right - side, top - end];
}

/** Form fields, and the other annotations that take up a place of their own, turned as the reader sees them. */
function obstacles(
  document: PdfDocument,
  page: PdfPage,
  rotation: number,
): { readonly widgets: Rectangle[]; readonly others: Rectangle[] } {
  const result: { readonly widgets: Rectangle[]; readonly others: Rectangle[] } = { widgets: [], others: [] };
  const annotations = document.get(page.dictionary, 'Annots');
  if (!isPdfArray(annotations)) return result;
  for (const item of annotations) {
    const annotation = document.resolve(item);
    if (!(annotation instanceof PdfDictionary)) continue;
    const subtype = document.get(annotation, 'Subtype');
    const rectangle = rectangleOf(document, document.get(annotation, 'Rect'));
    if (rectangle === undefined || isNamed(subtype, 'Popup')) continue;
    (isNamed(subtype, 'Widget') ? result.widgets : result.others).push(turned(rectangle, rotation));
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
  taken: readonly Rectangle[],
  gap: number,
): Rectangle | undefined {
  const near = taken.filter((other) => overlap(other, box)).slice(0, MAX_EDGES);
  const bottoms = [box[1], ...near.map((other) => other[3] + gap)].sort((a, b) => a - b);
  const lefts = [box[0], ...near.map((other) => other[2] + gap)].sort((a, b) => a - b);
  for (const bottom of bottoms) {
    if (bottom < box[1] || bottom + height > box[3] + TOLERANCE) continue;
    for (const left of lefts) {
      if (left < box[0] || left + width > box[2] + TOLERANCE) continue;
      const place = rounded([left, bottom, left + width, bottom + height]);
      if (!taken.some((other) => overlap(other, place))) return place;
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
