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
  /** It is null where its first column is: no row of its table was joined. */
  readonly mayBeMissing: boolean;
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

function isMissing({ mayBeMissing, columns }: Part, row: readonly unknown[]): boolean {
  const [first] = columns;
  return mayBeMissing && first !== undefined && row[first.index] === null;
}

function partsOf(fields: SelectedFields, tables: TablesAlwaysThere | undefined): readonly Part[] {
  const columns = fields.map(({ path, field }, index) => ({ path, field, index, decode: decoderOf(field) }));
  const groups = Map.groupBy(columns, ({ path }) => (path.length === 1 ? undefined : path[0]));
  return [...groups].map(([name, group]) => ({
    name,
    columns: group.map(({ path, index, decode }) => ({ index, key: path.at(-1) ?? '', decode })),
    mayBeMissing: name !== undefined && tables !== undefined && isOfOptionalTable(group, tables),
  }));
}

/** Whether all columns are of one table, of which a join may find no row; what is computed belongs to none. */
function isOfOptionalTable(group: readonly { readonly field: unknown }[], tables: TablesAlwaysThere): boolean {
  const names = new Set(group.flatMap(({ field }) => (is(field, Column) ? [getTableName(field.table)] : [])));
  const [name] = names;
  return names.size === 1 && name !== undefined && tables[name] !== true;
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
