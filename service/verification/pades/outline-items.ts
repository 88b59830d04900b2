import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfDictionary, PdfReference } from '../../codecs/pdf/pdf-objects.ts';

/** More than any book has; a longer outline is not compared. */
const MAX_ITEMS = 100_000;

/**
 * Numbers of the objects of a document's outline (ISO 32000-2 clause 12.3.3) as readers list them, its dictionary first;
 * null where an item is met twice or is no object of its own. Throws PdfError.
 */
export function outlineItems(document: PdfDocument): number[] | null {
  const found = new Set<number>();
  const pending = [document.catalog.get('Outlines')];
  for (let written = pending.pop(); written !== undefined; written = pending.pop()) {
    if (written === null) continue;
    const item = document.resolve(written);
    if (!(written instanceof PdfReference) || !(item instanceof PdfDictionary)) return null;
    if (item.hasDuplicateKeys || found.has(written.number) || found.size >= MAX_ITEMS) return null;
    found.add(written.number);
    pending.push(item.get('Next'), item.get('First'));
  }
  return [...found];
}
