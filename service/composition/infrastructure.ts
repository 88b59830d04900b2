import type { Broker } from '../broker/broker.ts';
import { openEmbeddedBroker } from '../broker/embedded/embedded-broker.ts';
import { ConfigurationError, type Configuration } from '../config/configuration.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { openSqlitePersistence, type SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { StorageSettings } from './children/worker-protocol.ts';
import { openStorage, type DriverSurroundings } from './open-storage.ts';

export interface Infrastructure {
  readonly persistence: Persistence;
  readonly objectStore: ObjectStore;
  /** With which a worker opens the object store. */
  readonly storage: StorageSettings;
  readonly broker: Broker;
  close(): Promise<void>;
}

/**
 * Opens what the configuration names. `onDiskFault` is told once when the disk stops to keep what is written. Throws
 * ConfigurationError for drivers that this version does not have.
 */
export async function openInfrastructure(
  configuration: Configuration,
  sqliteMigrations: string,
  onDiskFault: (fault: Error) => void,
  surroundings: DriverSurroundings,
): Promise<Infrastructure> {
  refuseMissingDrivers(configuration);
  const { objectStore, settings: storage } = await openStorage(configuration, surroundings);
  const persistence = await openDatabase(configuration, sqliteMigrations, onDiskFault);
  const broker = await openEmbeddedBroker({ table: persistence.messageTable });
  return {
    persistence,
    objectStore,
    storage,
    broker,
    async close() {
      await broker.close();
      await persistence.close();
    },
  };
}

/** The database alone, as commands beside a station need it. Throws ConfigurationError for a missing driver. */
export async function openDatabase(
  configuration: Configuration,
  sqliteMigrations: string,
  onDiskFault?: (fault: Error) => void,
): Promise<SqlitePersistence> {
  refuseMissingDrivers(configuration);
  return openSqlitePersistence({
    databasePath: configuration.Database.ConnectionString,
    migrationsFolder: sqliteMigrations,
    ...(onDiskFault === undefined ? {} : { onDiskFault }),
  });
}

function refuseMissingDrivers({ Database, Broker }: Configuration): void {
  const problems = [
    ...(Database.Provider === 'postgres'
      ? ['Database:Provider postgres is not part of this version; use sqlite.']
      : []),
    ...(Broker.Provider === 'rabbitmq' ? ['Broker:Provider rabbitmq is not part of this version; use embedded.'] : []),
  ];
  if (problems.length > 0) throw new ConfigurationError(problems);
}
