import { and, asc, desc, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { PagePosition } from '../page-cursor.ts';
import type { RowPosition } from '../merged-pages.ts';
import { LOOKED_AT_ROWS, type Page, type PageOrder, type PageQuery } from '../pages.ts';
import { readSliced } from '../sliced-pages.ts';
import type { ListConditions } from './list-conditions.ts';
import type { Unit, Units } from './units.ts';

/** A list ordered by two columns. */
export interface ListSource<Row> {
  readonly table: PgTable;
  readonly timeColumn: PgColumn;
  readonly idColumn: PgColumn;
  select(unit: Unit, where: SQL | undefined, order: readonly SQL[], limit: number): Promise<readonly Row[]>;
  positionOf(row: Row): RowPosition;
}

/**
 * A page of one list. Its statements are planned with their values each time: which index serves best depends on the tenant
 * and on the filter. Throws SIGNATURE_REQUEST_INVALID for a cursor that is none of ours.
 */
export function readPage<Row>(
  units: Units,
  query: PageQuery,
  { indexed, residual, endsEarly }: ListConditions,
  source: ListSource<Row>,
): Promise<Page<Row>> {
  const { table, timeColumn, idColumn } = source;
  const order = inOrder(query.order, timeColumn, idColumn);
  const beyond = (position: PagePosition | undefined): SQL | undefined =>
    position && comparedWith(position, query.order === 'oldest' ? '>' : '<', source);
  const upTo = (end: PagePosition | undefined): SQL | undefined =>
    end && comparedWith(end, query.order === 'oldest' ? '<=' : '>=', source);
  return units.read((unit) =>
    readSliced(query, endsEarly ? 'few' : 'none', {
      // The server tests them in a process of its own: each further slice would be two more ways there and back.
      sliceRows: LOOKED_AT_ROWS,
      positionAfter: async (position, skipped) => {
        const [row] = await unit.database
          .select({ at: timeColumn, id: idColumn })
          .from(table)
          .where(and(...indexed, beyond(position)))
          .orderBy(...order)
          .offset(skipped)
          .limit(1);
        return row && { at: row.at as Date, id: String(row.id) };
      },
      select: (position, end, limit) =>
        source.select(unit, and(beyond(position), upTo(end), ...indexed, ...residual), order, limit),
      positionOf: (row) => {
        const { at, id } = source.positionOf(row);
        return { at, id: String(id) };
      },
    }),
  );
}

/** The same for both columns, so that an index can be walked from either end. */
function inOrder(order: PageOrder | undefined, ...columns: readonly PgColumn[]): readonly SQL[] {
  return columns.map((column) => (order === 'oldest' ? asc(column) : desc(column)));
}

function comparedWith(
  { at, id }: PagePosition,
  comparison: '<' | '>' | '<=' | '>=',
  { timeColumn, idColumn }: { readonly timeColumn: Column; readonly idColumn: Column },
): SQL {
  const key = idColumn.dataType === 'number' ? sql`${wholeNumber(id)}::bigint` : sql`${sql.param(id, idColumn)}`;
  return sql`(${timeColumn}, ${idColumn}) ${sql.raw(comparison)} (${sql.param(at, timeColumn)}, ${key})`;
}

/** What is no number stands before every row, as it does in SQLite. */
function wholeNumber(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '0';
}
