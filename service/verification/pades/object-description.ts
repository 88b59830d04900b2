import {
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { walkPages, type PdfPage } from '../../codecs/pdf/page-tree.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { readable } from '../readable.ts';
import type { ChangedObject, RevisionStep } from './revision-changes.ts';

const MAX_PAGES_SEARCHED = 2000;

/** What a person would call an object whose change nothing explains. Throws PdfError. */
export function describeObject(step: RevisionStep, { number, before }: ChangedObject): string {
  const { before: document } = step;
  for (const page of walkPages(document)) {
    if (page.index >= MAX_PAGES_SEARCHED) break;
    const use = useInPage(document, page, number);
    if (use !== null) return `page ${page.index + 1}: ${use}`;
  }
  const key = step.usages.of(number)[0]?.path.at(-1);
  const kind = kindOf(before);
  return `object ${number} (${kind}${key === undefined ? '' : `, used as ${readable(key)}`}) was changed`;
}

function useInPage(document: PdfDocument, page: PdfPage, number: number): string | null {
  const contents = page.dictionary.get('Contents');
  if (isOrHolds(document, contents, number)) return 'contents replaced';
  const resources = page.dictionary.get('Resources');
  const holds = (object: PdfObject, depth: number): boolean => {
    if (object instanceof PdfReference && object.number === number) return true;
    const value = depth < 3 ? document.resolve(object) : null;
    return value instanceof PdfDictionary && [...value.entries.values()].some((item) => holds(item, depth + 1));
  };
  return holds(resources, 0) ? 'fonts, images or other resources replaced' : null;
}

function isOrHolds(document: PdfDocument, object: PdfObject, number: number): boolean {
  if (object instanceof PdfReference && object.number === number) return true;
  const value = document.resolve(object);
  return isPdfArray(value) && value.some((item) => item instanceof PdfReference && item.number === number);
}

function kindOf(object: PdfObject): string {
  if (object instanceof PdfStream) return typeName(object.dictionary) ?? 'stream';
  if (object instanceof PdfDictionary) return typeName(object) ?? 'dictionary';
  return isPdfArray(object) ? 'array' : 'value';
}

/** Only names a person can read; they are document text. */
function typeName(dictionary: PdfDictionary): string | null {
  const type = dictionary.get('Type');
  return type instanceof PdfName && /^[A-Za-z]{1,24}$/.test(type.value) ? type.value : null;
}
