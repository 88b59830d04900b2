import type Sqlite from 'better-sqlite3';
import { Column, is, Param, Placeholder, Subquery, type Query } from 'drizzle-orm';
import { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { BetterSQLiteSession, PreparedQuery } from 'drizzle-orm/better-sqlite3/session';
import { NoopCache } from 'drizzle-orm/cache/core';
import { NoopLogger } from 'drizzle-orm/logger';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { readerOf, type SelectedFields, type TablesAlwaysThere } from './row-readers.ts';

type Session = BetterSQLiteSession<Record<string, never>, Record<string, never>>;
type Preparation = Parameters<Session['prepareQuery']>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Queries of drizzle over `connection`. What a prepared one takes and gives is found out when it is prepared: drizzle
 * itself asks of every parameter and of every column of every row what it is, which for a job took a good part of the
 * time of its statements. A value that a placeholder lacks is an Error, as with drizzle.
 */
export function openQueries(connection: Sqlite.Database): BetterSQLite3Database {
  const dialect = new SQLiteSyncDialect();
  return new BetterSQLite3Database('sync', dialect, new PreparingSession(connection, dialect), undefined);
}

class PreparingSession extends BetterSQLiteSession<Record<string, never>, Record<string, never>> {
  readonly #connection: Sqlite.Database;

  constructor(connection: Sqlite.Database, dialect: SQLiteSyncDialect) {
    super(connection, dialect, undefined);
    this.#connection = connection;
  }

  override prepareQuery(...preparation: Preparation): PreparedQuery<never> {
    const [query, fields, method, isInArrays, mapResult] = preparation;
    const isKnown = mapResult === undefined && fields?.some(isUnusual) !== true;
    if (!isKnown) return super.prepareQuery(...preparation);
    return new KnownQuery(this.#connection.prepare(unseenLimit(query.sql)), query, fields, method, isInArrays);
  }
}

/**
 * SQLite looks at the value of `LIMIT ?` when it plans a statement, and so compiles it anew each time one is bound, which
 * takes several times as long as the query of a few rows. Of a sum it knows no value.
 */
function unseenLimit(text: string): string {
  return text.replace(/ limit \?(?= |$)/g, '$& + 0');
}

/** What no query of ours selects stays with drizzle. */
function isUnusual({ path, field }: SelectedFields[number]): boolean {
  return path.length > 2 || is(field, Subquery);
}

class KnownQuery extends PreparedQuery<never> {
  /** Set by drizzle after the query is made: which tables of a join are always there. */
  declare readonly joinsNotNullableMap: TablesAlwaysThere | undefined;
  readonly #statement: Sqlite.Statement;
  readonly #fields: SelectedFields | undefined;
  readonly #bind: (values: Values) => unknown[];
  #read: ((row: readonly unknown[]) => unknown) | undefined;

  constructor(
    statement: Sqlite.Statement,
    query: Query,
    fields: SelectedFields | undefined,
    method: Preparation[2],
    isInArrays: boolean,
  ) {
    super(statement, query, new NoopLogger(), new NoopCache(), undefined, undefined, fields, method, isInArrays);
    this.#statement = fields === undefined ? statement : statement.raw();
    this.#fields = fields;
    this.#bind = binderOf(query.params);
  }

  override run(values: Values = {}): Sqlite.RunResult {
    return this.#statement.run(this.#bind(values));
  }

  override all(values: Values = {}): never {
    const rows = this.#statement.all(this.#bind(values));
    return (this.#fields === undefined ? rows : rows.map((row) => this.#rowOf(this.#fields, row))) as never;
  }

  override get(values: Values = {}): never {
    const row = this.#statement.get(this.#bind(values));
    return (this.#fields === undefined || row === undefined ? row : this.#rowOf(this.#fields, row)) as never;
  }

  #rowOf(fields: SelectedFields | undefined, row: unknown): unknown {
    this.#read ??= readerOf(fields ?? [], this.joinsNotNullableMap);
    return this.#read(row as readonly unknown[]);
  }
}

/** What is bound, in its order, of the values by name. */
function binderOf(params: readonly unknown[]): (values: Values) => unknown[] {
  const takers = params.map(takerOf);
  return (values) => takers.map((take) => take(values));
}

function takerOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => valueOf(values, param.name);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value } = param;
  if (encoder.mapToDriverValue === Column.prototype.mapToDriverValue) return (values) => valueOf(values, value.name);
  return (values) => encoder.mapToDriverValue(valueOf(values, value.name));
}

function valueOf(values: Values, name: string): unknown {
  const value = values[name];
  if (value === undefined && !(name in values)) throw new Error(`No value for placeholder "${name}" was provided`);
  return value;
}
