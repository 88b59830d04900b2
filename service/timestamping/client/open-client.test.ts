import { expect, it } from 'vitest';
import type { TimestampAuthority } from '../timestamp-authority.ts';
import { timestampClientInForce } from './open-client.ts';

const NAME = 'Timestamping:Password';

function inForce(username: string | null, secrets: Map<string, string>): () => Promise<TimestampAuthority> {
  const settings = {
    ...{ urls: ['http://127.0.0.1:9/tsa'], policyOid: null, username, passwordSecretName: NAME },
    ...{ secretsDirectory: '/none', timeoutMilliseconds: 1_000, maxResponseBytes: 65_536 },
    ...{ trustedRootsFile: null, clientCertificate: null },
    ...{ proxyUrl: null, proxyUsername: null, proxyPasswordSecretName: 'Timestamping:ProxyPassword' },
  };
  return timestampClientInForce(settings, { read: (name) => Promise.resolve(secrets.get(name)) }, () => 0);
}

it('takes a password that nobody would ever send for a fault of the settings, whatever made its name', async () => {
  const client = inForce(null, new Map([[NAME, 'marker']]));
  await expect(client()).rejects.toMatchObject({
    code: 'TIMESTAMP_AUTHORITY_UNAVAILABLE',
    message:
      'The secret Timestamping:Password is set and Timestamping:Username is not: the password would never be sent. ' +
      'Set the user name, or take the secret away.',
  });
});

it('asks without a user where there is no password', async () => {
  await expect(inForce(null, new Map())()).resolves.toBeDefined();
});

it('is made anew when its password was put right, and only then', async () => {
  const secrets = new Map<string, string>();
  const client = inForce('station', secrets);
  await expect(client()).rejects.toThrow('the secret Timestamping:Password is not there or cannot be read');
  secrets.set(NAME, 'old');
  const first = await client();
  expect(await client()).toBe(first);
  secrets.set(NAME, 'new');
  expect(await client()).not.toBe(first);
  secrets.delete(NAME);
  await expect(client()).rejects.toThrow(NAME);
});
