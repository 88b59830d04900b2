import { isPdfArray, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { isSameObject } from './object-equality.ts';
import type { RevisionStep } from './revision-changes.ts';
import { treeValues } from './tree-values.ts';

/**
 * Some programs (iText) write the whole parent tree (ISO 32000-2 clause 14.7.5.4) anew, lists and all, when they add an
 * element to it. What the newer tree has more than the older one; null where a key leads elsewhere, or is gone. Throws
 * PdfError.
 */
export function addedByRebuilding(step: RevisionStep, older: PdfObject, newer: PdfObject): PdfObject[] | null {
  const before = treeValues(step.before, older, 'Nums')?.values;
  const after = treeValues(step.after, newer, 'Nums')?.values;
  if (before === undefined || after === undefined) return null;
  const isKept = [...before].every(([key, value]) => leadsTheSameWay(step, value, after.get(key) ?? null));
  return isKept ? [...after].filter(([key]) => !before.has(key)).map(([, value]) => value) : null;
}

/** The same element, or a list of the same ones: that of a page may have got another number. */
function leadsTheSameWay(step: RevisionStep, older: PdfObject, newer: PdfObject): boolean {
  if (isSameObject(older, newer)) return true;
  const [before, after] = [step.before.resolve(older), step.after.resolve(newer)];
  return isPdfArray(before) && isPdfArray(after) && isSameObject(before, after);
}
