import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { codeOf } from './faults.ts';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  /** The oldest migration that a program may know as its newest and still work with the tables as they are after this one. */
  readonly compatibleFrom: string | null;
}

/** What the database says of a migration that was applied. */
type Applied = Pick<Migration, 'sha256' | 'compatibleFrom'>;

/** A line of a migration by which stations of the version before it may go on beside those that have made it. */
const COMPATIBLE_FROM = /^-- compatible-from: (\S+)$/m;

/** Any number, the same for every station: whoever holds this lock of the database changes the tables. */
const MIGRATION_LOCK = 7_301_146;
const INSUFFICIENT_PRIVILEGE = '42501';

/** The tables can't be used as they are; the message is a sentence for whoever runs the station. */
export class SchemaUnusable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SchemaUnusable';
  }
}

/**
 * Brings the tables of the connection's schema to the state that the SQL files of `migrationsFolder` describe: applies
 * those not yet applied, in the order of their names, in one transaction under a lock, so that several stations may
 * start at once. Where nothing is to do it only reads, so that a role without rights to change tables may start. Answers
 * the migrations of a newer version that this one can work with (`-- compatible-from:` in their texts). Throws
 * SchemaUnusable for a database that is newer otherwise, one whose migrations have other texts, and one it may not change.
 */
export async function migrate(
  client: PoolClient,
  schema: string,
  migrationsFolder: string,
): Promise<readonly string[]> {
  const migrations = readMigrations(migrationsFolder);
  const applied = await appliedMigrations(client, schema);
  const newer = newerMigrations(applied, migrations);
  if (pending(applied, migrations).length === 0) return newer;
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await makeSchema(client, schema);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations
      (name text COLLATE "C" NOT NULL PRIMARY KEY, sha256 text NOT NULL, applied_at timestamp with time zone NOT NULL)`);
    await client.query('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS compatible_from text COLLATE "C"');
    // Another station may have been faster.
    for (const { name, text, sha256, compatibleFrom } of pending(await appliedMigrations(client, schema), migrations)) {
      await client.query(text);
      const row = [name, sha256, compatibleFrom];
      await client.query('INSERT INTO schema_migrations VALUES ($1, $2, clock_timestamp(), $3)', row);
    }
    await client.query('COMMIT');
    return newer;
  } catch (fault) {
    await client.query('ROLLBACK');
    if (codeOf(fault) !== INSUFFICIENT_PRIVILEGE) throw fault;
    throw new SchemaUnusable(
      "The database needs new tables, and its user may not make them. Start one station once as the tables' owner " +
        '(docs/operating.md).',
      fault,
    );
  }
}

/** Asked for first: making one takes rights over the whole database, also where it is there already. */
async function makeSchema(client: PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rows.length === 0) await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`);
}

function readMigrations(folder: string): readonly Migration[] {
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // A checkout may carry other line ends; they do not make another migration.
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      const compatibleFrom = COMPATIBLE_FROM.exec(text)?.[1] ?? null;
      return { name, text, sha256: createHash('sha256').update(text).digest('hex'), compatibleFrom };
    });
  if (migrations.length === 0) throw new Error('The migrations folder holds no SQL files.');
  return migrations;
}

async function appliedMigrations(client: PoolClient, schema: string): Promise<ReadonlyMap<string, Applied>> {
  const table = `${client.escapeIdentifier(schema)}.schema_migrations`;
  const found = await client.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [table]);
  if (found.rows[0]?.found == null) return new Map();
  // By way of JSON, since earlier versions made the table without that column.
  const { rows } = await client.query<Applied & { name: string }>(
    `SELECT name, sha256, to_jsonb(migration) ->> 'compatible_from' AS "compatibleFrom" FROM ${table} AS migration`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Those that this version does not know; throws where it cannot work with what they have made. */
function newerMigrations(applied: ReadonlyMap<string, Applied>, migrations: readonly Migration[]): readonly string[] {
  const known = new Set(migrations.map((migration) => migration.name));
  const newest = migrations.at(-1)?.name ?? '';
  const newer = [...applied].filter(([name]) => !known.has(name));
  const strange = newer.find(([, { compatibleFrom }]) => compatibleFrom === null || compatibleFrom > newest);
  if (strange !== undefined) {
    throw new SchemaUnusable(`The database was written by a newer version of this program (migration ${strange[0]}).`);
  }
  return newer.map(([name]) => name).sort();
}

function pending(applied: ReadonlyMap<string, Applied>, migrations: readonly Migration[]): readonly Migration[] {
  const changed = migrations.find(({ name, sha256 }) => applied.has(name) && applied.get(name)?.sha256 !== sha256);
  if (changed !== undefined) throw new SchemaUnusable(`Migration ${changed.name} was applied with a different text.`);
  return migrations.filter(({ name }) => !applied.has(name));
}
