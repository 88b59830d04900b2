import { decodeCursor, encodeCursor, type PagePosition } from './page-cursor.ts';
import { LOOKED_AT_ROWS, type Page, type PageQuery } from './pages.ts';

/** The rows of a list that an index leads to, in the order of the list. */
export interface LedRows<Row> {
  /** Rows tested in one go. */
  readonly sliceRows: number;
  /** Where the row lies that `skipped` others come before, of those behind `position`; undefined where there are no more. */
  readonly positionAfter: (position: PagePosition | undefined, skipped: number) => Awaitable<PagePosition | undefined>;
  /** Those that fit behind `position`, up to and with `end`, or up to the last row. */
  readonly select: (
    position: PagePosition | undefined,
    end: PagePosition | undefined,
    limit: number,
  ) => Awaitable<readonly Row[]>;
  readonly positionOf: (row: Row) => PagePosition;
}

type Awaitable<T> = T | Promise<T>;

/**
 * How the rows of a list are tested: `none` has to be, as all of them fit; `all` until the page is full; `few`, so that the
 * page ends early where much has to be looked at.
 */
export type Tested = 'none' | 'all' | 'few';

/** A page of a list. Throws SIGNATURE_REQUEST_INVALID for a cursor that is none. */
export async function readSliced<Row>(
  { limit, cursor, lookAt = LOOKED_AT_ROWS }: Omit<PageQuery, 'tenantId'>,
  tested: Tested,
  { sliceRows, positionAfter, select, positionOf }: LedRows<Row>,
): Promise<Page<Row>> {
  const wanted = limit + 1;
  const rows: Row[] = [];
  let left = tested === 'few' ? lookAt : Infinity;
  let position = cursor === null ? undefined : decodeCursor(cursor);
  for (;;) {
    const slice = Math.min(sliceRows, left);
    const end = tested === 'none' ? undefined : await positionAfter(position, slice - 1);
    rows.push(...(await select(position, end, wanted - rows.length)));
    if (end === undefined || rows.length >= wanted) break;
    left -= slice;
    if (left <= 0) return { items: rows, nextCursor: encodeCursor(end) };
    position = end;
  }
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const isLastPage = rows.length < wanted || last === undefined;
  return { items, nextCursor: isLastPage ? null : encodeCursor(positionOf(last)) };
}
