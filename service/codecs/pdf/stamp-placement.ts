import { paintedAreas } from './page-content/painted-areas.ts';
import { pageAttribute, type PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { rectangleOf, type Rectangle } from './rectangle.ts';
import { isNamed, isPdfArray, PdfDictionary } from './pdf-objects.ts';

/** Points. */
const MARGIN = 18;
const GAP = 6;
/** Of a small page the margins take no more than this part of a side. */
const MARGIN_SHARE = 0.04;
const MAX_EDGES = 100;
/** Keeps a page full of fields from taking minutes; no real one comes near. */
const MAX_COMPARISONS = 2_000_000;
/** Beyond it a page would be kilometres wide (ISO 32000-2 annex C.2 knows up to 75,000). */
const MAX_USER_UNIT = 100_000;
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
 * With `hidesNothing` it touches neither them nor what the page's contents show, as a document that is signed already
 * demands. `drawings` gives them, best first, for the size in points between the margins. Sizes are points whatever the page's
 * /UserUnit. Throws PdfError: PDF_NO_ROOM_FOR_STAMP.
 */
export function placeStamp<T extends Sized>(
  document: PdfDocument,
  page: PdfPage,
  drawings: (area: Sized) => Iterable<T>,
  hidesNothing = false,
): StampPlace<T> {
  const rotation = pageRotation(document, page);
  const unit = userUnit(document, page);
  const area = withoutMargins(turned(visibleBox(document, page), rotation), unit);
  const { widgets, others } = obstacles(document, page, rotation);
  if (hidesNothing) {
    widgets.push(...others, ...contentObstacles(document, page, area, rotation));
    others.length = 0;
  }
  const size = { width: (area[2] - area[0]) * unit, height: (area[3] - area[1]) * unit };
  const search = { box: area, gap: GAP / unit, unit };
  for (const drawing of drawings(size)) {
    const free = others.length === 0 ? undefined : findPlace(search, drawing, [...widgets, ...others]);
    const place = free ?? findPlace(search, drawing, widgets);
    if (place !== undefined) return { drawing, rectangle: turned(place, 360 - rotation), rotation };
  }
  throw new PdfError('PDF_NO_ROOM_FOR_STAMP', `page ${page.index + 1} has no free place for a legible stamp`);
}

/** Points in one unit of the page's space, ISO 32000-2 table 31; not inherited. */
export function userUnit(document: PdfDocument, page: PdfPage): number {
  const unit = document.get(page.dictionary, 'UserUnit');
  return typeof unit === 'number' && unit >= 1 / MAX_USER_UNIT && unit <= MAX_USER_UNIT ? unit : 1;
}

/** A rectangle after turning the plane clockwise around its origin. */
function turned([left, bottom, right, top]: Rectangle, degrees: number): Rectangle {
  if (degrees === 90) return [bottom, -right, top, -left];
  if (degrees === 180) return [-right, -top, -left, -bottom];
  if (degrees === 270) return [-top, left, -bottom, right];
  return [left, bottom, right, top];
}

/** Degrees by which the page is turned clockwise when shown: 0, 90, 180 or 270. */
export function pageRotation(document: PdfDocument, page: PdfPage): number {
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

/**
 * What the contents show, turned as the reader sees it; a plain area all over the page is its paper. Throws PdfError:
 * PDF_NO_ROOM_FOR_STAMP when nobody can tell what they show.
 */
function contentObstacles(document: PdfDocument, page: PdfPage, area: Rectangle, rotation: number): Rectangle[] {
  const { areas, isComplete } = paintedAreas(document, page);
  if (!isComplete) {
    throw new PdfError('PDF_NO_ROOM_FOR_STAMP', `what page ${page.index + 1} shows cannot be told, and it is signed`);
  }
  const found: Rectangle[] = [];
  for (const { rectangle, isPlain } of areas) {
    const place = turned(rectangle, rotation);
    if (isPlain && encloses(place, area)) continue;
    const last = found.at(-1);
    if (last !== undefined && isSameLine(last, place)) found[found.length - 1] = union(last, place);
    else found.push(place);
  }
  return found;
}

function encloses(outer: Rectangle, inner: Rectangle): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

/** Pieces of one line of text, one after the other. */
function isSameLine(a: Rectangle, b: Rectangle): boolean {
  return Math.abs(a[1] - b[1]) < 1 && Math.abs(a[3] - b[3]) < 1 && b[0] <= a[2] + GAP && a[0] <= b[2] + GAP;
}

function union(a: Rectangle, b: Rectangle): Rectangle {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Where places are looked for, in units of the page. */
interface SearchArea {
  readonly box: Rectangle;
  readonly gap: number;
  /** Points in one unit. */
  readonly unit: number;
}

/** A lowest-leftmost free place always touches the box's corner edges or the edges of obstacles, so only those are tried. */
function findPlace(area: SearchArea, size: Sized, taken: readonly Rectangle[]): Rectangle | undefined {
  const { box, gap, unit } = area;
  const width = size.width / unit;
  const height = size.height / unit;
  const right = box[2] + TOLERANCE / unit;
  const top = box[3] + TOLERANCE / unit;
  // The lowest first, as it is the lowest place that is looked for.
  const near = taken.filter((other) => overlap(other, box)).sort((a, b) => a[3] - b[3]);
  const edges = near.slice(0, MAX_EDGES);
  const bottoms = [box[1], ...edges.map((other) => other[3] + gap)].sort((a, b) => a - b);
  const lefts = [box[0], ...edges.map((other) => other[2] + gap)].sort((a, b) => a - b);
  let budget = MAX_COMPARISONS;
  for (const bottom of bottoms.filter((edge) => edge >= box[1] && edge + height <= top)) {
    for (const left of lefts.filter((edge) => edge >= box[0] && edge + width <= right)) {
      const place = rounded([left, bottom, left + width, bottom + height], unit);
      const blocker = near.findIndex((other) => overlap(other, place));
      if (blocker < 0) return place;
      budget -= blocker + 1;
      if (budget < 0) return undefined;
      moveToFront(near, blocker);
    }
  }
  return undefined;
}

/** What was in the way once is likely to be so at the next place. */
function moveToFront(rectangles: Rectangle[], index: number): void {
  const [found] = rectangles.slice(index, index + 1);
  const [first] = rectangles;
  if (found === undefined || first === undefined) return;
  rectangles[0] = found;
  rectangles[index] = first;
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** To a hundredth of a point or finer, inwards, so that rounding never leaves the box. */
function rounded([left, bottom, right, top]: Rectangle, unit: number): Rectangle {
  const factor = 10 ** (2 + Math.ceil(Math.log10(Math.max(1, unit))));
  return [
    Math.ceil(left * factor) / factor,
    Math.ceil(bottom * factor) / factor,
    Math.floor(right * factor) / factor,
    Math.floor(top * factor) / factor,
  ];
}
