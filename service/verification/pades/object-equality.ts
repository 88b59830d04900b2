import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isOddItem,
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
  return areItemsSame(a, b) && areItemsWrittenAlike(a, b);
}

function areItemsSame(a: readonly PdfObject[], b: readonly PdfObject[]): boolean {
  return a.length === b.length && a.every((item, index) => isSameObject(item, b[index] ?? null));
}

/**
 * Whether readers see the same in the equal items of two arrays. Two strings with carriage returns may have been
 * different ones: in an array they are colours, too.
 */
export function areItemsWrittenAlike(a: readonly PdfObject[], b: readonly PdfObject[]): boolean {
  return a.every((item, index) => {
    const [isOdd, isOtherOdd] = [isOddItem(a, index), isOddItem(b, index)];
    const other = b[index] ?? null;
    const isText = item instanceof PdfString && other instanceof PdfString;
    return isText ? isLiteralAlike(item, other) : isOdd === isOtherOdd;
  });
}

function isLiteralAlike({ literal: a }: PdfString, { literal: b }: PdfString): boolean {
  return a === null || b === null ? a === b : isSameBytes(a, b);
}

/**
 * Entries that are measures and colours, in which no reader minds a fraction; some programs write 595 for 595.0 where they
 * write an object once more. Texts are read with any ends of lines.
 */
const MEASURES: ReadonlySet<string> = new Set(
  (
    'MediaBox CropBox BleedBox TrimBox ArtBox Rect BBox RD UserUnit Matrix Border W D L Vertices QuadPoints InkList CL C IC BC ' +
    'BG CA ca LW ML FL SM Coords Domain Range C0 C1 Bounds Encode Decode Gamma WhitePoint BlackPoint Background Dest ' +
    'OpenAction Dur PZ XStep YStep Widths DW DW2 W2 MissingWidth ItalicAngle Ascent Descent CapHeight XHeight StemV StemH ' +
    'Leading AvgWidth MaxWidth FontBBox FontMatrix SpaceBefore SpaceAfter'
  ).split(' '),
);

export function isMeasure(key: string): boolean {
  return MEASURES.has(key);
}

/**
 * Whether readers see the same in two equal values of a key: 2.0 hides an annotation for some of them and not for others,
 * and is no count (poppler).
 */
export function isEntryWrittenAlike(key: string, a: PdfDictionary, b: PdfDictionary): boolean {
  return MEASURES.has(key) || a.get(key) instanceof PdfString || a.isOdd(key) === b.isOdd(key);
}

function isSameEntry(key: string, a: PdfDictionary, b: PdfDictionary): boolean {
  const [older, newer] = [a.get(key), b.get(key)];
  if (MEASURES.has(key) && isPdfArray(older) && isPdfArray(newer)) return areItemsSame(older, newer);
  return isSameObject(older, newer) && isEntryWrittenAlike(key, a, b);
}

function isSameDictionary(a: PdfDictionary, b: PdfDictionary): boolean {
  return a.hasDuplicateKeys === b.hasDuplicateKeys && changedKeys(a, b).length === 0;
}

/** Keys whose values differ as written; an absent key equals null (ISO 32000-2 clause 7.3.7). */
export function changedKeys(before: PdfDictionary, after: PdfDictionary): string[] {
  const changed: string[] = [];
  for (const key of before.entries.keys()) if (!isSameEntry(key, before, after)) changed.push(key);
  for (const [key, value] of after.entries) if (value !== null && before.get(key) === null) changed.push(key);
  return changed;
}

/** Objects of two views of one file, streams with their data. Throws PdfError. */
export function isSameValue(before: PdfDocument, a: PdfObject, after: PdfDocument, b: PdfObject): boolean {
  if (a instanceof PdfString && b instanceof PdfString) return isSameObject(a, b) && isLiteralAlike(a, b);
  if (!(a instanceof PdfStream) || !(b instanceof PdfStream)) return isSameObject(a, b);
  if (!isSameDictionary(a.dictionary, b.dictionary)) return false;
  return a.dataOffset === b.dataOffset || isSameBytes(before.rawStream(a), after.rawStream(b));
}

/**
 * The same, however numbers and strings are written: what differs then is what readers make of it. Throws PdfError.
 */
export function isSameButForWriting(before: PdfDocument, a: PdfObject, after: PdfDocument, b: PdfObject): boolean {
  if (!(a instanceof PdfStream) || !(b instanceof PdfStream)) return isAlikeInValue(a, b);
  if (!isAlikeInValue(a.dictionary, b.dictionary)) return false;
  return a.dataOffset === b.dataOffset || isSameBytes(before.rawStream(a), after.rawStream(b));
}

function isAlikeInValue(a: PdfObject, b: PdfObject): boolean {
  if (isPdfArray(a)) {
    return isPdfArray(b) && a.length === b.length && a.every((item, at) => isAlikeInValue(item, b[at] ?? null));
  }
  if (!(a instanceof PdfDictionary) || !(b instanceof PdfDictionary)) return isSameObject(a, b);
  if (a.hasDuplicateKeys || b.hasDuplicateKeys) return false;
  return [...a.entries.keys(), ...b.entries.keys()].every((key) => isAlikeInValue(a.get(key), b.get(key)));
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

/**
 * Whether only one of two objects, or of dictionaries at the same place in both, has a key with null as its value. The two
 * are equal (ISO 32000-2 clause 7.3.7), and yet some readers let null hide what a page inherits (PDF.js).
 */
export function areNullsWrittenOtherwise(a: PdfObject, b: PdfObject): boolean {
  if (a instanceof PdfStream) return b instanceof PdfStream && areNullsWrittenOtherwise(a.dictionary, b.dictionary);
  if (isPdfArray(a)) {
    return isPdfArray(b) && a.some((item, at) => areNullsWrittenOtherwise(item, b[at] ?? null));
  }
  if (!(a instanceof PdfDictionary) || !(b instanceof PdfDictionary)) return false;
  return hasOwnNull(a, b) || hasOwnNull(b, a) || hasOtherNullsWithin(a, b);
}

function hasOwnNull(one: PdfDictionary, other: PdfDictionary): boolean {
  for (const [key, value] of one.entries) if (value === null && !other.entries.has(key)) return true;
  return false;
}

function hasOtherNullsWithin(a: PdfDictionary, b: PdfDictionary): boolean {
  for (const [key, value] of a.entries) if (areNullsWrittenOtherwise(value, b.get(key))) return true;
  return false;
}
