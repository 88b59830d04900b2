import type { PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { isSameObject } from './object-equality.ts';

/**
 * What was added to a list of fields or annotations, wherever it stands: programs also put new ones first. Null when
 * an older entry is gone or has changed its place among the others.
 */
export function additionsTo(older: readonly PdfObject[], newer: readonly PdfObject[]): PdfObject[] | null {
  const added: PdfObject[] = [];
  let kept = 0;
  for (const item of newer) {
    if (kept < older.length && isSameObject(item, older[kept] ?? null)) kept++;
    else added.push(item);
  }
  return kept === older.length ? added : null;
}
