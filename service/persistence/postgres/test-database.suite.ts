import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import type { PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import type { Persistence } from '../persistence.ts';
import { openPostgresPersistence, type PostgresPersistenceOptions } from './postgres-persistence.ts';

export const migrationsFolder = join(import.meta.dirname, 'migrations');

/** Options of a store in a schema of its own. Times are the test's, but where it says otherwise. */
export function optionsFor(
  server: Pick<PostgresServer, 'socketFolder' | 'user' | 'password'>,
  changes: Partial<PostgresPersistenceOptions> = {},
): PostgresPersistenceOptions {
  return {
    address: { host: server.socketFolder, port: 5432, user: server.user, database: 'postgres', ssl: false },
    password: server.password,
    schema: `test_${randomUUID().replaceAll('-', '')}`,
    maxConnections: 5,
    migrationsFolder,
    station: 'station-1',
    clock: 'caller',
    // Not a measure of speed.
    patienceMilliseconds: 60_000,
    ...changes,
  };
}

/**
 * Opens a store in `schema`, emptied of what an earlier test has left there: making the tables anew takes a hundred times
 * as long.
 */
export async function openEmpty(server: PostgresServer, schema: string): Promise<Persistence> {
  const options = optionsFor(server, { schema });
  const store = await openPostgresPersistence(options);
  const client = new Client({ ...options.address, password: options.password });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = $1 AND tablename NOT IN ('schema_migrations', 'write_probe')`,
    [schema],
  );
  // As in a restore: triggers and foreign keys are not asked.
  await client.query(
    `SET session_replication_role TO replica; ${rows.map(({ name }) => `DELETE FROM ${name}`).join(';')}`,
  );
  await client.end();
  return store;
}

export interface Location {
  readonly socketFolder: string;
  readonly user: string;
  readonly password: string;
  readonly schema: string;
}

/** How test processes open the database that they are told of as JSON. */
export function openInChild(location: string): Promise<Persistence> {
  const { schema, ...server } = JSON.parse(location) as Location;
  return openPostgresPersistence(optionsFor(server, { schema }));
}
