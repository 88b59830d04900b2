import { findOddAnnotation } from './annotation-entries.ts';
import { hasPlainParameters } from './filter-parameters.ts';
import { walkFormFields } from './form-fields.ts';
import { findOddLayer } from './layers.ts';
import { isCutBeside } from './page-geometry.ts';
import { walkPages } from './page-tree.ts';
import type { PdfDocument } from './pdf-document.ts';
import { DrawnStreams, oddEntry } from './drawn-streams.ts';
import { findTreeDifference } from './page-tree-audit.ts';
import { isPdfArray, PdfDictionary, PdfStream, type PdfObject } from './pdf-objects.ts';
import { isSameWhenRead } from './same-when-read.ts';

/** A state of a drawing is in a list of drawings (ISO 32000-2 clause 12.5.5). */
const MAX_LISTS = 2;

/**
 * What in the pages and fields of a document readers understand differently: a page tree that contradicts itself, a key
 * written twice in one dictionary with values that are not the same (ISO 32000-2 clause 7.3.7 forbids it), streams whose
 * length is wrong. Null when nothing does, otherwise a clause for a person. Throws PdfError.
 */
export function findReadingDifference(document: PdfDocument): string | null {
  const drawn = new DrawnStreams(document);
  const cause = findInPages(document, drawn) ?? findInFields(document, drawn) ?? layersCause(document);
  if (cause !== null) return cause;
  if (document.oddReference !== null) return document.oddReference;
  // What is compared may itself be read for the first time: the list grows while it is gone through.
  for (const [number, values] of document.repeatedKeys) {
    const isHarmless = values.every(([one, other]) => isSameWhenRead(document, one, other));
    if (!isHarmless) return `object ${number} names a key twice`;
  }
  return containersCause(document);
}

function layersCause(document: PdfDocument): string | null {
  const odd = findOddLayer(document);
  return odd === null ? null : oddEntry(odd);
}

/** The objects of pages and fields may lie in streams, of which each reader has to get the same. */
function containersCause(document: PdfDocument): string | null {
  for (const dictionary of document.shared.containers.values()) {
    const isPlain = hasPlainParameters(dictionary, (object) => document.resolve(object));
    if (!isPlain) return 'a stream of objects names filters that not all readers know';
  }
  return null;
}

function findInPages(document: PdfDocument, drawn: DrawnStreams): string | null {
  for (const page of walkPages(document)) {
    const { dictionary } = page;
    if (isCutBeside(document, page)) return `page ${page.index + 1} is cut to a part that lies beside it`;
    const cause =
      findInContents(document, dictionary.get('Contents'), drawn, page.index + 1) ??
      drawn.findInResources(dictionary.get('Resources') ?? page.inherited.get('Resources') ?? null) ??
      findInAnnotations(document, document.get(dictionary, 'Annots'), drawn);
    if (cause !== null) return cause;
  }
  return findTreeDifference(document);
}

/** Contents are a stream or an array of references to streams (table 31). Of anything else but that all show nothing. */
function findInContents(document: PdfDocument, written: PdfObject, drawn: DrawnStreams, page: number): string | null {
  const contents = document.resolve(written);
  const streams: PdfStream[] = [];
  for (const item of isPdfArray(contents) ? contents : [contents]) {
    const stream = document.resolve(item);
    if (isPdfArray(stream)) return `the contents of page ${page} are an array within an array`;
    if (stream instanceof PdfStream) streams.push(stream);
    else if (isPdfArray(contents)) return `the contents of page ${page} list something else than streams`;
  }
  return drawn.findInContents(streams, page);
}

function findInAnnotations(document: PdfDocument, annotations: PdfObject, drawn: DrawnStreams): string | null {
  for (const item of isPdfArray(annotations) ? annotations : []) {
    // A manual has tens of thousands of links.
    const annotation = document.glance(item);
    if (!(annotation instanceof PdfDictionary)) continue;
    const odd = findOddAnnotation(document, annotation);
    const cause = odd === null ? findInAppearance(document, annotation.get('AP'), drawn, 0) : oddEntry(odd);
    if (cause !== null) return cause;
  }
  return null;
}

function findInFields(document: PdfDocument, drawn: DrawnStreams): string | null {
  for (const { dictionary } of walkFormFields(document)) {
    const cause = findInAppearance(document, dictionary.get('AP'), drawn, 0);
    if (cause !== null) return cause;
  }
  return null;
}

function findInAppearance(
  document: PdfDocument,
  written: PdfObject,
  drawn: DrawnStreams,
  depth: number,
): string | null {
  const object = document.resolve(written);
  if (object instanceof PdfStream) return drawn.findDifference(object);
  if (!(object instanceof PdfDictionary) || depth > MAX_LISTS) return null;
  for (const value of object.entries.values()) {
    const cause = findInAppearance(document, value, drawn, depth + 1);
    if (cause !== null) return cause;
  }
  return null;
}
