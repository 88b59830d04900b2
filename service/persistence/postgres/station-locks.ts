import type { ClientBase } from 'pg';
import { SchemaUnusable } from './migrate.ts';

/** Any numbers, the same for every station. */
const DATABASE_LOCK = 7_301_147;
const STATION_LOCKS = 7_301_148;

/** `alone`: no other station may use the database. `among-others`: any number that say the same. */
export type Company = 'alone' | 'among-others';

/** Asks for the lock of a name until the connection (or, `xact`, the transaction) ends; false when another one has it. */
export async function tryNamedLock(
  client: Pick<ClientBase, 'query'>,
  span: 'session' | 'transaction',
  ...name: readonly string[]
): Promise<boolean> {
  const ask = span === 'session' ? 'pg_try_advisory_lock' : 'pg_try_advisory_xact_lock';
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT ${ask}(hashtextextended($1, ${String(STATION_LOCKS)})) AS taken`,
    [name.join('/')],
  );
  return rows[0]?.taken === true;
}

/** Asks for all of the database for a station that shares nothing, else for a place among others; until the connection ends. */
export async function tryDatabaseLock(client: Pick<ClientBase, 'query'>, company: Company): Promise<boolean> {
  const ask = company === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  const { rows } = await client.query<{ taken: boolean }>(`SELECT ${ask}(${String(DATABASE_LOCK)}) AS taken`);
  return rows[0]?.taken === true;
}

/** Why the database is not to be had. */
export function databaseTaken(company: Company): SchemaUnusable {
  return new SchemaUnusable(
    company === 'alone'
      ? 'Another station uses this database. Stations share one when all of them have Storage:Provider s3 and ' +
          'Broker:Provider rabbitmq as well; otherwise stop the other station, or give this one a database of its own.'
      : 'A station that does not share it uses this database (its documents or messages lie on its own machine, or it is ' +
          'being moved): stop that one first.',
  );
}
