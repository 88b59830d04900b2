import { encodeCursor } from './page-cursor.ts';
import type { Page, PageQuery } from './pages.ts';

/** Where a row lies in its list: by time, then by id as the list's database compares it. */
export interface RowPosition {
  readonly at: Date;
  readonly id: string | number;
}

/**
 * A page of the rows that have any of `values`, made of one page of each: an index gives the rows of one value in the
 * order of the list, those of several it does not. Without `values` there is one page, of all rows.
 */
export async function readMerged<V, Row>(
  values: readonly V[] | undefined,
  { limit, order }: PageQuery,
  read: (value: V | undefined) => Promise<Page<Row>>,
  positionOf: (row: Row) => RowPosition,
): Promise<Page<Row>> {
  const wanted = values === undefined ? [undefined] : [...new Set(values)];
  const pages = await Promise.all(wanted.map(read));
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return only;
  // What changed from one value to another meanwhile may have been read as both.
  const rows = new Map(pages.flatMap(({ items }) => items).map((row) => [positionOf(row).id, row]));
  const turn = order === 'oldest' ? -1 : 1;
  const sorted = [...rows.values()].sort((a, b) => turn * newestFirst(positionOf(a), positionOf(b)));
  const items = sorted.slice(0, limit);
  const last = items.at(-1);
  const isLastPage =
    last === undefined || (sorted.length <= limit && pages.every(({ nextCursor }) => nextCursor === null));
  if (isLastPage) return { items, nextCursor: null };
  const { at, id } = positionOf(last);
  return { items, nextCursor: encodeCursor({ at, id: String(id) }) };
}

function newestFirst(a: RowPosition, b: RowPosition): number {
  const later = b.at.getTime() - a.at.getTime();
  if (later !== 0) return later;
  return a.id < b.id ? 1 : -1;
}
