import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { changedKeys, isSameValue } from './object-equality.ts';
import { readable } from './pades-fault.ts';
import type { RevisionStep } from './revision-changes.ts';

const MAX_DEPTH = 6;

/** The document security store (EN 319 142-1 clause 5.4.2): validation data may be added, never taken away. */
export function judgeSecurityStore(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  if (!(step.after.resolve(after) instanceof PdfDictionary) || !isGrown(step, before, after, 0)) {
    step.forbid('validation data was removed or replaced');
  } else step.note('archive', 'validation data was added');
}

function isGrown(step: RevisionStep, before: PdfObject, after: PdfObject, depth: number): boolean {
  const older = step.before.resolve(before);
  const newer = step.after.resolve(after);
  if (older === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (older instanceof PdfDictionary && newer instanceof PdfDictionary) {
    return [...older.entries].every(([key, value]) => key === 'TU' || isGrown(step, value, newer.get(key), depth + 1));
  }
  if (isPdfArray(older) && isPdfArray(newer)) return containsAll(step, older, newer);
  return isSameValue(step.before, older, step.after, newer);
}

/** References first: stores grow to thousands of streams that need not be read. */
function containsAll(step: RevisionStep, older: readonly PdfObject[], newer: readonly PdfObject[]): boolean {
  const kept = new Set<number>();
  for (const item of newer) if (item instanceof PdfReference) kept.add(item.number);
  return older.every((item) => {
    if (item instanceof PdfReference && kept.has(item.number)) {
      return isSameValue(step.before, step.before.resolve(item), step.after, step.after.resolve(item));
    }
    const value = step.before.resolve(item);
    return newer.some((other) => isSameValue(step.before, value, step.after, step.after.resolve(other)));
  });
}

/** Numbers of the objects that make up the security store. Throws PdfError. */
export function securityStoreObjects(document: PdfDocument): Set<number> {
  const numbers = new Set<number>();
  const visit = (object: PdfObject, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (object instanceof PdfReference) {
      if (numbers.has(object.number)) return;
      numbers.add(object.number);
      visit(document.resolve(object), depth + 1);
    } else if (object instanceof PdfDictionary) for (const value of object.entries.values()) visit(value, depth + 1);
    else if (isPdfArray(object)) for (const item of object) visit(item, depth + 1);
  };
  visit(document.catalog.get('DSS'), 0);
  return numbers;
}

/** Developer extensions (clause 7.12) only say which features occur: names, numbers and texts. */
export function judgeExtensions(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = step.before.resolve(before);
  const newer = step.after.resolve(after);
  const isKept =
    older === null ||
    (older instanceof PdfDictionary &&
      newer instanceof PdfDictionary &&
      [...older.entries.keys()].every((key) => newer.get(key) !== null));
  if (!isKept || !isPlain(step, newer, 0)) step.forbid("the document's extensions changed");
  else step.note('archive', 'extensions were declared');
}

function isPlain(step: RevisionStep, object: PdfObject, depth: number): boolean {
  const value = step.after.resolve(object);
  if (depth > 4 || value instanceof PdfStream) return false;
  if (value instanceof PdfDictionary)
    return [...value.entries.values()].every((item) => isPlain(step, item, depth + 1));
  return !isPdfArray(value) || value.every((item) => isPlain(step, item, depth + 1));
}

export function judgeVersion(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = before instanceof PdfName ? before.value : step.before.headerVersion;
  const isRaised = after instanceof PdfName && /^\d\.\d$/.test(after.value) && after.value >= older;
  if (!isRaised) step.forbid("the document's version changed");
}

const INFO_KEYS = new Set(['ModDate', 'Producer']);

/** The information dictionary (clause 14.3.3): texts may be added, date and program of the change replaced. */
export function judgeInformation(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const older = step.before.resolve(before) ?? new PdfDictionary(new Map());
  const newer = step.after.resolve(after);
  if (!(older instanceof PdfDictionary) || !(newer instanceof PdfDictionary)) {
    step.forbid('the document information was removed');
    return;
  }
  const wrong = changedKeys(older, newer).find((key) => {
    const value = step.after.get(newer, key);
    const isText = value instanceof PdfString || value instanceof PdfName;
    return !isText || (older.get(key) !== null && !INFO_KEYS.has(key));
  });
  if (wrong !== undefined) step.forbid(`the document information's ${readable(wrong)} changed`);
  else step.note('archive', 'document information was added');
}

const MAX_METADATA_BYTES = 16 * 1024 * 1024;

/** XMP metadata (clause 14.3.2): data about the document that no page shows. */
export function judgeMetadata(step: RevisionStep, after: PdfObject): void {
  const stream = step.after.resolve(after);
  const isXml =
    stream instanceof PdfStream &&
    isNamed(step.after.get(stream.dictionary, 'Type'), 'Metadata') &&
    isNamed(step.after.get(stream.dictionary, 'Subtype'), 'XML');
  const data = isXml ? Buffer.from(step.after.decodeStream(stream)) : null;
  // A document type could bring entities, and zero bytes an encoding that hides one; XMP needs neither.
  const isPlainXml = data !== null && data.length <= MAX_METADATA_BYTES && !data.includes('<!') && !data.includes(0);
  if (!isPlainXml) step.forbid('the metadata was replaced by something else');
  else step.note('archive', 'metadata was changed');
}
