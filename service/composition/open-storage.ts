import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigurationError, type Configuration } from '../config/configuration.ts';
import type { StorageDriver } from '../config/settings-schema.ts';
import { StationError } from '../domain/station-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { openLocalObjectStore } from '../storage/local/local-object-store.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { S3Settings } from '../storage/s3/s3-settings.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { StorageSettings } from '../signing-worker/worker-protocol.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';

/** What the drivers of servers need beside the configuration. */
export interface DriverSurroundings {
  readonly data: Pick<DataDirectory, 'root' | 'secrets'>;
  readonly secrets: SecretStore;
  readonly logger: Logger;
  /** Told when the disk of files has refused a sync; answers what whoever waits for it hears. */
  readonly onSyncRefused?: ((refused: Error) => Error) | undefined;
}

export interface OpenedStorage<Settings = StorageSettings> {
  readonly objectStore: ObjectStore;
  /** With which a worker opens the same. */
  readonly settings: Settings;
}

/** What is to be known of each driver: how it is opened, and which secrets a worker needs to open it. */
type StorageOpeners = {
  readonly [Driver in StorageDriver]: {
    open(
      storage: Configuration['Storage'],
      surroundings: DriverSurroundings,
    ): Promise<OpenedStorage<Extract<StorageSettings, { readonly driver: Driver }>>>;
    secretNames(storage: Configuration['Storage']): string[];
  };
};

const OPENERS: StorageOpeners = {
  local: {
    open: async ({ Root }, { onSyncRefused }) => ({
      objectStore: await openLocalObjectStore(Root, onSyncRefused),
      settings: { driver: 'local', root: Root },
    }),
    secretNames: () => [],
  },
  s3: {
    open: openBucket,
    secretNames: (storage) => [
      storage.AccessKeyIdSecretName,
      storage.SecretAccessKeySecretName,
      storage.SessionTokenSecretName,
    ],
  },
};

/** Of AWS's first region; stores of others mostly ignore it, but signatures need one. */
const DEFAULT_REGION = 'us-east-1';

/** Opens the documents' place. Throws a ServerFault when a bucket cannot be used, and ConfigurationError for a secret that is not set. */
export async function openStorage(
  { Storage }: Configuration,
  surroundings: DriverSurroundings,
): Promise<OpenedStorage> {
  return OPENERS[Storage.Provider].open(Storage, surroundings);
}

/** The secrets that a worker needs to open the storage: none for files. */
export function storageSecretNames({ Storage }: Configuration): string[] {
  return OPENERS[Storage.Provider].secretNames(Storage);
}

async function openBucket(
  Storage: Configuration['Storage'],
  { data, secrets, logger }: DriverSurroundings,
): ReturnType<StorageOpeners['s3']['open']> {
  const place = { ...bucketSettings(Storage), stagingDirectory: path.join(data.root, 'staging') };
  // The data directory is ours alone: whoever was writing there is gone.
  await rm(place.stagingDirectory, { recursive: true, force: true });
  // Large, and of no use to a station that keeps its documents in files.
  const { openS3ObjectStore, sayConditionalWrites, troublesIn } = await import('../storage/s3/s3-object-store.ts');
  const opening = openS3ObjectStore(place, secrets, { tell: troublesIn(logger) });
  const { store, conditionalWrites } = await opening.catch((fault: unknown) => {
    throw fault instanceof StationError ? new ConfigurationError([fault.message]) : fault;
  });
  const said = sayConditionalWrites(conditionalWrites);
  if (said !== undefined) logger.warn(said);
  return {
    objectStore: store,
    settings: { driver: 's3', ...place, conditionalWrites, secretsDirectory: data.secrets },
  };
}

/** Where the bucket is and how it is asked, as its driver takes it. */
export function bucketSettings(Storage: Configuration['Storage']): Omit<S3Settings, 'stagingDirectory'> {
  return {
    endpoint: Storage.Endpoint,
    bucket: Storage.Bucket ?? '',
    region: Storage.Region ?? DEFAULT_REGION,
    forcePathStyle: Storage.ForcePathStyle,
    accessKeyIdSecretName: Storage.AccessKeyIdSecretName,
    secretAccessKeySecretName: Storage.SecretAccessKeySecretName,
    sessionTokenSecretName: Storage.SessionTokenSecretName,
    certificateAuthorities: Storage.CertificateAuthorities,
  };
}
