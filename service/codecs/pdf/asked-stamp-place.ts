import { coveredBy } from './page-content/covered-content.ts';
import { paintedAreas } from './page-content/painted-areas.ts';
import { encloses, laidOver, overlap } from './page-obstacles.ts';
import { toUnits, turned, viewOf } from './page-geometry.ts';
import { findPage, walkPages, type PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import type { Rectangle } from './rectangle.ts';
import type { SignatureAppearance, StampDrawing } from './signature-options.ts';
import { placeBeside, placeStamp, type StampPlace } from './stamp-placement.ts';
import type { StampRect, StampWish } from './stamp-wish.ts';
import { findTextAnchor } from './text-anchor.ts';

/** What a rounding may put a stamp over an edge, in points. */
const TOLERANCE = 0.01;

/** A page and where a stamp goes on it. */
export interface PagePlace {
  readonly page: PdfPage;
  readonly place: StampPlace<StampDrawing>;
}

/**
 * Where a stamp goes: where it was wanted (page number 1 and on, a text), or where `placeStamp` finds room on `page`.
 * Throws PdfError: PDF_PAGE_NOT_FOUND, PDF_ANCHOR_NOT_FOUND, PDF_NO_ROOM_FOR_STAMP and those of `placeAsked`.
 */
export function stampPlace(
  document: PdfDocument,
  wanted: { readonly page: number; readonly place: StampWish | null; readonly appearance: SignatureAppearance },
  hasSignatures: boolean,
): PagePlace {
  const { place: wish, appearance } = wanted;
  if (wish === null) {
    const page = findPage(document, wanted.page);
    // What lies over the page hides from the signers before what they signed.
    return { page, place: placeStamp(document, page, appearance.drawings, hasSignatures) };
  }
  if ('anchor' in wish) {
    const anchor = findTextAnchor(document, wish.anchor);
    return { page: anchor.page, place: placeBeside(document, anchor, appearance.drawings) };
  }
  const page = pagePlaceOf(document, wish);
  return { page, place: placeAsked(document, page, wish, { appearance, hasSignatures }) };
}

/** The page of a place. Throws PdfError: PDF_PAGE_NOT_FOUND. */
export function pagePlaceOf(document: PdfDocument, { page: wanted }: StampRect): PdfPage {
  if (wanted !== 'last') return findPage(document, wanted);
  let last: PdfPage | null = null;
  for (const page of walkPages(document)) last = page;
  if (last === null) throw new PdfError('PDF_PAGE_NOT_FOUND', 'the document has no page');
  return last;
}

/**
 * A stamp exactly where it was asked for. Text and pictures of a document that nobody has signed may lie below it. Throws
 * PdfError: PDF_STAMP_OUTSIDE_PAGE, PDF_STAMP_OVER_FIELD, PDF_STAMP_OVER_STAMP, PDF_STAMP_HIDES_SIGNED,
 * PDF_STAMP_TOO_SMALL.
 */
function placeAsked(
  document: PdfDocument,
  page: PdfPage,
  wanted: StampRect,
  { appearance, hasSignatures }: { readonly appearance: SignatureAppearance; readonly hasSignatures: boolean },
): StampPlace<StampDrawing> {
  const view = viewOf(document, page);
  const asked = toUnits(view, wanted);
  const slack = TOLERANCE / view.unit;
  const [left, bottom, right, top] = view.box;
  if (!encloses([left - slack, bottom - slack, right + slack, top + slack], asked)) {
    const [width, height] = [(right - left) * view.unit, (top - bottom) * view.unit].map((side) => side.toFixed(1));
    throw new PdfError('PDF_STAMP_OUTSIDE_PAGE', `page ${page.index + 1} shows ${width} by ${height} points`);
  }
  const touched: Rectangle = [asked[0] + slack, asked[1] + slack, asked[2] - slack, asked[3] - slack];
  for (const { kind, rectangle } of laidOver(document, page, view)) {
    if (!overlap(rectangle, touched)) continue;
    if (kind === 'stamp') throw new PdfError('PDF_STAMP_OVER_STAMP', `on page ${page.index + 1}`);
    if (kind === 'field') throw new PdfError('PDF_STAMP_OVER_FIELD', `on page ${page.index + 1}`);
    if (hasSignatures) throw new PdfError('PDF_STAMP_HIDES_SIGNED', `an annotation on page ${page.index + 1}`);
  }
  const rectangle = turned(asked, 360 - view.rotation);
  if (hasSignatures && coveredBy(paintedAreas(document, page), rectangle) !== 'nothing') {
    throw new PdfError('PDF_STAMP_HIDES_SIGNED', `what page ${page.index + 1} shows`);
  }
  const drawing = appearance.filling(wanted);
  if (drawing === null) {
    throw new PdfError('PDF_STAMP_TOO_SMALL', `${wanted.width} by ${wanted.height} points are not enough`);
  }
  return { drawing, rectangle: rectangle.map(rounded) as unknown as Rectangle, rotation: view.rotation };
}

function rounded(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}
