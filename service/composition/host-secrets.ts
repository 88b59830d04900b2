import path from 'node:path';
import { takeEnvironmentSecrets } from '../secrets/environment/environment-secret-store.ts';
import { createFileSecretStore } from '../secrets/file/file-secret-store.ts';
import { layeredSecretStore } from '../secrets/layered/layered-secret-store.ts';
import type { SecretStore } from '../secrets/secret-store.ts';

/** The host's own secrets, by name: `environment` as it was at start, then the secrets folder of the data directory. */
export function hostSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  dataDirectory: string,
): SecretStore {
  return layeredSecretStore([
    takeEnvironmentSecrets({ ...environment }),
    createFileSecretStore(path.join(dataDirectory, 'secrets')),
  ]);
}
