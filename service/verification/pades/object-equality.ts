import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';

/** Two objects as written: references are equal when they name the same object, whatever it holds. */
export function isSameObject(a: PdfObject, b: PdfObject): boolean {
  if (a === b) return true;
  if (a instanceof PdfReference) return b instanceof PdfReference && isSameReference(a, b);
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value;
  if (a instanceof PdfString) return b instanceof PdfString && isSameBytes(a.bytes, b.bytes);
  if (a instanceof PdfDictionary) return b instanceof PdfDictionary && isSameDictionary(a, b);
  if (isPdfArray(a)) return isPdfArray(b) && isSameArray(a, b);
  return false;
}

function isSameReference(a: PdfReference, b: PdfReference): boolean {
  return a.number === b.number && a.generation === b.generation;
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

function isSameArray(a: readonly PdfObject[], b: readonly PdfObject[]): boolean {
  return a.length === b.length && a.every((item, index) => isSameObject(item, b[index] ?? null));
}

function isSameDictionary(a: PdfDictionary, b: PdfDictionary): boolean {
  return a.hasDuplicateKeys === b.hasDuplicateKeys && changedKeys(a, b).length === 0;
}

/** Keys whose values differ as written; an absent key equals null (ISO 32000-2 clause 7.3.7). */
export function changedKeys(before: PdfDictionary, after: PdfDictionary): string[] {
  const changed: string[] = [];
  for (const [key, value] of before.entries) if (!isSameObject(value, after.get(key))) changed.push(key);
  for (const [key, value] of after.entries) if (value !== null && before.get(key) === null) changed.push(key);
  return changed;
}

/** Objects of two views of one file, streams with their data. Throws PdfError. */
export function isSameValue(before: PdfDocument, a: PdfObject, after: PdfDocument, b: PdfObject): boolean {
  if (!(a instanceof PdfStream) || !(b instanceof PdfStream)) return isSameObject(a, b);
  if (!isSameDictionary(a.dictionary, b.dictionary)) return false;
  return a.dataOffset === b.dataOffset || isSameBytes(before.rawStream(a), after.rawStream(b));
}

/** True when the object or anything written inside it names a key twice, which readers resolve differently. */
export function hasRepeatedKeys(object: PdfObject): boolean {
  if (object instanceof PdfStream) return hasRepeatedKeys(object.dictionary);
  if (isPdfArray(object)) return object.some(hasRepeatedKeys);
  if (!(object instanceof PdfDictionary)) return false;
  if (object.hasDuplicateKeys) return true;
  for (const value of object.entries.values()) if (hasRepeatedKeys(value)) return true;
  return false;
}
