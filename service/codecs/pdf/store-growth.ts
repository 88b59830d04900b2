import type { PdfDocument } from './pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfReference, PdfStream, type PdfObject } from './pdf-objects.ts';

/** More than the paths of all signatures of a document need; whoever lists more is not read on. */
const MAX_ITEMS = 2_000;

/**
 * Whether the document security store lists something in `after` that it did not list in `before`, an earlier state of the
 * same document: what was in the store already is no evidence that somebody gathered for a signature in between, even where
 * the store was written once more (EN 319 142-1 clause 6.3). Throws PdfError.
 */
export function hasStoreGrown(before: PdfDocument, after: PdfDocument): boolean {
  const known = listedOnce(before);
  return [...listedOnce(after)].some(([name, item]) => {
    const earlier = known.get(name);
    return earlier === undefined || !isSame(item, before, earlier, after);
  });
}

/** Evidence by its list and number, and the signatures that the store has an entry for, by what they are called. */
type Items = Map<string, PdfReference | null>;

/** What each state of a document lists: all signatures ask it of the newest one. */
const listed = new WeakMap<PdfDocument, Items>();

function listedOnce(document: PdfDocument): Items {
  const items = listed.get(document) ?? listedItems(document);
  listed.set(document, items);
  return items;
}

/** Some programs write objects once more as they were. */
function isSame(
  item: PdfReference | null,
  before: PdfDocument,
  earlier: PdfReference | null,
  after: PdfDocument,
): boolean {
  if (item === null || earlier === null) return item === earlier;
  const [was, is] = [before.find(earlier.number)?.location, after.find(item.number)?.location];
  if (JSON.stringify(was) === JSON.stringify(is)) return true;
  const [left, right] = [before.resolve(earlier), after.resolve(item)];
  if (!(left instanceof PdfStream) || !(right instanceof PdfStream)) return left === right;
  return Buffer.compare(before.rawStream(left), after.rawStream(right)) === 0;
}

function listedItems(document: PdfDocument): Items {
  const items: Items = new Map();
  const store = document.catalog.get('DSS');
  for (const [key, value] of entriesOf(document, store)) {
    if (key === 'VRI') addSignatures(document, value, items);
    else addList(document, key, value, items);
  }
  return items;
}

function addSignatures(document: PdfDocument, written: PdfObject, items: Items): void {
  for (const [signature, entry] of entriesOf(document, written)) {
    if (items.size >= MAX_ITEMS) return;
    items.set(signature, null);
    for (const [key, value] of entriesOf(document, entry)) addList(document, `${signature} ${key}`, value, items);
  }
}

function addList(document: PdfDocument, name: string, written: PdfObject, items: Items): void {
  const list = document.resolve(written);
  if (!isPdfArray(list)) return;
  for (const item of list) {
    if (items.size >= MAX_ITEMS) return;
    if (item instanceof PdfReference) items.set(`${name} ${item.number}`, item);
  }
}

function entriesOf(document: PdfDocument, written: PdfObject): Iterable<readonly [string, PdfObject]> {
  const value = document.resolve(written);
  return value instanceof PdfDictionary ? value.entries : [];
}
