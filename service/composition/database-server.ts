import { sharesServers } from '../config/access-rules.ts';
import { ConfigurationError } from '../config/configuration.ts';
import { readConnectionText } from '../persistence/postgres/connection-text.ts';
import { SchemaUnusable } from '../persistence/postgres/migrate.ts';
import { openPostgresPersistence, type PostgresPersistence } from '../persistence/postgres/postgres-persistence.ts';
import type { DatabaseParts } from './database-parts.ts';

/**
 * The Postgres database that the configuration names, its tables brought up to date. Throws ConfigurationError, and a
 * ServerFault where the server is away or does not let the station in.
 */
export async function openDatabaseServer(parts: DatabaseParts): Promise<PostgresPersistence> {
  const { configuration, entries, secrets, station, onFault, logger } = parts;
  const company = sharesServers(configuration) && parts.isAlone !== true ? 'among-others' : 'alone';
  const { Database } = configuration;
  const { address, problems } = readConnectionText(Database.ConnectionString);
  if (address === undefined) throw new ConfigurationError(problems);
  const password = await secrets.read(Database.PasswordSecretName);
  try {
    return await openPostgresPersistence({
      address,
      password,
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
    if (asksForPassword(fault) && (password ?? '') === '') {
      throw new ConfigurationError([
        `The database asks for a password, and the secret ${Database.PasswordSecretName} is not set.`,
      ]);
    }
    throw fault instanceof SchemaUnusable ? new ConfigurationError([fault.message]) : fault;
  }
}

/** Said by the driver, without a code, where it has none to answer the server with. */
function asksForPassword(fault: unknown): boolean {
  return fault instanceof Error && /password must be a (non-empty )?string/.test(fault.message);
}
