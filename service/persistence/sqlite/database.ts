import { getTableColumns, sql, type Column, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { bound } from '../tables/bound.ts';
import type { Writer } from './writer.ts';

export { bound } from '../tables/bound.ts';

/** What every store is made of: queries outside, writes through the group-commit writer. */
export interface DatabaseAccess {
  readonly database: BetterSQLite3Database;
  readonly writer: Writer;
}

/**
 * A prepared INSERT of whole rows; members of a row that are no columns are ignored. Throws on a constraint violation.
 */
export function prepareInsert<T extends SQLiteTable>(
  database: BetterSQLite3Database,
  table: T,
): (row: InferSelectModel<T>) => void {
  const names = Object.keys(getTableColumns(table));
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  const statement = database
    .insert(table)
    .values(placeholders as SQLiteInsertValue<T>)
    .prepare();
  return (row) => {
    statement.run(row);
  };
}

/**
 * A placeholder for the WHERE clause of a join. SQLite as it comes with better-sqlite3 keeps sample statistics
 * (STAT4), for which it compiles a join anew at every new bound value, taking some thirty times as long as the query;
 * a value behind a scalar subquery does not set that off.
 */
export function joinKey(column: Column, name: string): SQL {
  return sql`(SELECT ${bound(column, name)})`;
}
