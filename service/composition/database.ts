import { ConfigurationError, type Configuration } from '../config/configuration.ts';
import { StationError } from '../domain/station-error.ts';
import { sharesServers } from '../config/access-rules.ts';
import { readConnectionText } from '../persistence/postgres/connection-text.ts';
import { SchemaUnusable } from '../persistence/postgres/migrate.ts';
import { openPostgresPersistence, type PostgresPersistence } from '../persistence/postgres/postgres-persistence.ts';
import {
  openSqlitePersistence,
  type CheckpointOptions,
  type SqlitePersistence,
} from '../persistence/sqlite/sqlite-persistence.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { StationEntries } from './entries.ts';

export interface DatabaseParts {
  readonly configuration: Configuration;
  readonly entries: Pick<StationEntries, 'sqliteMigrations' | 'postgresMigrations' | 'checkpointThread'>;
  readonly secrets: SecretStore;
  /** Names the station among those that share a database; the same after a restart. */
  readonly station: string;
  /**
   * Told once when nothing can be kept any more: the disk of a database file has stopped to keep what is written, or
   * another station has taken the database, or this one's place in it. Not given by commands beside a station.
   */
  readonly onFault?: (fault: Error) => void;
  /** No station may use a server's database meanwhile, whether or not it would share it. */
  readonly isAlone?: boolean;
  /** Of a station, which makes checkpoints beside its event loop. Not given by commands beside a station. */
  readonly logger?: Logger;
}

/** A database file of this machine, or a server's. */
export type OpenedDatabase =
  | { readonly provider: 'sqlite'; readonly persistence: SqlitePersistence }
  | { readonly provider: 'postgres'; readonly persistence: PostgresPersistence };

/**
 * The database that the configuration names, its tables brought up to date. Throws ConfigurationError for one that is
 * named wrongly, can't be reached or is not for this version.
 */
export async function openDatabase(parts: DatabaseParts): Promise<OpenedDatabase> {
  const { Provider, ConnectionString } = parts.configuration.Database;
  if (Provider === 'sqlite') return { provider: Provider, persistence: await openFile(parts, ConnectionString) };
  return { provider: Provider, persistence: await openServer(parts) };
}

/** A SQLite file of the station with all of its tables; the embedded broker keeps its messages in one, too. */
export function openFile(parts: DatabaseParts, databasePath: string): Promise<SqlitePersistence> {
  const { entries, onFault, logger } = parts;
  return openSqlitePersistence({
    databasePath,
    migrationsFolder: entries.sqliteMigrations,
    ...(onFault === undefined ? {} : { onDiskFault: onFault }),
    ...(logger === undefined ? {} : { checkpoints: checkpointsOf(entries.checkpointThread, logger) }),
  });
}

function checkpointsOf(threadFile: string, logger: Logger): CheckpointOptions {
  return {
    threadFile,
    onFault: (fault) =>
      fault === null ? logger.info('The log of the database is kept short again.') : logger.warn(fault),
  };
}

async function openServer(parts: DatabaseParts): Promise<PostgresPersistence> {
  const { configuration, entries, secrets, station, onFault, logger } = parts;
  const company = sharesServers(configuration) && parts.isAlone !== true ? 'among-others' : 'alone';
  const { Database } = configuration;
  const { address, problems } = readConnectionText(Database.ConnectionString);
  if (address === undefined) throw new ConfigurationError(problems);
  try {
    return await openPostgresPersistence({
      address,
      password: await secrets.read(Database.PasswordSecretName),
      schema: 'signing_station',
      maxConnections: Database.MaxConnections,
      migrationsFolder: entries.postgresMigrations,
      station,
      clock: 'database',
      ...(logger === undefined ? {} : { onNotice: (sentence) => logger.warn(sentence) }),
      // What lies on this machine no other station would find: without servers for all of it, it has the database alone.
      ...(onFault === undefined ? {} : { presence: { company, onLost: onFault } }),
    });
  } catch (fault) {
    throw startProblem(fault) ?? fault;
  }
}

/** What whoever starts the station can do something about, as a sentence. */
function startProblem(fault: unknown): ConfigurationError | undefined {
  if (fault instanceof SchemaUnusable) return new ConfigurationError([fault.message]);
  if (fault instanceof StationError)
    return new ConfigurationError([`${fault.message} Database:ConnectionString names it.`]);
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  // Refused: a wrong password, an unknown user, an unknown database, no right to connect; TLS and names.
  const isRefused =
    /^(28|3D|42501)/.test(code) || code.startsWith('ERR_TLS') || /CERT|SELF_SIGNED|UNABLE_TO/.test(code);
  if (!isRefused || !(fault instanceof Error)) return undefined;
  return new ConfigurationError([`The database refuses the connection: ${fault.message}.`]);
}
