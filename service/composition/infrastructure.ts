import path from 'node:path';
import type { Broker } from '../broker/broker.ts';
import { openEmbeddedBroker } from '../broker/embedded/embedded-broker.ts';
import type { BrokerDriver } from '../config/settings-schema.ts';
import type { DirectHandOver } from '../outbox/publisher-in-host.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { diskFault } from '../domain/disk-fault.ts';
import type { SharedParts } from '../fleet/fleet.ts';
import type { AcceptanceMarks } from '../storage/acceptance-marks.ts';
import { openAcceptanceMarks } from '../storage/local/acceptance-marks-folder.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { StorageSettings } from '../signing-worker/worker-protocol.ts';
import type { DatabaseParts } from './database-parts.ts';
import { openDatabase, openFile, type OpenedDatabase } from './database.ts';
import { openSharedBroker } from './open-shared-broker.ts';
import { openStorage, type DriverSurroundings } from './open-storage.ts';

export interface Infrastructure {
  readonly persistence: Persistence;
  readonly objectStore: ObjectStore;
  readonly acceptanceMarks: AcceptanceMarks;
  /** With which a worker opens the object store. */
  readonly storage: StorageSettings;
  readonly broker: Broker;
  /** Set where the embedded broker's messages are in the database of the requests. */
  readonly direct: DirectHandOver | undefined;
  /** Set where other stations use the same database, bucket and broker. */
  readonly shared: SharedParts | undefined;
  /** What is wrong with a database file that still keeps everything, as a sentence; null when nothing is. */
  readonly databaseFault: () => string | null;
  close(): Promise<void>;
}

/** Opens what the configuration names. Throws ConfigurationError, and a ServerFault for a server that cannot be used. */
export async function openInfrastructure(parts: DatabaseParts & DriverSurroundings): Promise<Infrastructure> {
  const { configuration } = parts;
  const onSyncRefused = onceTold(parts.onFault);
  const { objectStore, settings: storage } = await openStorage(configuration, { ...parts, onSyncRefused });
  const database = await openDatabase(parts);
  const { broker, direct } = await openBroker(parts, database).catch(async (fault: unknown) => {
    await database.persistence.close();
    throw fault;
  });
  const acceptanceMarks = openAcceptanceMarks(path.join(parts.data.root, 'accepting'), onSyncRefused);
  return {
    persistence: database.persistence,
    objectStore,
    acceptanceMarks,
    storage,
    broker,
    direct,
    shared: database.shared,
    databaseFault: database.fault,
    async close() {
      await broker.close();
      await database.persistence.close();
      acceptanceMarks.close();
    },
  };
}

/** A disk that refuses a sync of documents is believed as little as one that refuses a sync of the database. */
function onceTold(onFault: DatabaseParts['onFault']): (refused: Error) => Error {
  let isTold = false;
  return (refused) => {
    const fault = diskFault(refused);
    if (!isTold) onFault?.(fault);
    isTold = true;
    return fault;
  };
}

type OpenedBroker = Pick<Infrastructure, 'broker' | 'direct'>;

async function openBroker(parts: DatabaseParts & DriverSurroundings, database: OpenedDatabase): Promise<OpenedBroker> {
  return BROKER_OPENERS[parts.configuration.Broker.Provider](parts, database);
}

const BROKER_OPENERS: Readonly<
  Record<BrokerDriver, (parts: DatabaseParts & DriverSurroundings, database: OpenedDatabase) => Promise<OpenedBroker>>
> = {
  embedded: openLocalBroker,
  rabbitmq: async (parts) => ({ broker: await openSharedBroker(parts.configuration, parts), direct: undefined }),
};

/**
 * The embedded broker keeps its messages in the station's database file, in the same commits; beside a database server it
 * has a file of its own in the data directory.
 */
async function openLocalBroker(parts: DatabaseParts, { provider, persistence }: OpenedDatabase): Promise<OpenedBroker> {
  if (provider === 'sqlite') {
    const broker = await openEmbeddedBroker({ table: persistence.messageTable });
    return { broker, direct: { queue: broker.direct, attach: (queue) => persistence.handOverTo(queue) } };
  }
  const file = await openFile(parts, path.join(parts.configuration.Data.Directory, 'broker.db'));
  const broker = await openEmbeddedBroker({ table: file.messageTable });
  const withItsFile: Broker = {
    openSession: () => broker.openSession(),
    publishJobs: (messages) => broker.publishJobs(messages),
    consumeJobs: (prefetch, handler) => broker.consumeJobs(prefetch, handler),
    publishDeadLetter: (message) => broker.publishDeadLetter(message),
    depth: () => broker.depth(),
    heldMessages: (messageIds) => broker.heldMessages(messageIds),
    peekDeadLetters: (limit) => broker.peekDeadLetters(limit),
    ping: () => broker.ping(),
    onBack: (listener) => broker.onBack(listener),
    close: async () => {
      await broker.close();
      await file.close();
    },
  };
  return { broker: withItsFile, direct: undefined };
}
