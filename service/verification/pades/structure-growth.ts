import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isCount,
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { changedKeys, isSameObject } from './object-equality.ts';
import { addedByRebuilding } from './rebuilt-parent-tree.ts';
import type { Usage } from './reference-usages.ts';
import type { ChangedObject, RevisionStep } from './revision-changes.ts';
import { widgetsOfSignatures } from './signature-widgets.ts';

/** More than any document that is read aloud has; what lies beyond is judged as something else. */
const MAX_STRUCTURE = 200_000;
/** Keys under which parts of a structure lead to each other (ISO 32000-2 clauses 14.7.2 and 14.7.5.4). */
const STRUCTURAL = new Set(['K', 'P', 'Nums', 'Kids', 'ParentTree', 'StructTreeRoot']);
/** What is read aloud instead of what is shown (clauses 14.9.2 to 14.9.5). */
const SPOKEN = ['ActualText', 'Alt', 'E', 'T', 'Lang', 'A', 'C', 'Phoneme', 'AF', 'NS'];

const known = new WeakMap<RevisionStep, ReadonlySet<number>>();

/**
 * Programs that sign a tagged document give the new widget an element of its own. True when a changed object is part of
 * the structure alone and gained nothing but that; the growth has been noted then. Throws PdfError.
 */
export function judgeStructureGrowth(step: RevisionStep, changed: ChangedObject): boolean {
  if (!step.signatures.some(({ isIntact }) => isIntact)) return false;
  const { number, before, after } = changed;
  const usages = step.usages.of(number);
  const parts = known.get(step) ?? structuralParts(step.before);
  known.set(step, parts);
  if (!parts.has(number) || usages.length === 0 || !usages.every((usage) => isStructural(usage, parts))) return false;
  const isTree = usages.every(({ path }) => path.at(-1) === 'Nums');
  const added =
    isPdfArray(before) && isPdfArray(after) ? addedElements(before, after, isTree) : growth(step, before, after);
  if (!added?.every((item) => isOfSignature(step, item))) return false;
  const isSilent = added.every((item) => !isSpoken(step.after.resolve(item)));
  const detail = 'the structure got an element for a new signature';
  if (isSilent) step.note('bookkeeping', detail);
  else step.doubt(`${detail}, with a text of its own`);
  return true;
}

/** Numbers of the root of the structure, its elements, lists and parent tree. */
function structuralParts(document: PdfDocument): ReadonlySet<number> {
  const found = new Set<number>();
  const pending: PdfObject[] = [document.catalog.get('StructTreeRoot')];
  while (pending.length > 0 && found.size < MAX_STRUCTURE) {
    const written = pending.pop() ?? null;
    if (written instanceof PdfReference) {
      if (found.has(written.number)) continue;
      const type = document.resolve(written);
      if (type instanceof PdfDictionary && isOther(type)) continue;
      found.add(written.number);
    }
    // One by one: a list may be longer than a call may have arguments.
    for (const part of structuralWithin(document.resolve(written))) pending.push(part);
  }
  return found;
}

function structuralWithin(object: PdfObject): readonly PdfObject[] {
  if (isPdfArray(object)) return object.filter((item) => typeof item === 'object');
  if (!(object instanceof PdfDictionary)) return [];
  return ['K', 'Nums', 'Kids', 'ParentTree'].map((key) => object.get(key));
}

/** Something that a structure may point at and that has a role of its own. */
function isOther(dictionary: PdfDictionary): boolean {
  return ['Annot', 'Page', 'Pages', 'Catalog', 'XObject', 'Font'].some((type) => isNamed(dictionary.get('Type'), type));
}

function isStructural({ parent, path }: Usage, parts: ReadonlySet<number>): boolean {
  const key = path.at(-1);
  if (path.length === 1 && key === 'StructTreeRoot') return true;
  return parts.has(parent) && (key === undefined || STRUCTURAL.has(key)) && path.length <= 2;
}

/** What a dictionary of the structure gained; null when anything else of it changed. */
function growth(step: RevisionStep, before: PdfObject, after: PdfObject): PdfObject[] | null {
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) return null;
  const added: PdfObject[] = [];
  for (const key of changedKeys(before, after)) {
    const [older, newer] = [before.get(key), after.get(key)];
    if (key === 'ParentTreeNextKey' && isLater(older, newer)) continue;
    if (key === 'Limits' && changedKeys(before, after).includes('Nums')) continue;
    const more = addedUnder(step, key, older, newer);
    if (more === null) return null;
    for (const each of more) added.push(each);
  }
  return added;
}

function addedUnder(step: RevisionStep, key: string, older: PdfObject, newer: PdfObject): PdfObject[] | null {
  if (key === 'ParentTree') return addedByRebuilding(step, older, newer);
  if (key !== 'K' && key !== 'Nums') return null;
  return addedElements(listOf(step.before, older), listOf(step.after, newer), key === 'Nums');
}

function isLater(older: PdfObject, newer: PdfObject): boolean {
  return isCount(older) && isCount(newer) && newer > older;
}

/** A single kid stands for a list of one. */
function listOf(document: PdfDocument, written: PdfObject): readonly PdfObject[] {
  const object = document.resolve(written);
  if (isPdfArray(object)) return object;
  return written === null ? [] : [written];
}

function appended(older: readonly PdfObject[], newer: readonly PdfObject[]): PdfObject[] | null {
  const isKept = older.every((item, index) => isSameObject(item, newer[index] ?? null));
  return isKept && newer.length >= older.length ? newer.slice(older.length) : null;
}

/**
 * What was appended, without the keys that stand before each value of a parent tree (clause 7.9.7). Null where anything
 * else changed. Among the kids of an element a number is marked content of a page, and no key.
 */
function addedElements(older: readonly PdfObject[], newer: readonly PdfObject[], isTree: boolean): PdfObject[] | null {
  const added = appended(older, newer);
  if (added === null || !isTree) return added;
  const isPaired = older.length % 2 === 0 && added.length % 2 === 0;
  const keys = added.filter((_, index) => index % 2 === 0);
  return isPaired && keys.every(isCount) ? added.filter((_, index) => index % 2 === 1) : null;
}

/** A new element for the widget of an intact signature of this revision. */
function isOfSignature(step: RevisionStep, item: PdfObject): boolean {
  if (!(item instanceof PdfReference) || step.valueOf('before', item.number) !== null) return false;
  const element = step.after.resolve(item);
  if (!(element instanceof PdfDictionary) || !isNamed(element.get('S'), 'Form') || element.hasDuplicateKeys)
    return false;
  const kids = listOf(step.after, element.get('K')).map((kid) => step.after.resolve(kid));
  return kids.length === 1 && kids.every((kid) => pointsAtSignature(step, kid));
}

function pointsAtSignature(step: RevisionStep, kid: PdfObject): boolean {
  if (!(kid instanceof PdfDictionary) || !isNamed(kid.get('Type'), 'OBJR')) return false;
  const target = kid.get('Obj');
  return target instanceof PdfReference && widgetsOfSignatures(step).has(target.number);
}

function isSpoken(element: PdfObject): boolean {
  return element instanceof PdfDictionary && SPOKEN.some((key) => element.get(key) !== null);
}
