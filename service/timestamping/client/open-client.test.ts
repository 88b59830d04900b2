import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issue } from '../../verification/certificate-path/issued-certificates.suite.ts';
import type { TimestampClientSettings } from '../protocol.ts';
import type { TimestampAuthority } from '../timestamp-authority.ts';
import { timestampClientInForce } from './open-client.ts';

const NAME = 'Timestamping:Password';

function inForce(
  username: string | null,
  secrets: Map<string, string>,
  files: Partial<Pick<TimestampClientSettings, 'trustedRootsFile' | 'clientCertificate'>> = {},
): () => Promise<TimestampAuthority> {
  const settings = {
    ...{ urls: ['http://127.0.0.1:9/tsa'], policyOid: null, username, passwordSecretName: NAME },
    ...{ secretsDirectory: '/none', timeoutMilliseconds: 1_000, maxResponseBytes: 65_536 },
    ...{ trustedRootsFile: null, clientCertificate: null, ...files },
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

describe('files for TLS', () => {
  let folder: string;
  const at = (name: string): string => path.join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'open-client-'));
    const { der, privateKey } = issue('Station', null);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    writeFileSync(at('certificate'), new X509Certificate(der).toString());
    writeFileSync(at('key'), privateKey.export({ format: 'pem', type: 'pkcs8' }));
    writeFileSync(at('other key'), other.export({ format: 'pem', type: 'pkcs8' }));
    writeFileSync(at('text'), 'no PEM');
    writeFileSync(at('broken'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const caller = (certificate: string, key: string) => ({
    clientCertificate: { certificateFile: at(certificate), keyFile: at(key) },
  });
  const unusable = { name: 'StationError', code: 'TIMESTAMP_AUTHORITY_UNAVAILABLE', kind: 'permanent' };

  it.each([
    ['no PEM', 'text'],
    ['broken PEM', 'broken'],
  ])('that hold no roots are named as that: %s', async (_name, file) => {
    const message = 'Timestamping:TrustedRoots: the file holds no certificate in PEM that can be read.';
    const client = inForce(null, new Map(), { trustedRootsFile: at(file) });
    await expect(client()).rejects.toMatchObject({ ...unusable, message });
  });

  it.each([
    ['no PEM', 'text', 'text'],
    ['a broken certificate', 'broken', 'key'],
    ['a key of another certificate', 'certificate', 'other key'],
    ['a certificate in place of the key', 'certificate', 'certificate'],
  ])('that hold no identity are named as that: %s', async (_name, certificate, key) => {
    const client = inForce(null, new Map(), caller(certificate, key));
    await expect(client()).rejects.toMatchObject({
      ...unusable,
      message: expect.stringMatching(
        /^Timestamping:ClientCertificate: certificate and key cannot be used together \(ERR_OSSL_\w+\)\.$/,
      ) as string,
    });
  });

  it('that can be used are used', async () => {
    const files = { trustedRootsFile: at('certificate'), ...caller('certificate', 'key') };
    await expect(inForce(null, new Map(), files)()).resolves.toBeDefined();
  });
});
