import { walkPages } from '../../codecs/pdf/page-tree.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isNamed, isPdfArray, PdfDictionary } from '../../codecs/pdf/pdf-objects.ts';
import { rectangleOf, type Rectangle } from '../../codecs/pdf/rectangle.ts';

/** Fields of a page that are compared with each other. */
const MAX_FIELDS = 500;
/** Of the smaller field; neighbours in a table share their border. */
const OVERLAP_SHARE = 0.25;

/** Form fields that lie over other fields of the same page: filled in, one hides what the other says. Throws PdfError. */
export function countOverlappingFields(document: PdfDocument): number {
  let count = 0;
  for (const { dictionary } of walkPages(document)) {
    const fields = fieldsOf(document, dictionary);
    count += fields.filter((field, index) => fields.slice(0, index).some((other) => doOverlap(field, other))).length;
  }
  return count;
}

function fieldsOf(document: PdfDocument, page: PdfDictionary): readonly Rectangle[] {
  const annotations = document.get(page, 'Annots');
  if (!isPdfArray(annotations)) return [];
  return annotations.slice(0, MAX_FIELDS).flatMap((item) => {
    const annotation = document.resolve(item);
    if (!(annotation instanceof PdfDictionary) || !isNamed(document.get(annotation, 'Subtype'), 'Widget')) return [];
    const rectangle = rectangleOf(document, document.get(annotation, 'Rect'));
    return rectangle === undefined ? [] : [rectangle];
  });
}

function doOverlap(one: Rectangle, other: Rectangle): boolean {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return width > 0 && height > 0 && width * height > OVERLAP_SHARE * Math.min(areaOf(one), areaOf(other));
}

const areaOf = ([left, bottom, right, top]: Rectangle): number => (right - left) * (top - bottom);
