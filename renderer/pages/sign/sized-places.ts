import type { BatchDocument } from '../../state/batch-model.ts';
import { rectText, type SizedPlace } from '../../state/stamp-place.ts';

/** What was looked at: a place that somebody took away from a document again does not come back. */
const judged = new Set<string>();

/**
 * Puts the stamp of each PDF whose page is as large at a place. `isChosenNow`: also of those that were looked at before or
 * have a place of their own. Never rejects: what cannot be read has no such page.
 */
export async function placeBySize(
  pdfs: readonly BatchDocument[],
  { place, width, height }: SizedPlace,
  isChosenNow: boolean,
): Promise<void> {
  for (const document of pdfs) {
    const name = [document.key, width, height, rectText(place)].join(' ');
    const [file] = document.files;
    const isWanted = isChosenNow || (!judged.has(name) && document.place === null);
    judged.add(name);
    if (file === undefined || !isWanted) continue;
    // The parser of PDFs is large.
    const { hasPageOfSize } = await import('../../viewer/same-size.ts');
    const isSame = await hasPageOfSize(file, place.page, { width, height });
    if (isSame && (isChosenNow || document.place === null)) document.place = place;
  }
}
