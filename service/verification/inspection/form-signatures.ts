import { walkFormFields } from '../../codecs/pdf/form-fields.ts';
import { walkPages } from '../../codecs/pdf/page-tree.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isPdfArray, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import type { SignatureFieldFacts } from '../../contract/http/inspection.ts';

/** No document has more for people to sign. */
const MAX_FIELDS = 500;

/**
 * The signature fields of a PDF, signed and empty ones, in the order of the form; of more than 500 only the first. A page
 * is counted from 1, null for a field that no page shows. Throws PdfError.
 */
export function formSignatures(document: PdfDocument): SignatureFieldFacts[] {
  const found = new Map<string, { isSigned: boolean; page: number | null }>();
  let pages: ReadonlyMap<number, number> | undefined;
  for (const { fieldType, fullName, value, reference } of walkFormFields(document)) {
    if (fieldType !== 'Sig' || fullName === '') continue;
    if (found.size >= MAX_FIELDS && !found.has(fullName)) break;
    pages ??= pagesOfAnnotations(document);
    // A widget without a name of its own shows the field above it.
    const page = found.get(fullName)?.page ?? (reference === null ? null : (pages.get(reference.number) ?? null));
    found.set(fullName, { isSigned: document.resolve(value) !== null, page });
  }
  return [...found].map(([name, facts]) => ({ name, ...facts }));
}

function pagesOfAnnotations(document: PdfDocument): ReadonlyMap<number, number> {
  const pages = new Map<number, number>();
  let number = 0;
  for (const { dictionary } of walkPages(document)) {
    number++;
    const annotations = document.get(dictionary, 'Annots');
    if (!isPdfArray(annotations)) continue;
    for (const item of annotations) if (item instanceof PdfReference) pages.set(item.number, number);
  }
  return pages;
}
