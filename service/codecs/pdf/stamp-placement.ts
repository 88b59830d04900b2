import { contentsOf, encloses, laidOver, overlap, type Obstacle } from './page-obstacles.ts';
import { turned, viewOf, type PageView } from './page-geometry.ts';
import type { PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import type { Rectangle } from './rectangle.ts';

/** Points. */
const MARGIN = 18;
const GAP = 6;
/** Of a small page the margins take no more than this part of a side. */
const MARGIN_SHARE = 0.04;
const MAX_EDGES = 100;
/** Keeps a page full of fields from taking minutes; no real one comes near. */
const MAX_COMPARISONS = 2_000_000;
/** A drawing as wide as its room must not fail by a rounding. */
const TOLERANCE = 0.001;

/** Something to be drawn, by the room it takes in points as the reader sees the page. */
export interface Sized {
  readonly width: number;
  readonly height: number;
}

/** A drawing that may have lost part of what it is to say. */
export interface Drawn extends Sized {
  readonly isWhole: boolean;
}

export interface StampPlace<T extends Sized> {
  /** The drawing that found room. */
  readonly drawing: T;
  /** In default user space. */
  readonly rectangle: Rectangle;
  /** Degrees by which the page is turned clockwise when shown: 0, 90, 180 or 270. */
  readonly rotation: number;
}

/**
 * Finds the lowest, then leftmost place, as the reader sees the page, for the first of the drawings that has room
 * inside the visible part without touching a widget. What the page shows and other annotations are avoided as long as
 * there is room elsewhere for all that a drawing has to say; with `hidesNothing` always, as a document that is signed
 * already demands. `drawings` gives them, best first, for the size in points between the margins. Sizes are points
 * whatever the page's /UserUnit. Throws PdfError: PDF_NO_ROOM_FOR_STAMP.
 */
export function placeStamp<T extends Drawn>(
  document: PdfDocument,
  page: PdfPage,
  drawings: (area: Sized) => Iterable<T>,
  hidesNothing: boolean,
): StampPlace<T> {
  const view = viewOf(document, page);
  const { rotation, unit } = view;
  const area = withoutMargins(view);
  const size = { width: (area[2] - area[0]) * unit, height: (area[3] - area[1]) * unit };
  const search = { box: area, gap: GAP / unit, unit };
  const over = laidOver(document, page, view);
  const taken = [...over, ...contentsToAvoid(document, page, view, hidesNothing)].map(rectangleOf);
  const at = (drawing: T, place: Rectangle): StampPlace<T> => {
    return { drawing, rectangle: turned(place, 360 - rotation), rotation };
  };
  const offered: T[] = [];
  for (const drawing of drawings(size)) {
    offered.push(drawing);
    // Nothing is cut away in order to spare what the page shows, unless it must be spared.
    const place = drawing.isWhole || hidesNothing ? findPlace(search, drawing, taken) : undefined;
    if (place !== undefined) return at(drawing, place);
  }
  const widgets = over.filter(({ kind }) => kind !== 'annotation').map(rectangleOf);
  for (const drawing of hidesNothing ? [] : offered) {
    const free = findPlace(search, drawing, over.map(rectangleOf)) ?? findPlace(search, drawing, widgets);
    if (free !== undefined) return at(drawing, free);
  }
  throw new PdfError('PDF_NO_ROOM_FOR_STAMP', `page ${page.index + 1} has no free place for a legible stamp`);
}

function rectangleOf({ rectangle }: Obstacle): Rectangle {
  return rectangle;
}

/** Throws PdfError: PDF_NO_ROOM_FOR_STAMP when nobody can tell what a page that must be spared shows. */
function contentsToAvoid(
  document: PdfDocument,
  page: PdfPage,
  view: PageView,
  hidesNothing: boolean,
): readonly Obstacle[] {
  const { obstacles, isComplete } = contentsOf(document, page, view);
  if (isComplete || !hidesNothing) return obstacles;
  throw new PdfError('PDF_NO_ROOM_FOR_STAMP', `what page ${page.index + 1} shows cannot be told, and it is signed`);
}

/** What a stamp next to a text may be away from it, in points. */
const NEAR = 60;
/** Beside a text looks better than above or below it, by so many points. */
const OFF_LINE = 12;

/**
 * The free place nearest to `anchor` (units of the page, turned as the reader sees it) for the first of the drawings that
 * has one near it: beside the text rather than above or below. Nothing that the page shows is covered. Throws PdfError:
 * PDF_NO_ROOM_FOR_STAMP.
 */
export function placeBeside<T extends Drawn>(
  document: PdfDocument,
  { page, rectangle: anchor }: { readonly page: PdfPage; readonly rectangle: Rectangle },
  drawings: (area: Sized) => Iterable<T>,
): StampPlace<T> {
  const view = viewOf(document, page);
  const { rotation, unit } = view;
  const box = withoutMargins(view);
  const taken = [...laidOver(document, page, view), ...contentsToAvoid(document, page, view, true)].map(rectangleOf);
  taken.push(anchor);
  const reach = NEAR / unit;
  const around: Rectangle = [anchor[0] - reach, anchor[1] - reach, anchor[2] + reach, anchor[3] + reach];
  const near = taken.filter((other) => overlap(other, around)).slice(0, MAX_EDGES);
  for (const drawing of drawings({ width: (box[2] - box[0]) * unit, height: (box[3] - box[1]) * unit })) {
    if (!drawing.isWhole) continue;
    const place = nearestPlace({ box, gap: GAP / unit, unit }, drawing, anchor, { near, taken });
    if (place !== null) return { drawing, rectangle: turned(place, 360 - rotation), rotation };
  }
  throw new PdfError('PDF_NO_ROOM_FOR_STAMP', 'there is no free place for a legible stamp next to the text');
}

function nearestPlace(
  { box, gap, unit }: SearchArea,
  size: Sized,
  anchor: Rectangle,
  { near, taken }: { readonly near: readonly Rectangle[]; readonly taken: readonly Rectangle[] },
): Rectangle | null {
  const [width, height] = [size.width / unit, size.height / unit];
  const lefts = [
    anchor[0],
    (anchor[0] + anchor[2] - width) / 2,
    ...near.flatMap((one) => [one[2] + gap, one[0] - gap - width]),
  ];
  const bottoms = [anchor[1], (anchor[1] + anchor[3] - height) / 2, anchor[3] - height];
  bottoms.push(...near.flatMap((one) => [one[3] + gap, one[1] - gap - height]));
  const places = lefts
    .flatMap((left) => bottoms.map((bottom) => rounded([left, bottom, left + width, bottom + height], unit)))
    .map((place) => ({ place, distance: distanceTo(anchor, place) * unit }))
    .filter(({ place, distance }) => distance <= NEAR && encloses(grown(box, TOLERANCE / unit), place))
    .sort((a, b) => a.distance - b.distance);
  return places.find(({ place }) => !taken.some((other) => overlap(other, place)))?.place ?? null;
}

/** From a text to what stands near it; the right of it is nearer than all else. */
function distanceTo(anchor: Rectangle, place: Rectangle): number {
  const right = Math.max(0, place[0] - anchor[2]);
  const left = Math.max(0, anchor[0] - place[2]);
  const across = Math.max(0, place[1] - anchor[3], anchor[1] - place[3]);
  const isBeside = right > 0 || left > 0;
  const offMiddle = Math.abs((place[1] + place[3] - anchor[1] - anchor[3]) / 2) / 20;
  return right + left + across + (left > 0 ? OFF_LINE / 2 : 0) + (isBeside && across === 0 ? offMiddle : OFF_LINE);
}

function grown([left, bottom, right, top]: Rectangle, by: number): Rectangle {
  return [left - by, bottom - by, right + by, top + by];
}

function withoutMargins({ box: [left, bottom, right, top], unit }: PageView): Rectangle {
  const side = Math.min(MARGIN / unit, (right - left) * MARGIN_SHARE);
  const end = Math.min(MARGIN / unit, (top - bottom) * MARGIN_SHARE);
  return [left + side, bottom + end, right - side, top - end];
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
