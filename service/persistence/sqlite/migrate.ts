import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/**
 * Brings the database to the state the SQL files of `migrationsFolder` describe: applies those not yet applied, in the
 * order of their names, all in one transaction that holds the write lock, so that several processes may start at once.
 * Throws when the database knows a migration this program does not (it is newer), or one whose text has changed, and
 * DatabaseIsEmpty when it has no tables although it `mustHaveTables`.
 */
export function migrate(database: Sqlite.Database, migrationsFolder: string, mustHaveTables: boolean): void {
  const migrations = readMigrations(migrationsFolder);
  if (migrations.length === 0) throw new Error('The migrations folder holds no SQL files.');
  database
    .transaction(() => {
      database.exec(`CREATE TABLE IF NOT EXISTS schema_migrations
        (name TEXT NOT NULL PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`);
      const applied = appliedMigrations(database);
      if (mustHaveTables && applied.size === 0) throw new DatabaseIsEmpty(database.name);
      refuseUnknown(applied, migrations);
      for (const migration of migrations) applyOnce(database, migration, applied.get(migration.name));
    })
    .immediate();
}

function readMigrations(folder: string): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // A checkout may carry other line ends; they do not make another migration.
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    });
}

function appliedMigrations(database: Sqlite.Database): ReadonlyMap<string, string> {
  const rows = database
    .prepare<[], { name: string; sha256: string }>('SELECT name, sha256 FROM schema_migrations')
    .all();
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

function refuseUnknown(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied.keys()].find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new DatabaseIsNewer(unknown);
}

/** Nothing was changed: the version that wrote it can go on with it. */
class DatabaseIsNewer extends Error {
  constructor(migration: string) {
    super(
      `The database was written by a newer version of this program (migration ${migration}). Start that version, or put ` +
        'back a backup from before it.',
    );
    this.name = 'DatabaseIsNewer';
  }
}

/** Tables of another shape than this build knows, which only its makers can have: nothing was changed. */
class DatabaseIsOfAnother extends Error {
  constructor(migration: string) {
    super(
      `The database was written by another build of this program (migration ${migration} has another text there). Start ` +
        'that build, or put back a backup from before it.',
    );
    this.name = 'DatabaseIsOfAnother';
  }
}

/** To begin anew would make second jobs of old requests, and leftovers of all documents that are kept. */
class DatabaseIsEmpty extends Error {
  constructor(databasePath: string) {
    super(
      `The database ${databasePath} is missing or empty, and a station has kept its requests in it before. Put back a backup ` +
        'of it and the files beside it, as docs/operating.md says. To begin anew, without what was asked and signed until ' +
        `now, remove ${usedMark(databasePath)}.`,
    );
    this.name = 'DatabaseIsEmpty';
  }
}

/** The file beside a database that says that it has been used: whoever moves the database away takes it along. */
export function usedMark(databasePath: string): string {
  return `${databasePath}-used`;
}

function applyOnce(database: Sqlite.Database, migration: Migration, appliedSha256: string | undefined): void {
  if (appliedSha256 === migration.sha256) return;
  if (appliedSha256 !== undefined) throw new DatabaseIsOfAnother(migration.name);
  database.exec(migration.text);
  database
    .prepare('INSERT INTO schema_migrations (name, sha256, applied_at) VALUES (?, ?, unixepoch() * 1000)')
    .run(migration.name, migration.sha256);
}
