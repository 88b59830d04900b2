import type { SecretStore } from '../../secrets/secret-store.ts';
import { unavailable } from './s3-faults.ts';
import type { S3Settings } from './s3-settings.ts';

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration: Date;
}

/**
 * The SDK asks again when less than five minutes are left: with six, secrets are read anew once a minute, so that
 * temporary credentials that something renews in the secrets folder count soon.
 */
const VALID_MILLISECONDS = 6 * 60_000;

/** Reads the credentials by the names of their secrets, each time it is called; rejects when one is not set. */
export function credentialsBySecretName(
  settings: Omit<S3Settings, 'stagingDirectory'>,
  secrets: SecretStore,
): () => Promise<Credentials> {
  return async () => {
    const [accessKeyId, secretAccessKey, sessionToken] = await Promise.all([
      required(secrets, settings.accessKeyIdSecretName),
      required(secrets, settings.secretAccessKeySecretName),
      secrets.read(settings.sessionTokenSecretName),
    ]);
    const expiration = new Date(Date.now() + VALID_MILLISECONDS);
    const isTemporary = sessionToken !== undefined && sessionToken !== '';
    return { accessKeyId, secretAccessKey, expiration, ...(isTemporary ? { sessionToken } : {}) };
  };
}

async function required(secrets: SecretStore, name: string): Promise<string> {
  const value = await secrets.read(name);
  if (value === undefined || value === '') throw unavailable(`The secret ${name} of the object store is not set.`);
  return value;
}
