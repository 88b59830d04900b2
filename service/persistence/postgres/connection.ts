import { Pool, type ClientBase, type PoolClient } from 'pg';
import type { ServerAddress } from './connection-text.ts';
import { SchemaUnusable } from './migrate.ts';

export interface ConnectionOptions {
  readonly address: ServerAddress;
  /**
   * Undefined where the server asks for none (a local socket whose user is known). A function is asked for each connection,
   * and must not reject: pg would leave the connection open, which it has begun by then.
   */
  readonly password: string | (() => Promise<string>) | undefined;
  readonly schema: string;
  /** Connections of this process at most. */
  readonly maxConnections: number;
}

/** What takes a connection and says nothing (a server that is frozen, a proxy before one that is gone) is asked anew. */
export const CONNECT_TIMEOUT_MILLISECONDS = 10_000;
/** A statement that takes longer is given up by the server; a list over millions of rows takes seconds. */
const STATEMENT_TIMEOUT_MILLISECONDS = 60_000;
/** A server that has not said by then that it gave a statement up cannot be heard: the network drops what it says. */
const SILENCE_MILLISECONDS = STATEMENT_TIMEOUT_MILLISECONDS + 5_000;
/** Nothing waits for a person within a transaction: one that stands still belongs to a process that hangs. */
const IDLE_TRANSACTION_TIMEOUT_MILLISECONDS = 30_000;
const IDLE_CONNECTION_MILLISECONDS = 30_000;

/** The pool of one process. Connections are made when they are needed, and given up when they are not. */
export function openPool(options: ConnectionOptions): Pool {
  const { address, password, schema, maxConnections } = options;
  // The pool waits for the promise, although its types do not say so.
  const onConnect = (client: ClientBase): unknown => prepareSession(client, schema);
  const pool = new Pool({
    ...address,
    ...(password === undefined ? {} : { password }),
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    idleTimeoutMillis: IDLE_CONNECTION_MILLISECONDS,
    query_timeout: SILENCE_MILLISECONDS,
    keepAlive: true,
    application_name: 'signing-station',
    onConnect,
  });
  // A connection that breaks while nobody uses it is replaced by the next one; without this the process would end.
  pool.on('error', () => undefined);
  return pool;
}

/** What every connection keeps to. Accepted means kept: no commit is answered before it is on disk. */
async function prepareSession(client: ClientBase, schema: string): Promise<void> {
  client.on('error', () => undefined);
  await client.query(`SET search_path TO ${client.escapeIdentifier(schema)};
    SET timezone TO 'UTC';
    SET default_transaction_isolation TO 'read committed';
    SET statement_timeout TO ${String(STATEMENT_TIMEOUT_MILLISECONDS)};
    SET idle_in_transaction_session_timeout TO ${String(IDLE_TRANSACTION_TIMEOUT_MILLISECONDS)};
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')`);
}

/** Throws SchemaUnusable for a server that loses or garbles what it has accepted. */
export async function checkServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ fsync: string; encoding: string }>(
    `SELECT current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding`,
  );
  const [server] = rows;
  if (server?.fsync !== 'on') {
    throw new SchemaUnusable(
      'The database server runs with fsync off: it would lose accepted requests in a power cut.',
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new SchemaUnusable(`The database has the encoding ${server.encoding}; it has to be UTF8.`);
  }
}

/** What whoever runs the station has to know of a server that can be used all the same; undefined for nothing. */
export async function failoverWarning(client: PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ standbys: string; commit: string }>(
    `SELECT current_setting('synchronous_standby_names') AS standbys, current_setting('synchronous_commit') AS commit`,
  );
  const [server] = rows;
  if (server?.standbys !== '' && server?.commit !== 'local') return undefined;
  return (
    'The database server has no synchronous standby (synchronous_standby_names is empty): a failover to a standby, or the ' +
    'loss of its disk, can lose requests that were accepted.'
  );
}
