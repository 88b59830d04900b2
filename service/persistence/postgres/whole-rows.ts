import { getTableColumns, sql, type Column, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Rows of a table as one JSON parameter of a statement: however many there are, the statement is the same and compiled
 * once, and several tables are written by one. JSON within a row travels as text, so that escaped NULs stay what they are.
 */

const JSON_TYPE = 'json';

/** `sequence` is given by the database. */
function writtenColumns(table: PgTable): readonly (readonly [string, Column])[] {
  return Object.entries(getTableColumns(table)).filter(([, column]) => column.generatedIdentity === undefined);
}

/** A row but for the place in the order of writing; members of a row that are no columns are ignored. */
export type WholeRow<T extends PgTable> = Omit<InferSelectModel<T>, 'sequence'>;

/** What `insertRows` takes under the name of its parameter. `null` for what the statement fills in. */
export function rowsAsJson<T extends PgTable>(
  table: T,
  rows: readonly { readonly [K in keyof WholeRow<T>]: WholeRow<T>[K] | null }[],
): string {
  const columns = writtenColumns(table);
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map(([member, column]) => [column.name, driverValue(column, row[member as keyof typeof row])]),
      ),
    ),
  );
}

function driverValue(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const given = column.mapToDriverValue(value);
  // Half a pair of surrogates is no text for the server.
  return typeof given === 'string' ? given.toWellFormed() : given;
}

export interface InsertRows {
  readonly table: PgTable;
  /** The placeholder whose value is made by `rowsAsJson`. */
  readonly parameter: string;
  /** Name of the earlier part of the statement that has to have found a row, and whose columns `filled` may use. */
  readonly after?: string;
  /** What is written into a column (by its name in the table) instead of what the row says. */
  readonly filled?: Readonly<Record<string, SQL>>;
  readonly where?: SQL;
}

/** An INSERT of whole rows for a statement of several parts. The rows are called `given` in it. */
export function insertRows({ table, parameter, after, filled = {}, where }: InsertRows): SQL {
  const columns = writtenColumns(table).map(([, column]) => column);
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map((column) => filled[column.name] ?? givenValue(column));
  const types = columns.map((column) => sql`${sql.identifier(column.name)} ${sql.raw(travelType(column))}`);
  const from = after === undefined ? sql`` : sql`${sql.identifier(after)} AS earlier, `;
  return sql`INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(values, sql`, `)}
    FROM ${from}json_to_recordset(${sql.placeholder(parameter)}) AS given (${sql.join(types, sql`, `)})${
      where === undefined ? sql`` : sql` WHERE ${where}`
    }`;
}

function travelType(column: Column): string {
  return column.getSQLType() === JSON_TYPE ? 'text' : column.getSQLType();
}

function givenValue(column: Column): SQL {
  const value = sql`given.${sql.identifier(column.name)}`;
  return column.getSQLType() === JSON_TYPE ? sql`${value}::json` : value;
}
