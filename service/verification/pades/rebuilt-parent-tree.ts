import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isCount, isPdfArray, PdfDictionary, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { isSameObject } from './object-equality.ts';
import type { RevisionStep } from './revision-changes.ts';

const MAX_DEPTH = 32;
/** Nodes and keys of one tree; a larger one is not compared. */
const MAX_PARTS = 200_000;
const NODE_KEYS = new Set(['Kids', 'Nums', 'Limits']);

/**
 * Some programs (iText) write the whole parent tree (ISO 32000-2 clause 14.7.5.4) anew, lists and all, when they add an
 * element to it. What the newer tree has more than the older one; null where a key leads elsewhere, or is gone. Throws
 * PdfError.
 */
export function addedByRebuilding(step: RevisionStep, older: PdfObject, newer: PdfObject): PdfObject[] | null {
  const before = valuesByKey(step.before, older);
  const after = valuesByKey(step.after, newer);
  if (before === null || after === null) return null;
  const isKept = [...before].every(([key, value]) => leadsTheSameWay(step, value, after.get(key) ?? null));
  return isKept ? [...after].filter(([key]) => !before.has(key)).map(([, value]) => value) : null;
}

/** The same element, or a list of the same ones: that of a page may have got another number. */
function leadsTheSameWay(step: RevisionStep, older: PdfObject, newer: PdfObject): boolean {
  if (isSameObject(older, newer)) return true;
  const [before, after] = [step.before.resolve(older), step.after.resolve(newer)];
  return isPdfArray(before) && isPdfArray(after) && isSameObject(before, after);
}

/** The pairs of a number tree (clause 7.9.7); null when it is none, or has a key twice or anything else in it. */
function valuesByKey(document: PdfDocument, tree: PdfObject): ReadonlyMap<number, PdfObject> | null {
  const values = new Map<number, PdfObject>();
  const nodes = new Set<number>();
  const pending = [{ node: tree, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    if (node instanceof PdfReference) {
      if (nodes.has(node.number)) return null;
      nodes.add(node.number);
    }
    const parts = partsOf(document, node);
    if (parts === null || depth > MAX_DEPTH || !addPairs(values, parts.pairs)) return null;
    if (nodes.size + pending.length + parts.kids.length + values.size > MAX_PARTS) return null;
    for (const kid of parts.kids) pending.push({ node: kid, depth: depth + 1 });
  }
  return values;
}

function partsOf(
  document: PdfDocument,
  written: PdfObject,
): { kids: readonly PdfObject[]; pairs: readonly PdfObject[] } | null {
  const node = document.resolve(written);
  if (!(node instanceof PdfDictionary) || node.hasDuplicateKeys) return null;
  if ([...node.entries.keys()].some((key) => !NODE_KEYS.has(key))) return null;
  const kids = document.get(node, 'Kids') ?? [];
  const pairs = document.get(node, 'Nums') ?? [];
  return isPdfArray(kids) && isPdfArray(pairs) ? { kids, pairs } : null;
}

function addPairs(values: Map<number, PdfObject>, pairs: readonly PdfObject[]): boolean {
  for (let index = 0; index < pairs.length; index += 2) {
    const [key = null, value = null] = pairs.slice(index, index + 2);
    if (!isCount(key) || value === null || values.has(key)) return false;
    values.set(key, value);
  }
  return true;
}
