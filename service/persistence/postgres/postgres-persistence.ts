import { asc } from 'drizzle-orm';
import type { Pool } from 'pg';
import { ServerFault } from '../../domain/server-fault.ts';
import type { HostEvents } from '../../events/host-events.ts';
import type { Persistence } from '../persistence.ts';
import type { RowTarget } from '../row-transfer.ts';
import type { StationStore } from '../station-store.ts';
import { createApiKeyStore } from './api-keys.ts';
import { createApprovalStore } from './approvals.ts';
import { appendAudit } from './audit.ts';
import { createBatchStore } from './batches.ts';
import { checkServer, failoverWarning, openPool, type ConnectionOptions } from './connection.ts';
import type { ServerAddress } from './connection-text.ts';
import { causeOf } from './faults.ts';
import { createAuditArchiveStore } from './audit-archive.ts';
import { createFileStore } from './files.ts';
import { createClaimStore } from './job-claims.ts';
import { createReleaseStore } from './job-releases.ts';
import { createResultStore } from './job-results.ts';
import { createListStore } from './lists.ts';
import { migrate } from './migrate.ts';
import { createOutboxStore } from './outbox.ts';
import { createRequestArchiveStore } from './request-archive.ts';
import { createRequestStore } from './requests.ts';
import { createRowTarget } from './row-target.ts';
import { databaseFinding } from './server-finding.ts';
import { certificates } from './schema.ts';
import { createHostEvents, type NotifiedEvents } from './host-events.ts';
import type { Company } from './station-locks.ts';
import { openStationSession, type StationSession } from './station-session.ts';
import { createStationStore } from './stations.ts';
import { statement } from './statements.ts';
import { countReasons } from './reason-counts.ts';
import { readStatistics } from './statistics.ts';
import { createUnattendedStore } from './unattended-jobs.ts';
import { Units, type DecidingClock } from './units.ts';
import { createWaitingStore } from './waiting-jobs.ts';
import { createLineStore } from './waiting-line.ts';

export interface PostgresPersistenceOptions extends ConnectionOptions {
  /** Folder of the SQL files in `migrations/`: an argument, since a bundled build moves them. */
  readonly migrationsFolder: string;
  /** Names this station among those that share the database; the same after a restart. */
  readonly station: string;
  readonly clock: DecidingClock;
  /**
   * Given by a station, not by a command beside one: whether others may use the database, and who is told when this one
   * may not any more.
   */
  readonly presence?: { readonly company: Company; readonly onLost: (fault: Error) => void };
  /** Told at the opening of what does no harm now and may later, a sentence each. */
  readonly onNotice?: (sentence: string) => void;
  /** How long an operation waits for a server that can't be reached. */
  readonly patienceMilliseconds?: number;
}

export interface PostgresPersistence extends Persistence {
  /** Undefined without presence among others. */
  readonly shared: { readonly stations: StationStore; readonly events: HostEvents } | undefined;
  /** Whole tables, for a move from another database. */
  readonly rows: RowTarget;
}

const PATIENCE_MILLISECONDS = 10_000;

/**
 * Opens a pool of connections, brings the tables up to date and serves the persistence port. Rejects with a ServerFault
 * when the server cannot be reached or does not let the station in, and with SchemaUnusable when its tables can't be used.
 */
export async function openPostgresPersistence(options: PostgresPersistenceOptions): Promise<PostgresPersistence> {
  const pool = openPool(options);
  const channel = `${options.schema}_stations`;
  const events = createHostEvents(pool, channel, options.station);
  let session: StationSession | undefined;
  try {
    await prepareTables(pool, options);
    session = await openPresence(options, channel, events);
  } catch (error) {
    await pool.end();
    throw explained(causeOf(error), options.address);
  }
  const { clock, patienceMilliseconds = PATIENCE_MILLISECONDS, station, schema } = options;
  // One connection is left for readiness, whatever else is waiting.
  const concurrency = Math.max(1, options.maxConnections - 1);
  const units = new Units({ pool, concurrency, clock, patienceMilliseconds });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll(units, pool, session, events));
  const shared =
    session !== undefined && options.presence?.company === 'among-others'
      ? { stations: createStationStore(units, session, schema), events }
      : undefined;
  return {
    ...createStores(units, station),
    ping: () => ping(pool, options.address),
    close,
    shared,
    rows: createRowTarget(units),
  };
}

async function openPresence(
  options: PostgresPersistenceOptions,
  channel: string,
  events: NotifiedEvents,
): Promise<StationSession | undefined> {
  const { presence, station: stationId } = options;
  if (presence === undefined) return undefined;
  return openStationSession({
    ...{ connection: options, stationId, ...presence, channel },
    onNotification: (payload) => events.receive(payload),
    onReturned: () => events.missed(),
  });
}

async function closeAll(
  units: Units,
  pool: Pool,
  session: StationSession | undefined,
  events: NotifiedEvents,
): Promise<void> {
  await units.close();
  events.close();
  await Promise.all([pool.end(), session?.close()]);
}

async function prepareTables(
  pool: Pool,
  { schema, migrationsFolder, onNotice = () => undefined }: PostgresPersistenceOptions,
): Promise<void> {
  const client = await pool.connect();
  try {
    await checkServer(client);
    const warning = await failoverWarning(client);
    if (warning !== undefined) onNotice(warning);
    const newer = await migrate(client, schema, migrationsFolder);
    if (newer.length > 0) onNotice(sayNewer(newer));
  } finally {
    client.release();
  }
}

function sayNewer(migrations: readonly string[]): string {
  return (
    `A newer version has changed the tables (${migrations.join(', ')}). This one can work with them; it is meant to be ` +
    'replaced soon.'
  );
}

const listCertificates = statement('list_certificates', (database, name) =>
  database.select().from(certificates).orderBy(asc(certificates.createdAt), asc(certificates.id)).prepare(name),
);

function createStores(units: Units, station: string): Omit<Persistence, 'close' | 'ping'> {
  return {
    ...createRequestStore(units),
    ...createRequestArchiveStore(units),
    ...createClaimStore(units),
    ...createReleaseStore(units),
    ...createUnattendedStore(units),
    ...createWaitingStore(units),
    ...createLineStore(units),
    ...createApprovalStore(units),
    ...createResultStore(units),
    ...createOutboxStore(units, station),
    ...createListStore(units),
    ...createApiKeyStore(units),
    ...createFileStore(units),
    ...createAuditArchiveStore(units),
    ...createBatchStore(units),
    countReasons: (tenantId) => units.read((unit) => countReasons(unit, tenantId)),
    statistics: (tenantId, since) => units.read((unit) => readStatistics(unit, tenantId, since)),
    appendAudit: (event) => units.write((unit) => appendAudit(unit, [event])),
    listCertificateRecords: () => units.read((unit) => listCertificates(unit).execute()),
  };
}

/** Asked by readiness, which must not wait: one try. */
async function ping(pool: Pool, address: ServerAddress): Promise<void> {
  try {
    await pool.query('UPDATE write_probe SET count = count + 1');
  } catch (fault) {
    throw explained(fault, address);
  }
}

/** Asks whether the server lets the user into the database; throws a ServerFault. Nothing is changed there. */
export async function askPostgres({
  address,
  password,
}: Pick<ConnectionOptions, 'address' | 'password'>): Promise<void> {
  const pool = openPool({ address, password, schema: 'public', maxConnections: 1 });
  try {
    await pool.query('SELECT 1');
  } catch (fault) {
    throw explained(fault, address);
  } finally {
    await pool.end();
  }
}

/** For whoever runs the station. */
function explained(fault: unknown, address: ServerAddress): unknown {
  const found = databaseFinding(fault, address);
  if (found === undefined) return fault;
  const place = `${address.host}:${String(address.port)}`;
  return new ServerFault({ name: 'Postgres', place }, found, fault);
}
