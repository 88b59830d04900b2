import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { additionsTo } from './list-changes.ts';
import { changedKeys, isSameObject } from './object-equality.ts';
import { outlineItems } from './outline-items.ts';
import type { ChangedObject, RevisionStep } from './revision-changes.ts';
import { treeValues } from './tree-values.ts';
import type { UsageRoles } from './usage-roles.ts';

/** Entries of the catalog (ISO 32000-2 table 29) for what no page shows, by what the document gets with them. */
const ADDITIONS = {
  Outlines: 'the document got bookmarks',
  Names: 'the document got attached files or named places',
  Dests: 'the document got named places',
  AF: 'the document got associated files',
  PageLabels: 'the document got numbers of its pages',
  Lang: 'the document got a language',
  PageMode: 'the document got another way to be opened',
  PageLayout: 'the document got another way to be opened',
} as const;
type BesideKey = keyof typeof ADDITIONS;

/** Trees of names (table 32) that may grow; scripts, and whatever draws, are none of them. */
const GROWING_TREES = new Set(['EmbeddedFiles', 'Dests']);

/** Keys by which bookmarks lead to each other, and how many of them are open (tables 150 and 151). */
const OUTLINE_LINKS = new Set(['First', 'Last', 'Next', 'Prev', 'Parent', 'Count']);

/**
 * Whether an entry of the catalog only gained something beside the pages, all that was there being as it was: that has been
 * noted then. A signature without certification forbids nothing of it (clause 12.8.2.2). Throws PdfError.
 */
export function judgeBeside(step: RevisionStep, key: string, before: PdfObject, after: PdfObject): boolean {
  if (!isBesideKey(key) || !hasOnlyMore(step, key, before, after)) return false;
  noteAddition(step, key);
  return true;
}

function isBesideKey(key: string): key is BesideKey {
  return Object.hasOwn(ADDITIONS, key);
}

function noteAddition(step: RevisionStep, key: BesideKey): void {
  const detail = ADDITIONS[key];
  if (!step.changes.some((change) => change.kind === 'beside' && change.detail === detail)) step.note('beside', detail);
}

type Comparison = (step: RevisionStep, older: PdfObject, newer: PdfObject) => boolean;

const isNewDictionary: Comparison = (_, older, newer) => older === null && newer instanceof PdfDictionary;
const isOtherName: Comparison = (_, ...both) => both.every((one) => one === null || one instanceof PdfName);

const HAS_ONLY_MORE: Readonly<Record<BesideKey, Comparison>> = {
  Outlines: isNewDictionary,
  PageLabels: isNewDictionary,
  Names: haveNamesGrown,
  Dests: (_, older, newer) => hasGrown(older, newer, (_name, was) => was === null),
  AF: (_, older, newer) =>
    isPdfArray(newer) && (older === null || (isPdfArray(older) && additionsTo(older, newer) !== null)),
  Lang: (_, older, newer) => older === null && newer instanceof PdfString,
  PageMode: isOtherName,
  PageLayout: isOtherName,
};

function hasOnlyMore(step: RevisionStep, key: BesideKey, before: PdfObject, after: PdfObject): boolean {
  return HAS_ONLY_MORE[key](step, step.before.resolve(before), step.after.resolve(after));
}

/** Whether every key of a dictionary that changed did so in a way that is allowed to it. */
function hasGrown(
  older: PdfObject,
  newer: PdfObject,
  isAllowed: (key: string, was: PdfObject, is: PdfObject) => boolean,
): boolean {
  const before = older ?? new PdfDictionary(new Map());
  if (!(before instanceof PdfDictionary) || !(newer instanceof PdfDictionary)) return false;
  if (before.hasDuplicateKeys || newer.hasDuplicateKeys) return false;
  return changedKeys(before, newer).every((key) => isAllowed(key, before.get(key), newer.get(key)));
}

/** A tree may have grown in a node that is an object of its own, its dictionary being as it was. */
function haveNamesGrown(step: RevisionStep, older: PdfObject, newer: PdfObject): boolean {
  if (!hasGrown(older, newer, (tree) => GROWING_TREES.has(tree))) return false;
  const treeIn = (names: PdfObject, tree: string): PdfObject =>
    names instanceof PdfDictionary ? names.get(tree) : null;
  return [...GROWING_TREES].every((tree) => hasTreeGrown(step, treeIn(older, tree), treeIn(newer, tree)));
}

function hasTreeGrown(step: RevisionStep, older: PdfObject, newer: PdfObject): boolean {
  if (older === null && newer === null) return true;
  const before = older === null ? new Map<never, PdfObject>() : treeValues(step.before, older, 'Names')?.values;
  const after = treeValues(step.after, newer, 'Names')?.values;
  if (before === undefined || after === undefined) return false;
  return [...before].every(([name, value]) => isSameObject(value, after.get(name) ?? null));
}

/** Objects of their own that belong to the names or the outline of a document, written over to add something. */
export class BesideObjects {
  readonly #step: RevisionStep;
  readonly #roles: UsageRoles;
  #names: ReadonlySet<number> | undefined;
  #outline: ReadonlySet<number> | undefined;
  #hasNames: boolean | undefined;
  #hasOutline: boolean | undefined;

  constructor(step: RevisionStep, roles: UsageRoles) {
    this.#step = step;
    this.#roles = roles;
  }

  /** Whether the object is one of these alone, and only gained something; that has been noted then. Throws PdfError. */
  judgeObject({ number, before, after }: ChangedObject): boolean {
    const key = this.#keyOf(number);
    if (key === null || !this.#isKept(key, before, after)) return false;
    noteAddition(this.#step, key);
    return true;
  }

  #keyOf(number: number): BesideKey | null {
    const roles = this.#roles;
    for (const key of ['AF', 'Dests'] as const) {
      if (roles.isOnly(number, (usage) => roles.isRootEntry(usage, key))) return key;
    }
    const isPartOf = (key: BesideKey, parts: ReadonlySet<number>): boolean =>
      parts.has(number) &&
      roles.isOnly(number, ({ parent, path }) => parts.has(parent) || (roles.isRoot(parent) && path[0] === key));
    this.#names ??= namesObjects(this.#step.before);
    if (isPartOf('Names', this.#names)) return 'Names';
    this.#outline ??= new Set(outlineItems(this.#step.before) ?? []);
    return isPartOf('Outlines', this.#outline) ? 'Outlines' : null;
  }

  #isKept(key: BesideKey, before: PdfObject, after: PdfObject): boolean {
    const step = this.#step;
    if (key === 'Names') {
      const [older, newer] = [step.before.catalog.get('Names'), step.after.catalog.get('Names')];
      return (this.#hasNames ??= hasOnlyMore(step, 'Names', older, newer));
    }
    if (key !== 'Outlines') return hasOnlyMore(step, key, before, after);
    this.#hasOutline ??= additionsTo([...(this.#outline ?? [])], outlineItems(step.after) ?? []) !== null;
    return this.#hasOutline && hasGrown(before, after, (link) => OUTLINE_LINKS.has(link));
  }
}

/** Numbers of the dictionary of names and of the nodes of its trees that may grow. */
function namesObjects(document: PdfDocument): ReadonlySet<number> {
  const written = document.catalog.get('Names');
  const names = document.resolve(written);
  const found = new Set<number>(written instanceof PdfReference ? [written.number] : []);
  if (!(names instanceof PdfDictionary)) return found;
  for (const key of GROWING_TREES) {
    const tree = names.get(key);
    const nodes = tree === null ? [] : (treeValues(document, tree, 'Names')?.nodes ?? []);
    for (const number of nodes) found.add(number);
  }
  return found;
}
