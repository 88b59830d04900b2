import { placeOfAnnotation } from '../../codecs/pdf/annotation-place.ts';
import { pageRotation } from '../../codecs/pdf/page-geometry.ts';
import { coveredBy, isHidden } from '../../codecs/pdf/page-content/covered-content.ts';
import { paintedAreas, type PaintedAreas } from '../../codecs/pdf/page-content/painted-areas.ts';
import { findPage } from '../../codecs/pdf/page-tree.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import type { Rectangle } from '../../codecs/pdf/rectangle.ts';
import { hasFlag } from './flags.ts';
import { readable } from '../readable.ts';
import type { ChangePlace, Placement, RevisionStep } from './revision-changes.ts';
import { HIDDEN, isKeptIn, isShown, widgetsOfSignatures } from './signature-widgets.ts';
import { hasDrawing, rectangleOf, staysInside } from './widget-appearance.ts';

/**
 * A widget that a page shows since this revision: what it lies over was visible to those who had signed before, and is
 * not any more. Throws PdfError.
 */
export function judgePlacement(step: RevisionStep, { widget, page, signature }: Placement): void {
  const dictionary = step.valueOf('after', widget);
  if (!(dictionary instanceof PdfDictionary) || !isShown(step, 'after', dictionary)) return;
  const rectangle = rectangleOf(step.after, dictionary.get('Rect'));
  const place: ChangePlace = { page: page + 1, rectangle };
  const { fieldName } = signature ?? widgetsOfSignatures(step).get(widget) ?? { fieldName: '' };
  step.locate(fieldName, place);
  const note = (what: string, coveredSince: number): void => {
    const detail = `page ${page + 1}: the signature in field "${readable(fieldName)}" lies over ${what}`;
    step.note('covering', detail, { place, coveredSince });
  };
  if (rectangle === null || !isKeptIn(step, dictionary, rectangle)) {
    note('a place that cannot be told', 0);
    return;
  }
  const contents = coveredBy(contentsOf(step, page), rectangle);
  if (contents === 'something') note('what the page shows', 0);
  else if (contents === 'unknown') note('contents that cannot be read as a whole', 0);
  const since = coveredAnnotation(step, page, rectangle, widget);
  if (since !== null) note('an earlier stamp or field', since);
}

/**
 * Whether a page showed nothing but a widget that was there before in the widget's rectangle, as written. Throws PdfError.
 */
export function isOverNothing(step: RevisionStep, { widget, page }: Placement, written: PdfObject): boolean {
  const rectangle = rectangleOf(step.before, written);
  if (rectangle === null || coveredBy(contentsOf(step, page), rectangle) !== 'nothing') return false;
  return coveredAnnotation(step, page, rectangle, widget) === null;
}

function contentsOf(step: RevisionStep, page: number): PaintedAreas {
  const known = step.painted.get(page) ?? paintedAreas(step.before, findPage(step.before, page + 1));
  step.painted.set(page, known);
  return known;
}

/** The oldest revision that shows an annotation under the rectangle; null when there is none. */
function coveredAnnotation(step: RevisionStep, index: number, rectangle: Rectangle, own: number): number | null {
  const { before } = step;
  const page = findPage(before, index + 1);
  const annotations = before.get(page.dictionary, 'Annots');
  const rotation = pageRotation(before, page);
  let oldest: number | null = null;
  for (const item of isPdfArray(annotations) ? annotations : []) {
    const number = item instanceof PdfReference ? item.number : -1;
    const since = number < 0 ? 0 : step.firstRevisionOf(number);
    // Of hundreds of stamps only those are looked at that would be older than one that was found.
    if (number === own || (oldest !== null && since >= oldest)) continue;
    if (isCovered(step, item, rectangle, rotation)) oldest = since;
  }
  return oldest;
}

/**
 * Links show what the page shows, unless they have a drawing, pop-ups nothing; an empty field is nothing to be hidden. A
 * drawing without a box shows somewhere.
 */
function isCovered(step: RevisionStep, written: PdfObject, rectangle: Rectangle, rotation: number): boolean {
  const { before } = step;
  const annotation = before.resolve(written);
  if (!(annotation instanceof PdfDictionary) || hasFlag(annotation, HIDDEN)) return false;
  if (isNamed(before.get(annotation, 'Subtype'), 'Popup')) return false;
  if (!staysInside(before, annotation)) return true;
  const area = placeOfAnnotation(before, annotation, rotation);
  if (area === null || !isHidden({ rectangle: area, isPlain: false }, rectangle)) return false;
  return hasDrawing(before, annotation) || showsByItself(step, written, annotation);
}

/** Without a drawing. */
function showsByItself(step: RevisionStep, written: PdfObject, annotation: PdfDictionary): boolean {
  const subtype = step.before.get(annotation, 'Subtype');
  if (isNamed(subtype, 'Link')) return false;
  return !isNamed(subtype, 'Widget') || isFilled(step, written, annotation);
}

/** What viewers may write into a widget without a drawing: captions (table 192), and its value. */
const CAPTIONS = ['CA', 'RC', 'AC', 'I', 'RI', 'IX'];

/** A widget may show the value of the field above it. */
function isFilled(step: RevisionStep, written: PdfObject, widget: PdfDictionary): boolean {
  const { before } = step;
  const field = written instanceof PdfReference ? step.fields().get(written.number) : undefined;
  if (before.resolve(field?.value ?? widget.get('V')) !== null) return true;
  const characteristics = before.dictionary(widget, 'MK');
  return characteristics !== null && CAPTIONS.some((key) => before.get(characteristics, key) !== null);
}
