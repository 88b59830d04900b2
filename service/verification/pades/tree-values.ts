import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isCount,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';

/** `Names` a name tree (ISO 32000-2 clause 7.9.6), `Nums` a number tree (clause 7.9.7). */
export type TreeKind = 'Names' | 'Nums';

const MAX_DEPTH = 32;
/** Nodes and keys of one tree; a larger one is not compared. */
const MAX_PARTS = 200_000;

/** What a tree holds: values by key, and the numbers of its nodes. */
export interface TreeValues {
  readonly values: ReadonlyMap<number | string, PdfObject>;
  readonly nodes: ReadonlySet<number>;
}

/** The pairs of a tree; null when it is none, or has a key twice or anything else in it. Throws PdfError. */
export function treeValues(document: PdfDocument, tree: PdfObject, kind: TreeKind): TreeValues | null {
  const values = new Map<number | string, PdfObject>();
  const nodes = new Set<number>();
  const pending = [{ node: tree, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    if (node instanceof PdfReference) {
      if (nodes.has(node.number)) return null;
      nodes.add(node.number);
    }
    const parts = partsOf(document, node, kind);
    if (parts === null || depth > MAX_DEPTH || !addPairs(values, parts.pairs, kind)) return null;
    if (nodes.size + pending.length + parts.kids.length + values.size > MAX_PARTS) return null;
    for (const kid of parts.kids) pending.push({ node: kid, depth: depth + 1 });
  }
  return { values, nodes };
}

function partsOf(
  document: PdfDocument,
  written: PdfObject,
  kind: TreeKind,
): { kids: readonly PdfObject[]; pairs: readonly PdfObject[] } | null {
  const node = document.resolve(written);
  if (!(node instanceof PdfDictionary) || node.hasDuplicateKeys) return null;
  if ([...node.entries.keys()].some((key) => key !== 'Kids' && key !== 'Limits' && key !== kind)) return null;
  const kids = document.get(node, 'Kids') ?? [];
  const pairs = document.get(node, kind) ?? [];
  return isPdfArray(kids) && isPdfArray(pairs) ? { kids, pairs } : null;
}

function addPairs(values: Map<number | string, PdfObject>, pairs: readonly PdfObject[], kind: TreeKind): boolean {
  for (let index = 0; index < pairs.length; index += 2) {
    const [written = null, value = null] = pairs.slice(index, index + 2);
    const key = kind === 'Nums' ? numberOf(written) : nameOf(written);
    if (key === null || value === null || values.has(key)) return false;
    values.set(key, value);
  }
  return true;
}

function numberOf(key: PdfObject): number | null {
  return isCount(key) ? key : null;
}

function nameOf(key: PdfObject): string | null {
  return key instanceof PdfString ? Buffer.from(key.bytes).toString('latin1') : null;
}
