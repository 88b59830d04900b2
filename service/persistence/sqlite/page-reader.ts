import { and, asc, desc, gt, gte, lt, lte, sql, type Column, type SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowPosition } from '../merged-pages.ts';
import type { PagePosition } from '../page-cursor.ts';
import type { Page, PageOrder, PageQuery } from '../persistence.ts';
import { readSliced } from '../sliced-pages.ts';
import { joinKey } from './database.ts';

/** Values of placeholders by name. */
type Values = Readonly<Record<string, unknown>>;

/** One condition of a list, its values apart from it, so that a statement serves every value. */
export interface Condition {
  readonly test: SQL;
  readonly values: Values;
}

/**
 * Conditions of one list. `indexed` ones lead straight to the rows through an index; `residual` ones are tested row by
 * row, so a list that has any is read in slices. It `endsEarly` where few rows may pass them.
 */
export interface Conditions {
  readonly indexed: readonly (Condition | undefined)[];
  readonly residual: readonly (Condition | undefined)[];
  readonly endsEarly: boolean;
}

/** A column whose values are never missing, as the driver gives them. */
type ColumnOf<Value> = SQLiteColumn & { readonly _: { readonly data: Value; readonly notNull: true } };

/** The two columns of a table that order a list. */
interface Keyset {
  readonly table: SQLiteTable;
  readonly timeColumn: ColumnOf<Date>;
  readonly idColumn: ColumnOf<string | number>;
}

export interface ListSource<Row> extends Keyset {
  /** Selects the rows of a page; takes the placeholders of `where` and `limit`. */
  prepareSelect(
    where: SQL | undefined,
    order: readonly SQL[],
  ): { all(values: Record<string, unknown>): readonly Row[] };
  positionOf(row: Row): RowPosition;
}

/** The condition `test` makes of a placeholder for `value`; undefined for a filter that is not set. */
export function given(name: string, value: unknown, test: (name: string) => SQL): Condition | undefined {
  return value === undefined ? undefined : { test: test(name), values: { [name]: value } };
}

/** Rows tested in one go, between which the host does other things; a few milliseconds. */
const SLICE_ROWS = 2000;

/**
 * Reads pages of one list. Statements are compiled once for each combination of filters, which takes longer than
 * reading a page.
 */
export class PageReader<Row> {
  readonly #database: BetterSQLite3Database;
  readonly #source: ListSource<Row>;
  readonly #order: PageOrder;
  readonly #selects = new Map<string, ReturnType<ListSource<Row>['prepareSelect']>>();
  readonly #positions = new Map<string, ReturnType<typeof preparePosition>>();

  constructor(database: BetterSQLite3Database, source: ListSource<Row>, order: PageOrder) {
    this.#database = database;
    this.#source = source;
    this.#order = order;
  }

  /** Throws SIGNATURE_REQUEST_INVALID for a cursor that is none. */
  read(query: PageQuery, { indexed, residual, endsEarly }: Conditions): Promise<Page<Row>> {
    const tests = residual.filter((condition) => condition !== undefined);
    const behind = (position: PagePosition | undefined): readonly Condition[] =>
      [...indexed, this.#before(position)].filter((condition) => condition !== undefined);
    const tested = endsEarly ? 'few' : 'all';
    return readSliced(query, tests.length === 0 ? 'none' : tested, {
      sliceRows: SLICE_ROWS,
      positionAfter: async (position, skipped) => {
        // A filter that matches little must not hold up everything else.
        await nextTurn();
        return this.#positionAfter(behind(position), skipped);
      },
      select: (position, end, limit) =>
        this.#select([...behind(position), ...(end === undefined ? [] : [this.#upTo(end)]), ...tests], limit),
      positionOf: (row) => pagePosition(this.#source.positionOf(row)),
    });
  }

  #select(conditions: readonly Condition[], limit: number): readonly Row[] {
    const statement = cached(this.#selects, conditions, (where) =>
      this.#source.prepareSelect(where, rowOrder(this.#source, this.#order)),
    );
    return statement.all({ ...valuesOf(conditions), limit });
  }

  #positionAfter(conditions: readonly Condition[], skipped: number): PagePosition | undefined {
    const statement = cached(this.#positions, conditions, (where) =>
      preparePosition(this.#database, this.#source, this.#order, where),
    );
    const found = statement.get({ ...valuesOf(conditions), skipped });
    return found && pagePosition(found);
  }

  #before(position: PagePosition | undefined): Condition | undefined {
    const { timeColumn, idColumn } = this.#source;
    return beyond(this.#order, timeColumn, idColumn, position);
  }

  #upTo(position: PagePosition): Condition {
    const { timeColumn, idColumn } = this.#source;
    const isUpTo = this.#order === 'oldest' ? lte : gte;
    const test = isUpTo(sql`(${timeColumn}, ${idColumn})`, keyOf(timeColumn, 'fromAt', idColumn, 'fromId'));
    return { test, values: { fromAt: position.at, fromId: position.id } };
  }
}

/** The rows that come after a position; undefined without one. */
export function beyond(
  order: PageOrder,
  timeColumn: Column,
  idColumn: Column,
  position: PagePosition | undefined,
): Condition | undefined {
  if (position === undefined) return undefined;
  const isBeyond = order === 'oldest' ? gt : lt;
  const test = isBeyond(sql`(${timeColumn}, ${idColumn})`, keyOf(timeColumn, 'beforeAt', idColumn, 'beforeId'));
  return { test, values: { beforeAt: position.at, beforeId: position.id } };
}

/** Selects where the row lies that `skipped` others come before; takes the placeholders of `where` and `skipped`. */
function preparePosition(database: BetterSQLite3Database, source: Keyset, order: PageOrder, where: SQL | undefined) {
  return database
    .select({ at: source.timeColumn, id: source.idColumn })
    .from(source.table)
    .where(where)
    .orderBy(...rowOrder(source, order))
    .limit(1)
    .offset(sql.placeholder('skipped'))
    .prepare();
}

/** The same for both columns, so that an index can be walked from either end. */
function rowOrder({ timeColumn, idColumn }: Keyset, order: PageOrder): readonly SQL[] {
  return [timeColumn, idColumn].map((column) => (order === 'oldest' ? asc(column) : desc(column)));
}

/** A reader for each order. */
export function readersOf<Row>(
  database: BetterSQLite3Database,
  source: ListSource<Row>,
): (query: PageQuery) => PageReader<Row> {
  const make = (order: PageOrder) => new PageReader<Row>(database, source, order);
  const readers = { newest: make('newest'), oldest: make('oldest') };
  return ({ order = 'newest' }) => readers[order];
}

function pagePosition({ at, id }: RowPosition): PagePosition {
  return { at, id: String(id) };
}

/** The value of a row's order key, of the columns' own types. */
function keyOf(timeColumn: Column, at: string, idColumn: Column, id: string): SQL {
  const key = idColumn.dataType === 'number' ? sql`CAST(${joinKey(idColumn, id)} AS INTEGER)` : joinKey(idColumn, id);
  return sql`(${joinKey(timeColumn, at)}, ${key})`;
}

function cached<T>(
  statements: Map<string, T>,
  conditions: readonly Condition[],
  prepare: (where: SQL | undefined) => T,
): T {
  const shape = conditions.flatMap((condition) => Object.keys(condition.values)).join();
  const known = statements.get(shape);
  if (known !== undefined) return known;
  const statement = prepare(and(...conditions.map((condition) => condition.test)));
  statements.set(shape, statement);
  return statement;
}

function valuesOf(conditions: readonly Condition[]): Values {
  return Object.assign({}, ...conditions.map((condition) => condition.values)) as Values;
}
