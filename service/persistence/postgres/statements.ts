import {
  getTableColumns,
  is,
  Param,
  Placeholder,
  sql,
  type Column,
  type InferSelectModel,
  type SQL,
} from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgInsertValue, type PgTable } from 'drizzle-orm/pg-core';
import { bound } from '../tables/bound.ts';
import type { Unit } from './units.ts';

export { bound };

/**
 * A statement that every connection compiles once, under its name, when it is first needed. `build` ends in
 * `.prepare(name)`. Names must differ: a connection knows its statements by them.
 */
export function statement<T>(
  name: string,
  build: (database: NodePgDatabase, name: string) => T,
): (unit: Pick<Unit, 'database'>) => T {
  const built = new WeakMap<NodePgDatabase, T>();
  return ({ database }) => {
    const known = built.get(database);
    if (known !== undefined) return known;
    const made = build(database, name);
    built.set(database, made);
    return made;
  };
}

/** A placeholder for every column whose value comes with a row; named as the member of the row. */
export function placeholders<T extends PgTable>(table: T): PgInsertValue<T> {
  const given = Object.entries(getTableColumns(table)).filter(([, column]) => column.generatedIdentity === undefined);
  return Object.fromEntries(given.map(([name]) => [name, sql.placeholder(name)])) as PgInsertValue<T>;
}

/** A row but for the place in the order of writing, which the database gives. */
type Row<T extends PgTable> = Omit<InferSelectModel<T>, 'sequence'>;

/** A prepared INSERT of whole rows; members of a row that are no columns are ignored. Rejects on a violated constraint. */
export function insertInto<T extends PgTable>(name: string, table: T): (unit: Unit, row: Row<T>) => Promise<unknown> {
  const insert = statement(name, (database) => database.insert(table).values(placeholders(table)).prepare(name));
  return (unit, row) => insert(unit).execute(row);
}

const dialect = new PgDialect();

/**
 * A statement that no builder can make (several writes in one), compiled once by every connection like the others. Its rows
 * come as the server names their columns.
 */
export function writtenStatement<Row extends object>(
  name: string,
  build: (database: NodePgDatabase) => SQL,
): (unit: Unit, values: Readonly<Record<string, unknown>>) => Promise<readonly Row[]> {
  let made: { readonly text: string; readonly params: readonly unknown[] } | undefined;
  return async ({ client, database }, values) => {
    if (made === undefined) {
      const { sql: text, params } = dialect.sqlToQuery(build(database));
      made = { text, params };
    }
    const { text, params } = made;
    const { rows } = await client.query<Row>({ name, text, values: params.map((param) => valueOf(param, values)) });
    return rows;
  };
}

function valueOf(param: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (is(param, Placeholder)) return given(param.name, values);
  if (is(param, Param) && is(param.value, Placeholder)) {
    return param.encoder.mapToDriverValue(given(param.value.name, values));
  }
  return param;
}

function given(name: string, values: Readonly<Record<string, unknown>>): unknown {
  if (!(name in values)) throw new Error(`A statement was not given ${name}.`);
  return values[name];
}

/**
 * Among what a statement answers: its commit waits neither for the disk nor for a standby. For what may be done anew after a
 * server has died, since the next commit that waits takes it along.
 */
export const notWaitedFor: SQL = sql`set_config('synchronous_commit', 'off', true)`;

/** The moment that decides, in SQL: `told` as `Unit.told` says it, or the server's own. `column`: any of moments. */
export function decidingNow(column: Column): SQL {
  return sql`coalesce(${bound(column, 'told')}, statement_timestamp()::timestamp(3) with time zone)`;
}

/** The end of a lease that begins now. */
export function leaseFromNow(column: Column): SQL {
  return sql`${decidingNow(column)} + ${sql.placeholder('leaseMilliseconds')} * interval '1 millisecond'`;
}
