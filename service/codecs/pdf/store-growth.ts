import type { PdfDocument } from './pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfReference, type PdfObject } from './pdf-objects.ts';

/** More than the paths of all signatures of a document need; whoever lists more is not read on. */
const MAX_ITEMS = 2_000;

/**
 * Whether the document security store lists something in `after` that it did not list in `before`, an earlier state of the
 * same document: what was in the store already is no evidence that somebody gathered for a signature in between, even where
 * the store was written once more (EN 319 142-1 clause 6.3). Throws PdfError.
 */
export function hasStoreGrown(before: PdfDocument, after: PdfDocument): boolean {
  const known = listedOnce(before);
  return [...listedOnce(after)].some((item) => !known.has(item));
}

/** What each state of a document lists: all signatures ask it of the newest one. */
const listed = new WeakMap<PdfDocument, ReadonlySet<string>>();

function listedOnce(document: PdfDocument): ReadonlySet<string> {
  const items = listed.get(document) ?? new Set(listedItems(document));
  listed.set(document, items);
  return items;
}

/** Evidence by its list and where it lies, and the signatures that the store has an entry for. */
function listedItems(document: PdfDocument): string[] {
  const items: string[] = [];
  const store = document.catalog.get('DSS');
  for (const [key, value] of entriesOf(document, store)) {
    if (key === 'VRI') addSignatures(document, value, items);
    else addList(document, key, value, items);
  }
  return items;
}

function addSignatures(document: PdfDocument, written: PdfObject, items: string[]): void {
  for (const [signature, entry] of entriesOf(document, written)) {
    if (items.push(signature) >= MAX_ITEMS) return;
    for (const [key, value] of entriesOf(document, entry)) addList(document, `${signature} ${key}`, value, items);
  }
}

function addList(document: PdfDocument, name: string, written: PdfObject, items: string[]): void {
  const list = document.resolve(written);
  if (!isPdfArray(list)) return;
  for (const item of list) {
    if (items.length >= MAX_ITEMS) return;
    if (item instanceof PdfReference) items.push(`${name} ${JSON.stringify(document.find(item.number)?.location)}`);
  }
}

function entriesOf(document: PdfDocument, written: PdfObject): Iterable<readonly [string, PdfObject]> {
  const value = document.resolve(written);
  return value instanceof PdfDictionary ? value.entries : [];
}
