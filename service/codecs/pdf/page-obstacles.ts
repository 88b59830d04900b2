import { placeOfAnnotation } from './annotation-place.ts';
import { walkTellingFields } from './form-fields.ts';
import { turned, type PageView } from './page-geometry.ts';
import { paintedAreas } from './page-content/painted-areas.ts';
import type { PdfPage } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfReference } from './pdf-objects.ts';
import { rectangleOf, type Rectangle } from './rectangle.ts';

/** Lines of text are taken as one when their pieces are no further apart, in units of the page. */
const WORD_GAP = 6;

/** What takes up a place on a page: parts of its contents, and what lies over them. */
export interface Obstacle {
  readonly kind: 'text' | 'image' | 'drawing' | 'field' | 'stamp' | 'annotation';
  /** In units of the page, turned as the reader sees it. */
  readonly rectangle: Rectangle;
  /** Of one colour all over. */
  readonly isPlain: boolean;
}

/** Form fields, stamps of signatures, and the other annotations that take up a place of their own. Throws PdfError. */
export function laidOver(document: PdfDocument, page: PdfPage, { rotation }: PageView): readonly Obstacle[] {
  const annotations = document.get(page.dictionary, 'Annots');
  if (!isPdfArray(annotations)) return [];
  const stamps = stampNumbers(document);
  return annotations.flatMap((item): Obstacle[] => {
    const annotation = document.resolve(item);
    if (!(annotation instanceof PdfDictionary)) return [];
    const subtype = document.get(annotation, 'Subtype');
    const isWidget = isNamed(subtype, 'Widget');
    const rectangle = isWidget
      ? rectangleOf(document, document.get(annotation, 'Rect'))
      : placeOfAnnotation(document, annotation, rotation);
    if (rectangle === undefined || rectangle === null || isNamed(subtype, 'Popup')) return [];
    const isStamp = item instanceof PdfReference && stamps.has(item.number);
    const field = isStamp ? 'stamp' : 'field';
    const kind = isWidget ? field : 'annotation';
    return [{ kind, rectangle: turned(rectangle, rotation), isPlain: false }];
  });
}

/** Objects that show a signature that was made. */
function stampNumbers(document: PdfDocument): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const { reference, fieldType, value } of walkTellingFields(document)) {
    if (reference !== null && fieldType === 'Sig' && document.resolve(value) !== null) numbers.add(reference.number);
  }
  return numbers;
}

export interface PageContents {
  readonly obstacles: readonly Obstacle[];
  /** False where part of the contents could not be read, or there is more than anybody would look through. */
  readonly isComplete: boolean;
}

/** What the contents show; a plain area all over what is visible is the page's paper. */
export function contentsOf(document: PdfDocument, page: PdfPage, { rotation, box }: PageView): PageContents {
  const { areas, isComplete } = paintedAreas(document, page);
  const obstacles: Obstacle[] = [];
  for (const { rectangle, isPlain, kind } of areas) {
    const place = turned(rectangle, rotation);
    if (isPlain && encloses(place, inset(box))) continue;
    const last = obstacles.at(-1);
    const isContinued = last?.kind === kind && isSameLine(last.rectangle, place);
    if (isContinued) obstacles.pop();
    obstacles.push({ kind, isPlain, rectangle: isContinued ? union(last.rectangle, place) : place });
  }
  return { obstacles, isComplete };
}

/** Paper may leave a narrow edge. */
function inset([left, bottom, right, top]: Rectangle): Rectangle {
  const [side, end] = [(right - left) * 0.04, (top - bottom) * 0.04];
  return [left + side, bottom + end, right - side, top - end];
}

export function encloses(outer: Rectangle, inner: Rectangle): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

export function overlap(a: Rectangle, b: Rectangle): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** Pieces of one line of text, one after the other. */
function isSameLine(a: Rectangle, b: Rectangle): boolean {
  const isLevel = Math.abs(a[1] - b[1]) < 1 && Math.abs(a[3] - b[3]) < 1;
  return isLevel && b[0] <= a[2] + WORD_GAP && a[0] <= b[2] + WORD_GAP;
}

export function union(a: Rectangle, b: Rectangle): Rectangle {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
