import type { PdfDocument } from './pdf-document.ts';
import { invalidStructure } from './pdf-error.ts';
import type { PdfDictionary } from './pdf-objects.ts';
import { dictionaryOf, isPdfArray, PdfName, PdfReference, type PdfObject } from './pdf-objects.ts';

/** Version of the parameters, ISO 32000-2 tables 257 and 258. */
const PARAMETER_VERSION = new PdfName('1.2');

/**
 * The signature reference dictionaries (table 256): what the new signature says about later changes. `certification` is
 * P of DocMDP, `lock` the field's /Lock, which becomes a FieldMDP. Throws PdfError: PDF_STRUCTURE_INVALID.
 */
export function signatureReferences(
  document: PdfDocument,
  certification: 1 | 2 | 3 | null,
  lock: PdfDictionary | null,
): readonly PdfDictionary[] {
  const references: PdfDictionary[] = [];
  if (certification !== null) references.push(reference('DocMDP', { P: certification }));
  if (lock !== null) {
    const catalog = document.trailer.get('Root');
    if (!(catalog instanceof PdfReference)) throw invalidStructure('no document catalog');
    // Table 256: of all methods FieldMDP alone says what is compared.
    references.push(reference('FieldMDP', lockParameters(document, lock)).with({ Data: catalog }));
  }
  return references;
}

function reference(method: string, parameters: Readonly<Record<string, PdfObject>>): PdfDictionary {
  return dictionaryOf({
    Type: new PdfName('SigRef'),
    TransformMethod: new PdfName(method),
    TransformParams: dictionaryOf({ Type: new PdfName('TransformParams'), ...parameters, V: PARAMETER_VERSION }),
  });
}

function lockParameters(document: PdfDocument, lock: PdfDictionary): Readonly<Record<string, PdfObject>> {
  const action = document.get(lock, 'Action');
  const fields = document.get(lock, 'Fields');
  const word = action instanceof PdfName ? action.value : '';
  if (!['All', 'Include', 'Exclude'].includes(word)) throw invalidStructure('malformed lock of a signature field');
  if (word === 'All') return { Action: new PdfName(word) };
  if (!isPdfArray(fields)) throw invalidStructure('a lock of a signature field without names');
  return { Action: new PdfName(word), Fields: fields.map((item) => document.resolve(item)) };
}
