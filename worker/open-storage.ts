import type { StorageSettings } from '../service/signing-worker/worker-protocol.ts';
import { createFileSecretStore } from '../service/secrets/file/file-secret-store.ts';
import { layeredSecretStore } from '../service/secrets/layered/layered-secret-store.ts';
import type { SecretStore } from '../service/secrets/secret-store.ts';
import { openLocalObjectStore } from '../service/storage/local/local-object-store.ts';
import type { ObjectStore } from '../service/storage/object-store.ts';
import type { Warnings } from '../service/storage/s3/s3-object-store.ts';

type BucketSettings = Extract<StorageSettings, { readonly driver: 's3' }>;

/** Opens what the host has opened and examined. `secrets` are those that came with the environment. */
export async function openStorage(
  settings: StorageSettings,
  secrets: SecretStore,
  log: Warnings,
): Promise<ObjectStore> {
  switch (settings.driver) {
    case 'local':
      return openLocalObjectStore(settings.root);
    case 's3':
      return openBucket(settings, secrets, log);
  }
}

async function openBucket(settings: BucketSettings, secrets: SecretStore, log: Warnings): Promise<ObjectStore> {
  const { openS3ObjectStore, troublesIn } = await import('../service/storage/s3/s3-object-store.ts');
  const layered = layeredSecretStore([secrets, createFileSecretStore(settings.secretsDirectory)]);
  const { conditionalWrites: known } = settings;
  return (await openS3ObjectStore(settings, layered, { known, tell: troublesIn(log) })).store;
}
