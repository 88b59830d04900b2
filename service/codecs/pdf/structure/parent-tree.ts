import type { PdfDocument } from '../pdf-document.ts';
import { invalidStructure, PdfError } from '../pdf-error.ts';
import { dictionaryOf, isCount, isPdfArray, PdfDictionary, PdfReference, type PdfObject } from '../pdf-objects.ts';
import type { StructureChanges } from './structure-changes.ts';

const MAX_DEPTH = 32;
/** Readers keep keys in 32 bits. */
const MAX_KEY = 0x7fff_fff0;

/**
 * A key of the parent tree (ISO 32000-2 clause 14.7.5.4) that nothing has yet: above the last one of the tree, and not
 * below what /ParentTreeNextKey says. Only the last branch is read. Throws PdfError: PDF_STRUCTURE_INVALID,
 * PDF_LIMIT_EXCEEDED.
 */
export function freeParentKey(document: PdfDocument, root: PdfDictionary): number {
  const stated = document.get(root, 'ParentTreeNextKey') ?? 0;
  if (!isCount(stated)) throw invalidStructure('malformed next key of the parent tree');
  const key = Math.max(stated, lastKey(document, parentTree(document, root)) + 1);
  if (key > MAX_KEY) throw new PdfError('PDF_LIMIT_EXCEEDED', 'the parent tree has no more keys');
  return key;
}

function parentTree(document: PdfDocument, root: PdfDictionary): PdfDictionary {
  const tree = document.get(root, 'ParentTree') ?? dictionaryOf({});
  if (!(tree instanceof PdfDictionary)) throw invalidStructure('malformed parent tree');
  return tree;
}

/** The highest key of a number tree (clause 7.9.7), -1 when it is empty. */
function lastKey(document: PdfDocument, root: PdfDictionary): number {
  let node = root;
  let limit: number | null = null;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const kids = listOf(document, node, 'Kids');
    const numbers = listOf(document, node, 'Nums');
    if (kids.length > 0 && numbers.length > 0) throw invalidStructure('a number tree node that is leaf and branch');
    const last = kids.at(-1);
    if (last === undefined) return lastKeyOfLeaf(numbers, limit);
    const next = document.resolve(last);
    if (!(last instanceof PdfReference) || !(next instanceof PdfDictionary))
      throw invalidStructure('malformed number tree');
    node = next;
    limit = upperLimit(document, node) ?? limit;
  }
  throw new PdfError('PDF_LIMIT_EXCEEDED', 'number tree too deep');
}

function lastKeyOfLeaf(numbers: readonly PdfObject[], limit: number | null): number {
  let last = -1;
  for (let index = 0; index < numbers.length; index += 2) {
    const key = numbers[index] ?? null;
    if (!isCount(key) || key <= last) throw invalidStructure('the keys of a number tree are not in order');
    last = key;
  }
  if (numbers.length % 2 !== 0 || (limit !== null && limit !== last))
    throw invalidStructure('malformed number tree leaf');
  return last;
}

function upperLimit(document: PdfDocument, node: PdfDictionary): number | null {
  const upper = listOf(document, node, 'Limits').at(1) ?? null;
  return isCount(upper) ? upper : null;
}

function listOf(document: PdfDocument, node: PdfDictionary, key: string): readonly PdfObject[] {
  const list = document.get(node, key) ?? [];
  if (!isPdfArray(list)) throw invalidStructure('malformed number tree');
  return list;
}

/**
 * Makes the parent tree lead from `key`, which must be higher than all its keys, to `element`. A tree with branches
 * gets one more leaf at its root, so that no other node has to be written again. Gives the entries that the structure
 * tree root must have for it. Throws PdfError.
 */
export function addToParentTree(
  changes: StructureChanges,
  root: PdfDictionary,
  key: number,
  element: PdfReference,
): Readonly<Record<string, PdfObject>> {
  const { document } = changes;
  const tree = parentTree(document, root);
  const hasBranches = listOf(document, tree, 'Kids').length > 0;
  const pair = [key, element];
  const extended = hasBranches
    ? changes.append(tree, 'Kids', [changes.add(dictionaryOf({ Limits: [key, key], Nums: pair }))])
    : changes.append(tree, 'Nums', pair);
  const entries = root.get('ParentTreeNextKey') === null ? {} : { ParentTreeNextKey: key + 1 };
  if (extended === null) return entries;
  const written = root.get('ParentTree');
  if (written instanceof PdfReference && document.resolve(written) !== null) {
    changes.replace(written, extended);
    return entries;
  }
  return { ...entries, ParentTree: extended };
}
