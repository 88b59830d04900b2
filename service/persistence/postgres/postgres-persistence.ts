import { asc } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Persistence } from '../persistence.ts';
import { createApiKeyStore } from './api-keys.ts';
import { appendAudit } from './audit.ts';
import { createBatchStore } from './batches.ts';
import { checkServer, openPool, type ConnectionOptions } from './connection.ts';
import { causeOf, kindOf, unavailable } from './faults.ts';
import { createFileStore } from './files.ts';
import { createClaimStore } from './job-claims.ts';
import { createReleaseStore } from './job-releases.ts';
import { createResultStore } from './job-results.ts';
import { createListStore } from './lists.ts';
import { migrate } from './migrate.ts';
import { createOutboxStore } from './outbox.ts';
import { createRequestStore } from './requests.ts';
import { certificates } from './schema.ts';
import { takeSoleUse, type SoleUse } from './sole-use.ts';
import { statement } from './statements.ts';
import { readStatistics } from './statistics.ts';
import { createUnattendedStore } from './unattended-jobs.ts';
import { Units, type DecidingClock } from './units.ts';
import { createWaitingStore } from './waiting-jobs.ts';

export interface PostgresPersistenceOptions extends ConnectionOptions {
  /** Folder of the SQL files in `migrations/`: an argument, since a bundled build moves them. */
  readonly migrationsFolder: string;
  /** Names this station among those that share the database; the same after a restart. */
  readonly station: string;
  readonly clock: DecidingClock;
  /** Where no other station may use the database: told when one does after all. */
  readonly onSoleUseLost?: (fault: Error) => void;
  /** How long an operation waits for a server that can't be reached. */
  readonly patienceMilliseconds?: number;
}

const PATIENCE_MILLISECONDS = 10_000;

/**
 * Opens a pool of connections, brings the tables up to date and serves the persistence port. Rejects with
 * SERVICE_UNAVAILABLE when the server can't be reached, and with SchemaUnusable when its tables can't be used.
 */
export async function openPostgresPersistence(options: PostgresPersistenceOptions): Promise<Persistence> {
  const pool = openPool(options);
  let soleUse: SoleUse | undefined;
  try {
    await prepareTables(pool, options);
    if (options.onSoleUseLost !== undefined) soleUse = await takeSoleUse(options, options.onSoleUseLost);
  } catch (error) {
    await pool.end();
    const fault = causeOf(error);
    throw kindOf(fault) === 'connection' ? unavailable(fault) : fault;
  }
  const { clock, patienceMilliseconds = PATIENCE_MILLISECONDS, station } = options;
  // One connection is left for readiness, whatever else is waiting.
  const concurrency = Math.max(1, options.maxConnections - 1);
  const units = new Units({ pool, concurrency, clock, patienceMilliseconds });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll(units, pool, soleUse));
  return { ...createStores(units, station), ping: () => ping(pool), close };
}

async function closeAll(units: Units, pool: Pool, soleUse: SoleUse | undefined): Promise<void> {
  await units.close();
  await Promise.all([pool.end(), soleUse?.close()]);
}

async function prepareTables(pool: Pool, { schema, migrationsFolder }: PostgresPersistenceOptions): Promise<void> {
  const client = await pool.connect();
  try {
    await checkServer(client);
    await migrate(client, schema, migrationsFolder);
  } finally {
    client.release();
  }
}

const listCertificates = statement('list_certificates', (database, name) =>
  database.select().from(certificates).orderBy(asc(certificates.createdAt), asc(certificates.id)).prepare(name),
);

function createStores(units: Units, station: string): Omit<Persistence, 'close' | 'ping'> {
  return {
    ...createRequestStore(units),
    ...createClaimStore(units),
    ...createReleaseStore(units),
    ...createUnattendedStore(units),
    ...createWaitingStore(units),
    ...createResultStore(units),
    ...createOutboxStore(units, station),
    ...createListStore(units),
    ...createApiKeyStore(units),
    ...createFileStore(units),
    ...createBatchStore(units),
    statistics: (tenantId, since) => units.read((unit) => readStatistics(unit, tenantId, since)),
    appendAudit: (event) => units.write((unit) => appendAudit(unit, [event])),
    listCertificateRecords: () => units.read((unit) => listCertificates(unit).execute()),
  };
}

/** Asked by readiness, which must not wait: one try. */
async function ping(pool: Pool): Promise<void> {
  try {
    await pool.query('UPDATE write_probe SET count = count + 1');
  } catch (fault) {
    throw kindOf(fault) === 'connection' ? unavailable(fault) : fault;
  }
}
