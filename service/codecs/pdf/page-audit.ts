import { walkFormFields } from './form-fields.ts';
import { walkPages } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfStream, type PdfObject } from './pdf-objects.ts';
import { isSameWhenRead } from './same-when-read.ts';

const RESOURCE_KINDS = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'];

/**
 * What in the pages and fields of a document readers understand differently: a key written twice in one dictionary
 * with values that are not the same (ISO 32000-2 clause 7.3.7 forbids it), contents whose length is wrong. Null when
 * nothing does, otherwise a clause for a person. Throws PdfError.
 */
export function findReadingDifference(document: PdfDocument): string | null {
  const measured = new Set<number>();
  for (const page of walkPages(document)) {
    const { dictionary } = page;
    const contents = document.get(dictionary, 'Contents');
    for (const item of isPdfArray(contents) ? contents : [contents]) {
      const stream = document.resolve(item);
      // Many pages may show the same, as a letterhead.
      if (!(stream instanceof PdfStream) || measured.has(stream.dataOffset)) continue;
      measured.add(stream.dataOffset);
      if (!document.hasTrueLength(stream)) {
        return `the contents of page ${page.index + 1} do not have the length that they claim`;
      }
    }
    readResources(document, document.resolve(dictionary.get('Resources') ?? page.inherited.get('Resources') ?? null));
    readAnnotations(document, document.get(dictionary, 'Annots'));
  }
  for (const { dictionary } of walkFormFields(document)) readAppearance(document, dictionary);
  // What is compared may itself be read for the first time: the list grows while it is gone through.
  for (const [number, values] of document.repeatedKeys) {
    const isHarmless = values.every(([one, other]) => isSameWhenRead(document, one, other));
    if (!isHarmless) return `object ${number} names a key twice`;
  }
  return null;
}

/** Reading an object is what finds its repeated keys. */
function readResources(document: PdfDocument, resources: PdfObject): void {
  if (!(resources instanceof PdfDictionary)) return;
  for (const kind of RESOURCE_KINDS) {
    const items = document.get(resources, kind);
    if (items instanceof PdfDictionary) for (const item of items.entries.values()) document.resolve(item);
  }
}

function readAnnotations(document: PdfDocument, annotations: PdfObject): void {
  if (!isPdfArray(annotations)) return;
  for (const item of annotations) {
    const annotation = document.resolve(item);
    if (annotation instanceof PdfDictionary) readAppearance(document, annotation);
  }
}

function readAppearance(document: PdfDocument, annotation: PdfDictionary): void {
  const appearance = document.get(annotation, 'AP');
  const normal = appearance instanceof PdfDictionary ? document.get(appearance, 'N') : null;
  if (normal instanceof PdfDictionary) for (const state of normal.entries.values()) document.resolve(state);
}
