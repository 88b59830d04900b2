import { decodeCursor, encodeCursor } from './page-cursor.ts';
import { LOOKED_AT_ROWS, type Page, type PageQuery } from './pages.ts';

/** Where a row lies in its list: by time, then by id as the list's database compares it. */
export interface RowPosition {
  readonly at: Date;
  readonly id: string | number;
}

/**
 * A page of the rows that have any of `values`, made of one page of each: an index gives the rows of one value in the
 * order of the list, those of several it does not. They share what may be looked at. Without `values` there is one page,
 * of all rows.
 */
export async function readMerged<V, Row>(
  values: readonly V[] | undefined,
  query: PageQuery,
  read: (value: V | undefined, query: PageQuery) => Promise<Page<Row>>,
  positionOf: (row: Row) => RowPosition,
): Promise<Page<Row>> {
  const wanted = values === undefined ? [undefined] : [...new Set(values)];
  const { limit, order, lookAt = LOOKED_AT_ROWS } = query;
  const share = { ...query, lookAt: Math.ceil(lookAt / wanted.length) };
  const pages = await Promise.all(wanted.map((value) => read(value, share)));
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return only;
  const turn = order === 'oldest' ? -1 : 1;
  const inOrder = (a: RowPosition, b: RowPosition): number => turn * newestFirst(a, b);
  // What changed from one value to another meanwhile may have been read as both.
  const rows = new Map(pages.flatMap(({ items }) => items).map((row) => [positionOf(row).id, row]));
  const sorted = [...rows.values()].sort((a, b) => inOrder(positionOf(a), positionOf(b)));
  const [end] = pages
    .flatMap(({ nextCursor }) => (nextCursor === null ? [] : [decodeCursor(nextCursor)]))
    .sort(inOrder);
  // Behind the end of a page other rows of its value may lie.
  const fitting = end === undefined ? sorted : sorted.filter((row) => inOrder(positionOf(row), end) <= 0);
  const items = fitting.slice(0, limit);
  const last = items.at(-1);
  if (last !== undefined && fitting.length > limit) return { items, nextCursor: cursorOf(positionOf(last)) };
  return { items, nextCursor: end === undefined ? null : encodeCursor(end) };
}

function cursorOf({ at, id }: RowPosition): string {
  return encodeCursor({ at, id: String(id) });
}

function newestFirst(a: RowPosition, b: RowPosition): number {
  const later = b.at.getTime() - a.at.getTime();
  if (later !== 0) return later;
  // An id out of a cursor is text, also where those of rows are numbers.
  const isNumber = typeof a.id === 'number' || typeof b.id === 'number';
  const [idOfA, idOfB] = isNumber ? [Number(a.id), Number(b.id)] : [a.id, b.id];
  if (idOfA === idOfB) return 0;
  return idOfA < idOfB ? 1 : -1;
}
