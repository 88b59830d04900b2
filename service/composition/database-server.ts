import { sharesServers } from '../config/access-rules.ts';
import { ConfigurationError, type Configuration } from '../config/configuration.ts';
import { readConnectionText } from '../persistence/postgres/connection-text.ts';
import { SchemaUnusable } from '../persistence/postgres/migrate.ts';
import {
  askPostgres,
  openPostgresPersistence,
  type PostgresPersistence,
} from '../persistence/postgres/postgres-persistence.ts';
import { latestSecret } from '../secrets/latest-secret.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { DatabaseParts } from './database-parts.ts';

/**
 * The Postgres database that the configuration names, its tables brought up to date. Throws ConfigurationError, and a
 * ServerFault where the server is away or does not let the station in.
 */
export async function openDatabaseServer(parts: DatabaseParts): Promise<PostgresPersistence> {
  const { configuration, entries, secrets, station, onFault, logger } = parts;
  const company = sharesServers(configuration) && parts.isAlone !== true ? 'among-others' : 'alone';
  const { Database } = configuration;
  const reached = await wayToServer(configuration, secrets, logger);
  try {
    return await openPostgresPersistence({
      ...reached,
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
    throw startFault(fault, Database.PasswordSecretName);
  }
}

/** Asks whether the server lets the station into its database, and changes nothing there. Throws as the opening does. */
export async function askDatabaseServer(configuration: Configuration, secrets: SecretStore): Promise<void> {
  const reached = await wayToServer(configuration, secrets);
  try {
    await askPostgres(reached);
  } catch (fault) {
    throw startFault(fault, configuration.Database.PasswordSecretName);
  }
}

async function wayToServer({ Database }: Configuration, secrets: SecretStore, logger?: Logger) {
  const { address, problems } = readConnectionText(Database.ConnectionString);
  if (address === undefined) throw new ConfigurationError(problems);
  const name = Database.PasswordSecretName;
  return { address, password: await latestSecret(secrets, name, (sentence) => logger?.warn(sentence)) };
}

function startFault(fault: unknown, secretName: string): unknown {
  if (asksForPassword(fault)) {
    return new ConfigurationError([
      `The database asks for a password, and the secret ${secretName} is not set. PGPASSWORD and .pgpass are not looked at.`,
    ]);
  }
  return fault instanceof SchemaUnusable ? new ConfigurationError([fault.message]) : fault;
}

/** Said by the driver, without a code, where it has none to answer the server with. */
function asksForPassword(fault: unknown): boolean {
  return fault instanceof Error && /password must be a (non-empty )?string/.test(fault.message);
}
