import type { Configuration } from '../config/configuration.ts';
import { ServerFault } from '../domain/server-fault.ts';
import type { SecretStore } from '../secrets/secret-store.ts';

/** What became of asking one server; `fault` is a sentence, null where it lets the station in. */
export interface ServerTrial {
  readonly name: 'Postgres' | 'RabbitMQ' | 'S3';
  readonly fault: string | null;
}

/**
 * Asks each server that the configuration names whether it is there and lets the station in, all at once. Nothing is made or
 * changed there, and a station that runs beside is not disturbed. None where everything lies on this machine.
 */
export function tryServers(configuration: Configuration, secrets: SecretStore): Promise<readonly ServerTrial[]> {
  const { Database, Broker, Storage } = configuration;
  return Promise.all([
    ...(Database.Provider === 'postgres' ? [trial('Postgres', () => askDatabase(configuration, secrets))] : []),
    ...(Broker.Provider === 'rabbitmq' ? [trial('RabbitMQ', () => askBroker(configuration, secrets))] : []),
    ...(Storage.Provider === 's3' ? [trial('S3', () => askStorage(configuration, secrets))] : []),
  ]);
}

async function trial(name: ServerTrial['name'], ask: () => Promise<void>): Promise<ServerTrial> {
  try {
    await ask();
    return { name, fault: null };
  } catch (fault) {
    if (fault instanceof ServerFault) return { name, fault: fault.message };
    return { name, fault: fault instanceof Error ? fault.message : 'It cannot be asked.' };
  }
}

// Loaded where they are used, as at the start of a station.
async function askDatabase(configuration: Configuration, secrets: SecretStore): Promise<void> {
  const { askDatabaseServer } = await import('./database-server.ts');
  await askDatabaseServer(configuration, secrets);
}

async function askBroker(configuration: Configuration, secrets: SecretStore): Promise<void> {
  const { connectToServer } = await import('../broker/rabbitmq/connect.ts');
  const { brokerSettings } = await import('./open-shared-broker.ts');
  const model = await connectToServer(brokerSettings(configuration), secrets);
  await model.close();
}

async function askStorage({ Storage }: Configuration, secrets: SecretStore): Promise<void> {
  const { askS3Bucket } = await import('../storage/s3/s3-object-store.ts');
  const { bucketSettings } = await import('./open-storage.ts');
  await askS3Bucket(bucketSettings(Storage), secrets);
}
