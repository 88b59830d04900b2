import { getTableColumns, sql, type InferSelectModel } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { Unit } from './units.ts';

export { bound } from '../tables/bound.ts';

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
