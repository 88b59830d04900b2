import { getTableColumns, getTableName, is, Table, type Column } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as postgres from '../postgres/schema.ts';
import * as sqlite from '../sqlite/schema.ts';

/** What one driver alone needs, with the reason: all else stands in both, word for word. */
const OF_ONE_DRIVER: Readonly<Record<string, string>> = {
  'postgres stations': 'a database of several stations knows them',
  'postgres outbox_messages.sequence': 'the order of writing, which SQLite has by its rowid',
  'postgres outbox_messages.reserved_by': 'several publishers share one outbox',
  'postgres outbox_messages.reserved_until': 'several publishers share one outbox',
  'postgres audit_events.search_text': 'SQLite looks through its rows by a function of its own',
  'postgres request_counts.slot': 'several units count at one time, each in its own row',
  'sqlite audit_blocks': 'what its audit events say, for the text filter: Postgres has a column of each event for that',
  'sqlite archived_audit_events': 'what a transaction may delete is a table there, and a role in Postgres',
};

const LEFT = described('sqlite', sqlite);
const RIGHT = described('postgres', postgres);

describe('tables of both drivers', () => {
  it('have the same columns, members and values, but for those that one driver alone needs', () => {
    expect(difference(LEFT, RIGHT, 'sqlite')).toEqual([]);
    expect(difference(RIGHT, LEFT, 'postgres')).toEqual([]);
  });

  it('need what is said of them alone', () => {
    const all = [...named('sqlite', LEFT, RIGHT), ...named('postgres', RIGHT, LEFT)];
    expect(Object.keys(OF_ONE_DRIVER).toSorted()).toEqual(all.toSorted());
  });
});

/** By table: each column as one line that does not depend on how the driver keeps it. */
type Tables = ReadonlyMap<string, ReadonlyMap<string, string>>;

function described(driver: string, schema: Readonly<Record<string, unknown>>): Tables {
  const tables = Object.values(schema).filter((one) => is(one, Table));
  expect(tables.length, `tables of ${driver}`).toBeGreaterThan(8);
  return new Map(tables.map((table) => [getTableName(table), describedColumns(table)]));
}

function describedColumns(table: Table): ReadonlyMap<string, string> {
  return new Map(
    Object.entries<Column>(getTableColumns(table)).map(([member, { name, notNull, enumValues = [] }]) => [
      name,
      `${member}${notNull ? '' : '?'}: ${enumValues.join(' | ')}`,
    ]),
  );
}

/** What stands in `one` and not, or otherwise, in `other`. */
function difference(one: Tables, other: Tables, driver: string): string[] {
  return [...one].flatMap(([table, columns]) =>
    [...columns]
      .filter(([column, what]) => other.get(table)?.get(column) !== what)
      .map(([column, what]) => `${driver} ${table}.${column}: ${what}`)
      .filter((line) => !isOfOneDriver(line)),
  );
}

function isOfOneDriver(line: string): boolean {
  return Object.keys(OF_ONE_DRIVER).some((known) => line.startsWith(`${known}.`) || line.startsWith(`${known}:`));
}

/** Tables and columns of `one` that `other` has not. */
function named(driver: string, one: Tables, other: Tables): string[] {
  return [...one].flatMap(([table, columns]) => {
    const known = other.get(table);
    if (known === undefined) return [`${driver} ${table}`];
    return [...columns.keys()].filter((column) => !known.has(column)).map((column) => `${driver} ${table}.${column}`);
  });
}
