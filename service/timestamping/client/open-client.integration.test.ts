import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { startHttpProxy, type HttpProxy } from '../../../e2e/actors/http/http-proxy.ts';
import { startTimestampAuthority, type RunningAuthority } from '../../../e2e/actors/timestamps/timestamp-authority.ts';
import type { TimestampAuthority } from '../timestamp-authority.ts';
import { timestampClientInForce } from './open-client.ts';

const imprint = { hash: 'SHA-256', digest: createHash('sha256').update('text').digest() } as const;
/** With what has a meaning of its own in addresses. */
const PASSWORD = 'p@ss:w%rd/é?#';
const shown = `Basic ${Buffer.from(`station:${PASSWORD}`).toString('base64')}`;

describe('a timestamp client behind a proxy that asks for a user', () => {
  let ca: TestCa;
  let authority: RunningAuthority;
  let proxy: HttpProxy;

  beforeAll(async () => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'open-client-')));
    authority = await startTimestampAuthority(ca);
    proxy = await startHttpProxy();
  });
  afterAll(async () => {
    await proxy.close();
    await authority.close();
    rmSync(ca.folder, { recursive: true, force: true });
  });

  function open(url: string, secrets: Readonly<Record<string, string>>): Promise<TimestampAuthority> {
    const settings = {
      ...{ urls: [url], policyOid: null, username: null, passwordSecretName: 'Timestamping:Password' },
      ...{ secretsDirectory: '/none', timeoutMilliseconds: 30_000, maxResponseBytes: 65_536 },
      ...{ trustedRootsFile: null, clientCertificate: null },
      ...{ proxyUrl: proxy.url, proxyUsername: 'station', proxyPasswordSecretName: 'Timestamping:ProxyPassword' },
    };
    const store = { read: (name: string) => Promise.resolve(secrets[name]) };
    return timestampClientInForce(settings, store, () => performance.now())();
  }

  it('shows it the user and the password of the secret, and the authority nothing of it', async () => {
    const secrets = { 'Timestamping:ProxyPassword': PASSWORD };
    const client = await open(authority.url, secrets);
    expect((await client.timestamp(imprint)).length).toBeGreaterThan(500);
    expect(proxy.headers.at(-1)?.['proxy-authorization']).toBe(shown);
    expect(authority.authorizations.at(-1)).toBeUndefined();
    const behindTunnel = await open(authority.url.replace('http:', 'https:'), secrets);
    await expect(behindTunnel.timestamp(imprint)).rejects.not.toThrow(/p@ss|p%40ss/);
    expect(proxy.asked.at(-1)).toBe(`CONNECT ${new URL(authority.url).host}`);
    expect(proxy.headers.at(-1)?.['proxy-authorization']).toBe(shown);
  });

  it('asks nobody where the secret is not there, and says which', async () => {
    const asked = proxy.asked.length;
    await expect(open(authority.url, {})).rejects.toMatchObject({
      code: 'TIMESTAMP_AUTHORITY_UNAVAILABLE',
      message:
        'Timestamping:ProxyUsername is set, and the secret Timestamping:ProxyPassword is not there or cannot be read.',
    });
    expect(proxy.asked).toHaveLength(asked);
  });
});
