import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigurationError, type Configuration } from '../config/configuration.ts';
import { StationError } from '../domain/station-error.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { openLocalObjectStore } from '../storage/local/local-object-store.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { StorageSettings } from '../signing-worker/worker-protocol.ts';
import type { DataDirectory } from './data-directory.ts';

/** What the drivers of servers need beside the configuration. */
export interface DriverSurroundings {
  readonly data: Pick<DataDirectory, 'root' | 'secrets'>;
  readonly secrets: SecretStore;
  readonly logger: Logger;
}

export interface OpenedStorage {
  readonly objectStore: ObjectStore;
  /** With which a worker opens the same. */
  readonly settings: StorageSettings;
}

/** Of AWS's first region; stores of others mostly ignore it, but signatures need one. */
const DEFAULT_REGION = 'us-east-1';

/** Opens the documents' place. Throws ConfigurationError when a bucket cannot be used, with the reason. */
export async function openStorage(
  { Storage }: Configuration,
  { data, secrets, logger }: DriverSurroundings,
): Promise<OpenedStorage> {
  if (Storage.Provider === 'local') {
    return {
      objectStore: await openLocalObjectStore(Storage.Root),
      settings: { driver: 'local', root: Storage.Root },
    };
  }
  const place = {
    endpoint: Storage.Endpoint,
    bucket: Storage.Bucket ?? '',
    region: Storage.Region ?? DEFAULT_REGION,
    forcePathStyle: Storage.ForcePathStyle,
    accessKeyIdSecretName: Storage.AccessKeyIdSecretName,
    secretAccessKeySecretName: Storage.SecretAccessKeySecretName,
    sessionTokenSecretName: Storage.SessionTokenSecretName,
    certificateAuthorities: Storage.CertificateAuthorities,
    stagingDirectory: path.join(data.root, 'staging'),
  };
  // The data directory is ours alone: whoever was writing there is gone.
  await rm(place.stagingDirectory, { recursive: true, force: true });
  // Large, and of no use to a station that keeps its documents in files.
  const { openS3ObjectStore, sayConditionalWrites } = await import('../storage/s3/s3-object-store.ts');
  const { store, conditionalWrites } = await openS3ObjectStore(place, secrets).catch((fault: unknown) => {
    throw fault instanceof StationError ? new ConfigurationError([fault.message]) : fault;
  });
  const said = sayConditionalWrites(conditionalWrites);
  if (said !== undefined) logger.warn(said);
  return {
    objectStore: store,
    settings: { driver: 's3', ...place, conditionalWrites, secretsDirectory: data.secrets },
  };
}

/** The secrets that a worker needs to open the storage: none for files. */
export function storageSecretNames({ Storage }: Configuration): string[] {
  return Storage.Provider === 'local'
    ? []
    : [Storage.AccessKeyIdSecretName, Storage.SecretAccessKeySecretName, Storage.SessionTokenSecretName];
}
