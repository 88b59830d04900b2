import { readFile } from 'node:fs/promises';
import { StationError } from '../../domain/station-error.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import type { TimestampClientSettings } from '../protocol.ts';
import type { TimestampAuthority } from '../timestamp-authority.ts';
import { openAuthorityConnections } from './authority-connection.ts';
import { createTimestampClient } from './timestamp-client.ts';

/**
 * The client as configured: reads the password and the files of the connection. Throws TIMESTAMP_AUTHORITY_UNAVAILABLE,
 * naming the setting, when one of them cannot be read.
 */
export async function openTimestampClient(
  settings: TimestampClientSettings,
  secrets: SecretStore,
  now: () => number,
): Promise<TimestampAuthority> {
  const { clientCertificate, trustedRootsFile } = settings;
  const connections = openAuthorityConnections({
    ...settings,
    credentials: await readCredentials(settings, secrets),
    proxyUrl: await readProxy(settings, secrets),
    trustedRoots: trustedRootsFile && (await readText('Timestamping:TrustedRoots', trustedRootsFile)),
    clientCertificate: clientCertificate && {
      certificate: await readText('Timestamping:ClientCertificate:Certificate', clientCertificate.certificateFile),
      key: await readText('Timestamping:ClientCertificate:Key', clientCertificate.keyFile),
    },
  });
  return createTimestampClient({ ...settings, connections, now });
}

/** Only a user is ever sent (specification, section 5, rule 7). */
async function readCredentials(
  { username, passwordSecretName }: TimestampClientSettings,
  secrets: SecretStore,
): Promise<{ username: string; password: string } | null> {
  if (username === null) return null;
  const password = await secrets.read(passwordSecretName).catch(() => undefined);
  if (password === undefined) {
    throw unusable(
      `Timestamping:Username is set, and the secret ${passwordSecretName} is not there or cannot be read.`,
    );
  }
  return { username, password };
}

/** The proxy's address with its user and password, which the agent of a connection takes from there. */
async function readProxy(
  { proxyUrl, proxyUsername, proxyPasswordSecretName }: TimestampClientSettings,
  secrets: SecretStore,
): Promise<string | null> {
  if (proxyUrl === null || proxyUsername === null) return proxyUrl;
  const password = await secrets.read(proxyPasswordSecretName).catch(() => undefined);
  if (password === undefined) {
    throw unusable(
      `Timestamping:ProxyUsername is set, and the secret ${proxyPasswordSecretName} is not there or cannot be read.`,
    );
  }
  const url = new URL(proxyUrl);
  url.username = encodeURIComponent(proxyUsername);
  url.password = encodeURIComponent(password);
  return url.href;
}

async function readText(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw unusable(`${setting}: the file ${file} cannot be read.`, cause);
  }
}

function unusable(sentence: string, cause?: unknown): StationError {
  return new StationError('TIMESTAMP_AUTHORITY_UNAVAILABLE', sentence, { cause });
}
