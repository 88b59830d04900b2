import Sqlite from 'better-sqlite3';
import { eq, sql } from 'drizzle-orm';
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { alias, customType, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bound } from '../tables/bound.ts';
import { openQueries } from './prepared-queries.ts';

const moment = customType<{ data: Date; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (value) => value.getTime(),
  fromDriver: (value) => new Date(value),
});
const files = sqliteTable('files', { id: text('id').notNull(), kept: integer('kept', { mode: 'boolean' }) });
const requests = sqliteTable('requests', {
  id: text('id').notNull(),
  fileId: text('file_id'),
  at: moment('at').notNull(),
  facts: text('facts', { mode: 'json' }).$type<{ readonly size: number }>(),
});
const outputs = alias(files, 'output_file');
const AT = new Date(Date.UTC(2026, 0, 15));

let connection: Sqlite.Database;
beforeEach(() => {
  connection = new Sqlite(':memory:');
  connection.exec(`CREATE TABLE files (id TEXT NOT NULL, kept INTEGER);
    CREATE TABLE requests (id TEXT NOT NULL, file_id TEXT, at INTEGER NOT NULL, facts TEXT);`);
  openQueries(connection)
    .insert(files)
    .values([
      { id: 'a', kept: true },
      { id: 'b', kept: null },
    ])
    .run();
  insertRequest(openQueries(connection)).run({ id: 'one', fileId: 'a', at: AT, facts: { size: 5 } });
  insertRequest(openQueries(connection)).run({ id: 'two', fileId: null, at: AT, facts: { size: 6 } });
});
afterEach(() => connection.close());

function insertRequest(database: BetterSQLite3Database) {
  const { placeholder } = sql;
  const values = {
    id: placeholder('id'),
    fileId: placeholder('fileId'),
    at: placeholder('at'),
    facts: placeholder('facts'),
  };
  return database.insert(requests).values(values).prepare();
}

/** The same query by drizzle alone and as the station prepares it. */
function both<T>(query: (database: BetterSQLite3Database) => T): [T, T] {
  return [query(openQueries(connection)), query(drizzle({ client: connection }))];
}

describe('a prepared query', () => {
  it('binds what drizzle binds', () => {
    const stored = connection.prepare('SELECT * FROM requests WHERE id = ?').raw();
    insertRequest(drizzle({ client: connection })).run({ id: 'drizzle', fileId: null, at: AT, facts: { size: 6 } });
    expect(stored.get('two')).toEqual(['two', null, AT.getTime(), '{"size":6}']);
    expect(stored.get('drizzle')).toEqual(['drizzle', null, AT.getTime(), '{"size":6}']);
  });

  it('refuses values of which one is missing, and takes undefined for none', () => {
    expect(() => insertRequest(openQueries(connection)).run({ id: 'three', fileId: 'a', at: AT })).toThrow(
      'No value for placeholder "facts" was provided',
    );
  });

  it('gives whole rows, expressions and the rows of a join, null where none was joined', () => {
    const [ours, theirs] = both((database) =>
      database
        .select({ request: requests, size: sql<number>`${requests.facts} ->> 'size'`, output: outputs })
        .from(requests)
        .leftJoin(outputs, eq(outputs.id, requests.fileId))
        .orderBy(requests.id)
        .all(),
    );
    expect(ours).toEqual(theirs);
    expect(ours).toEqual([
      { request: { id: 'one', fileId: 'a', at: AT, facts: { size: 5 } }, size: 5, output: { id: 'a', kept: true } },
      { request: { id: 'two', fileId: null, at: AT, facts: { size: 6 } }, size: 6, output: null },
    ]);
  });

  it('keeps an object of which not the first column is null, and one of several tables', () => {
    const [ours, theirs] = both((database) =>
      database
        .select({ file: files, mixed: { output: outputs.id, request: requests.id } })
        .from(files)
        .leftJoin(outputs, eq(outputs.id, sql`'none'`))
        .leftJoin(requests, eq(requests.fileId, files.id))
        .orderBy(files.id)
        .all(),
    );
    expect(ours).toEqual(theirs);
    expect(ours[1]).toEqual({ file: { id: 'b', kept: null }, mixed: { output: null, request: null } });
  });

  it('tells by a column whether a row was joined, not by what is computed before it', () => {
    const [ours, theirs] = both((database) =>
      database
        .select({ output: { none: sql<null>`NULL`, id: outputs.id }, other: { one: sql<number>`1`, id: outputs.id } })
        .from(requests)
        .leftJoin(outputs, eq(outputs.id, requests.fileId))
        .orderBy(requests.id)
        .all(),
    );
    expect(ours).toEqual(theirs);
    expect(ours).toEqual([
      { output: { none: null, id: 'a' }, other: { one: 1, id: 'a' } },
      { output: null, other: null },
    ]);
  });

  it('gives one row, and undefined where there is none', () => {
    const [ours, theirs] = both((database) =>
      database
        .select({ id: requests.id, at: sql<Date>`max(${requests.at})`.mapWith(requests.at) })
        .from(requests)
        .where(eq(requests.at, bound(requests.at, 'at')))
        .groupBy(requests.id)
        .prepare(),
    );
    expect(ours.get({ at: AT })).toEqual({ id: 'one', at: AT });
    expect(theirs.get({ at: AT })).toEqual({ id: 'one', at: AT });
    expect(ours.get({ at: new Date(0) })).toBeUndefined();
  });

  it('gives what an insert returns, and rows of a query that is text alone', () => {
    const [ours, theirs] = both((database) =>
      database.insert(files).values({ id: 'c', kept: false }).returning({ kept: files.kept }).all(),
    );
    expect([ours, theirs]).toEqual([[{ kept: false }], [{ kept: false }]]);
    expect(openQueries(connection).all(sql`SELECT count(*) AS n FROM files`)).toEqual([{ n: 4 }]);
  });
});

it('is compiled once, whatever is bound to its limit', () => {
  let looks = 0;
  connection.exec('CREATE INDEX by_id ON files (id); ANALYZE');
  // A planner that looks for statistics asks for the value that a row is looked for by.
  connection.function('looked_for', { deterministic: true }, () => {
    looks += 1;
    return 'a';
  });
  const found = openQueries(connection)
    .select({ id: files.id })
    .from(files)
    .where(eq(files.id, sql`looked_for()`));
  const limited = found.limit(sql.placeholder('limit')).prepare();
  const looksOf = (limit: number): number => {
    const before = looks;
    expect(limited.all({ limit })).toEqual([{ id: 'a' }]);
    return looks - before;
  };
  expect(looks).toBeGreaterThan(0);
  expect([looksOf(5), looksOf(5), looksOf(9)]).toEqual([1, 1, 1]);
});
