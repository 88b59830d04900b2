import { pageAttribute, type PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { rectangleOf, type Rectangle } from './rectangle.ts';

/** Beyond it a page would be kilometres wide (ISO 32000-2 annex C.2 knows up to 75,000). */
const MAX_USER_UNIT = 100_000;
/** US Letter, what readers assume when a page gives no size. */
const DEFAULT_BOX: Rectangle = [0, 0, 612, 792];

/** How a page is shown. */
export interface PageView {
  /** Degrees by which the page is turned clockwise when shown: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Points in one unit of the page's space. */
  readonly unit: number;
  /** What is visible, in units of the page, turned as the reader sees it. */
  readonly box: Rectangle;
}

export function viewOf(document: PdfDocument, page: PdfPage): PageView {
  const rotation = pageRotation(document, page);
  return { rotation, unit: userUnit(document, page), box: turned(visibleBox(document, page), rotation) };
}

/** A place as the reader sees it, in points. */
export interface SeenPlace {
  /** Of the lower left corner, from that of the visible page. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** From points as the reader sees the page to units of the page, still turned as the reader sees it. */
export function toUnits({ box, unit }: PageView, { x, y, width, height }: SeenPlace): Rectangle {
  const left = box[0] + x / unit;
  const bottom = box[1] + y / unit;
  return [left, bottom, left + width / unit, bottom + height / unit];
}

/** The other way round. */
export function toSeen({ box, unit }: PageView, [left, bottom, right, top]: Rectangle): SeenPlace {
  const [x, y] = [(left - box[0]) * unit, (bottom - box[1]) * unit];
  return { x, y, width: (right - left) * unit, height: (top - bottom) * unit };
}

/** Points in one unit of the page's space, ISO 32000-2 table 31; not inherited. */
export function userUnit(document: PdfDocument, page: PdfPage): number {
  const unit = document.get(page.dictionary, 'UserUnit');
  return typeof unit === 'number' && unit >= 1 / MAX_USER_UNIT && unit <= MAX_USER_UNIT ? unit : 1;
}

/** A rectangle after turning the plane clockwise around its origin. */
export function turned([left, bottom, right, top]: Rectangle, degrees: number): Rectangle {
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
export function visibleBox(document: PdfDocument, page: PdfPage): Rectangle {
  const { media, cut } = boxesOf(document, page);
  return cut ?? media;
}

/**
 * Whether the crop box has nothing of the media box: poppler and PDF.js show the media box then, MuPDF and Ghostscript what
 * lies between the two, where something else may be drawn.
 */
export function isCutBeside(document: PdfDocument, page: PdfPage): boolean {
  return pageAttribute(document, page, 'CropBox') !== null && boxesOf(document, page).cut === null;
}

function boxesOf(document: PdfDocument, page: PdfPage): { readonly media: Rectangle; readonly cut: Rectangle | null } {
  const media = rectangleOf(document, pageAttribute(document, page, 'MediaBox')) ?? DEFAULT_BOX;
  const crop = rectangleOf(document, pageAttribute(document, page, 'CropBox')) ?? media;
  const cut: Rectangle = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  return { media, cut: cut[0] < cut[2] && cut[1] < cut[3] ? cut : null };
}
