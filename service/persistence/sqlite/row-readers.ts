import { Column, getTableName, is, SQL, type DriverValueDecoder } from 'drizzle-orm';
import type { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session';

/** What a query selects, in the order of its columns, each with its place in the object that a row becomes. */
export type SelectedFields = NonNullable<
  Parameters<BetterSQLiteSession<Record<string, never>, Record<string, never>>['prepareQuery']>[1]
>;
/** Which tables of a join have a row in every result, by their names or aliases. */
export type TablesAlwaysThere = Readonly<Record<string, boolean>>;
type Decode = (value: unknown) => unknown;

/** Columns that lie side by side in one object of a row. */
interface Part {
  /** The object's name in the row; undefined for what lies in the row itself. */
  readonly name: string | undefined;
  readonly columns: { readonly index: number; readonly key: string; readonly decode: Decode | undefined }[];
  /** The first column of its table: null where no row of that was joined, so that the object is null. */
  readonly proof: number | undefined;
}

/** Makes of a row, as an array of SQLite's values, what drizzle makes of it. */
export function readerOf(
  fields: SelectedFields,
  tables: TablesAlwaysThere | undefined,
): (row: readonly unknown[]) => unknown {
  const parts = partsOf(fields, tables);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && only.name === undefined) return (row) => objectOf(only, row);
  return (row) => {
    const result: Record<string, unknown> = {};
    for (const part of parts) {
      if (part.name === undefined) Object.assign(result, objectOf(part, row));
      else result[part.name] = isMissing(part, row) ? null : objectOf(part, row);
    }
    return result;
  };
}

function objectOf({ columns }: Part, row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { index, key, decode } of columns) {
    const value = row[index];
    object[key] = value === null || decode === undefined ? value : decode(value);
  }
  return object;
}

function isMissing({ proof }: Part, row: readonly unknown[]): boolean {
  return proof !== undefined && row[proof] === null;
}

function partsOf(fields: SelectedFields, tables: TablesAlwaysThere | undefined): readonly Part[] {
  const columns = fields.map(({ path, field }, index) => ({ path, field, index, decode: decoderOf(field) }));
  const groups = Map.groupBy(columns, ({ path }) => (path.length === 1 ? undefined : path[0]));
  return [...groups].map(([name, group]) => ({
    name,
    columns: group.map(({ path, index, decode }) => ({ index, key: path.at(-1) ?? '', decode })),
    proof: name === undefined || tables === undefined ? undefined : proofOf(group, tables),
  }));
}

/** Undefined where a row is always there, or the columns are of several tables; what is computed belongs to none. */
function proofOf(
  group: readonly { readonly field: unknown; readonly index: number }[],
  tables: TablesAlwaysThere,
): number | undefined {
  const columns = group.flatMap(({ field, index }) =>
    is(field, Column) ? [{ table: getTableName(field.table), index }] : [],
  );
  const [first] = columns;
  if (first === undefined || tables[first.table] === true) return undefined;
  return columns.every(({ table }) => table === first.table) ? first.index : undefined;
}

/** Undefined where a value stays as it is. */
function decoderOf(field: SelectedFields[number]['field']): Decode | undefined {
  const decoder = is(field, Column) ? field : computedDecoder(is(field, SQL) ? field : Reflect.get(field, 'sql'));
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return undefined;
  return (value) => decoder.mapFromDriverValue(value);
}

/** Of an expression; drizzle keeps it in a member that its types leave out. */
function computedDecoder(expression: unknown): DriverValueDecoder<unknown, unknown> {
  return Reflect.get(Object(expression), 'decoder') as DriverValueDecoder<unknown, unknown>;
}
