import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { StationError } from '../../domain/station-error.ts';
import { faultOfIdentity } from '../../https/outgoing-trust.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import type { TimestampClientSettings } from '../protocol.ts';
import type { TimestampAuthority } from '../timestamp-authority.ts';
import { openAuthorityConnections, type ConnectionOptions } from './authority-connection.ts';
import { createTimestampClient } from './timestamp-client.ts';

/** What a client is made of besides the settings: the password and the files of its connections. */
type ReadParts = Pick<ConnectionOptions, 'credentials' | 'proxyUrl' | 'trustedRoots' | 'clientCertificate'>;

/**
 * Answers the client as configured. What was read for it is read again for whoever asks, and a secret or file that was put
 * right, or taken away, counts at once. Throws TIMESTAMP_AUTHORITY_UNAVAILABLE, naming the setting, when one cannot be used.
 */
export function timestampClientInForce(
  settings: TimestampClientSettings,
  secrets: SecretStore,
  now: () => number,
): () => Promise<TimestampAuthority> {
  let made: { readonly from: string; readonly client: TimestampAuthority } | undefined;
  return async () => {
    const parts = await readParts(settings, secrets);
    const from = JSON.stringify(parts);
    if (made?.from === from) return made.client;
    requireUsable(parts);
    const connections = openAuthorityConnections({ ...settings, ...parts });
    made = { from, client: createTimestampClient({ ...settings, connections, now }) };
    return made.client;
  };
}

async function readParts(settings: TimestampClientSettings, secrets: SecretStore): Promise<ReadParts> {
  const { clientCertificate, trustedRootsFile } = settings;
  return {
    credentials: await readCredentials(settings, secrets),
    proxyUrl: await readProxy(settings, secrets),
    trustedRoots: trustedRootsFile && (await readText('Timestamping:TrustedRoots', trustedRootsFile)),
    clientCertificate: clientCertificate && {
      certificate: await readText('Timestamping:ClientCertificate:Certificate', clientCertificate.certificateFile),
      key: await readText('Timestamping:ClientCertificate:Key', clientCertificate.keyFile),
    },
  };
}

/**
 * A password is sent for a user alone, and one without a user is a permanent error of configuration (specification,
 * section 5, rule 7): it would never be sent, and the authority would refuse what it is asked.
 */
async function readCredentials(
  { username, passwordSecretName }: TimestampClientSettings,
  secrets: SecretStore,
): Promise<{ username: string; password: string } | null> {
  const password = await secrets.read(passwordSecretName).catch(() => undefined);
  if (username === null && password === undefined) return null;
  if (username === null) {
    throw unusable(
      `The secret ${passwordSecretName} is set and Timestamping:Username is not: the password would never be sent. Set the ` +
        'user name, or take the secret away.',
    );
  }
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

/** What TLS could not begin with is a fault of the settings, not of an authority. */
function requireUsable({ trustedRoots, clientCertificate }: ReadParts): void {
  if (trustedRoots !== null && !holdsCertificate(trustedRoots)) {
    throw unusable('Timestamping:TrustedRoots: the file holds no certificate in PEM that can be read.');
  }
  if (clientCertificate === null) return;
  const code = faultOfIdentity({ cert: clientCertificate.certificate, key: clientCertificate.key });
  if (code !== null) {
    throw unusable(`Timestamping:ClientCertificate: certificate and key cannot be used together (${code}).`);
  }
}

/** Node takes a text without one for no roots at all, and trusts nobody. */
function holdsCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
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
