import { bytesSource } from '../codecs/byte-source.ts';
import { pagePlaceOf, stampPlace } from '../codecs/pdf/asked-stamp-place.ts';
import { signatureFields } from '../codecs/pdf/form-fields.ts';
import { toSeen, turned, viewOf, type PageView } from '../codecs/pdf/page-geometry.ts';
import { contentsOf, laidOver, overlap } from '../codecs/pdf/page-obstacles.ts';
import { findPage, walkPages, type PdfPage } from '../codecs/pdf/page-tree.ts';
import { openPdf, type PdfDocument } from '../codecs/pdf/pdf-document.ts';
import { PdfError } from '../codecs/pdf/pdf-error.ts';
import type { SignatureAppearance, StampDrawing } from '../codecs/pdf/signature-options.ts';
import { allowsTransparency } from '../codecs/pdf/stamp/transparency.ts';
import type { StampWish } from '../codecs/pdf/stamp-wish.ts';
import type { StampPreview } from '../contract/http/stamp-previews.ts';
import { drawnAlone } from './drawn-alone.ts';
import { makeStamp, type StampFacts } from './make-stamp.ts';

/** More than anybody could look at; a page of small print has some hundred lines. */
const MAX_TAKEN = 5000;

export interface PreviewTask extends StampFacts {
  /** For the place that the station finds. */
  readonly appearancePageNumber: number;
  readonly wish: StampWish | null;
}

/**
 * What a stamp would look like and where it would stand on a document, and what takes up places there. A place that is
 * refused is part of the answer. Throws PdfError for what is wrong with the document, the image or the page.
 */
async function previewStamp(bytes: Uint8Array, task: PreviewTask): Promise<StampPreview> {
  const document = openPdf(bytesSource(bytes));
  const appearance = await makeStamp(task);
  const isSigned = signatureFields(document).some(({ value }) => document.resolve(value) !== null);
  const found = lookedFor(document, task, { appearance, isSigned });
  const { page } = found;
  const view = viewOf(document, page);
  const contents = contentsOf(document, page, view);
  const taken = [...laidOver(document, page, view), ...contents.obstacles].filter(({ rectangle }) =>
    overlap(rectangle, view.box),
  );
  const drawing = found.drawing ?? drawingFor(task.wish, appearance);
  const { width, height } = toSeen(view, view.box);
  return {
    pageCount: countPages(document),
    page: page.index + 1,
    ...{ width, height, isSigned },
    taken: taken.slice(0, MAX_TAKEN).map(({ kind, isPlain, rectangle }) => ({
      ...{ kind, isPlain },
      ...toSeen(view, rectangle),
    })),
    isComplete: contents.isComplete && taken.length <= MAX_TAKEN,
    place: found.rectangle === null ? null : placeOf(view, page, found.rectangle),
    refusal: found.refusal,
    stamp: drawing === null ? null : drawnAlone(drawing, allowsTransparency(document)).toString('base64'),
  };
}

/** The same with what is wrong said in words. */
export async function answerPreview(bytes: Uint8Array, task: PreviewTask): Promise<StampPreview | { fault: string }> {
  try {
    return await previewStamp(bytes, task);
  } catch (error) {
    if (error instanceof PdfError) return { fault: `${error.message} (${error.code})` };
    throw error;
  }
}

interface Found {
  readonly page: PdfPage;
  readonly drawing: StampDrawing | null;
  /** In default user space. */
  readonly rectangle: readonly [number, number, number, number] | null;
  readonly refusal: StampPreview['refusal'];
}

/** What is wrong with a place, and not with the document. */
const OF_PLACES: ReadonlySet<string> = new Set([
  ...['PDF_NO_ROOM_FOR_STAMP', 'PDF_STAMP_OUTSIDE_PAGE', 'PDF_STAMP_OVER_FIELD', 'PDF_STAMP_OVER_STAMP'],
  ...['PDF_STAMP_HIDES_SIGNED', 'PDF_STAMP_TOO_SMALL', 'PDF_ANCHOR_NOT_FOUND'],
]);

function lookedFor(
  document: PdfDocument,
  { appearancePageNumber: page, wish }: PreviewTask,
  { appearance, isSigned }: { readonly appearance: SignatureAppearance; readonly isSigned: boolean },
): Found {
  try {
    const found = stampPlace(document, { page, place: wish, appearance }, isSigned);
    const { drawing, rectangle } = found.place;
    return { page: found.page, drawing, rectangle, refusal: null };
  } catch (error) {
    if (!(error instanceof PdfError) || !OF_PLACES.has(error.code)) throw error;
    const refusal = { code: error.code, detail: error.message };
    return { page: shownPage(document, page, wish), drawing: null, rectangle: null, refusal };
  }
}

function shownPage(document: PdfDocument, page: number, wish: StampWish | null): PdfPage {
  return wish !== null && 'page' in wish ? pagePlaceOf(document, wish) : findPage(document, page);
}

function drawingFor(wish: StampWish | null, appearance: SignatureAppearance): StampDrawing | null {
  if (wish !== null && 'page' in wish) return appearance.filling(wish);
  for (const drawing of appearance.drawings({ width: 595, height: 842 })) return drawing;
  return null;
}

function countPages(document: PdfDocument): number {
  let count = 0;
  for (const page of walkPages(document)) count = page.index + 1;
  return count;
}

function placeOf(view: PageView, page: PdfPage, rectangle: NonNullable<Found['rectangle']>): StampPreview['place'] {
  const { x, y, width, height } = toSeen(view, turned(rectangle, view.rotation));
  return { page: page.index + 1, x: Math.max(0, x), y: Math.max(0, y), width, height };
}
