import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import {
  startTimestampAuthority,
  type AuthorityConduct,
  type RunningAuthority,
} from '../../../e2e/actors/timestamps/timestamp-authority.ts';
import type { TimestampAuthority } from '../timestamp-authority.ts';
import { openAuthorityConnections, type ConnectionOptions } from './authority-connection.ts';
import { createTimestampClient, type TimestampClientOptions } from './timestamp-client.ts';

const CONNECTION: ConnectionOptions = {
  credentials: null,
  timeoutMilliseconds: 30_000,
  maxResponseBytes: 65_536,
  trustedRoots: null,
  clientCertificate: null,
  proxyUrl: null,
};
const imprint = { hash: 'SHA-256', digest: createHash('sha256').update('text').digest() } as const;

describe('the timestamp client', () => {
  let ca: TestCa;
  let first: RunningAuthority;
  let second: RunningAuthority;
  let clock = 0;
  const open: { close(): void }[] = [];

  beforeAll(async () => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'timestamp-client-')));
    first = await startTimestampAuthority(ca);
    second = await startTimestampAuthority(ca);
  });
  afterAll(async () => {
    for (const connections of open) connections.close();
    await first.close();
    await second.close();
    rmSync(ca.folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    first.behave('grants');
    second.behave('grants');
  });

  function client(options: Partial<TimestampClientOptions & ConnectionOptions> = {}): TimestampAuthority {
    const connections = openAuthorityConnections({ ...CONNECTION, ...options });
    open.push(connections);
    return createTimestampClient({ urls: [first.url], policyOid: null, connections, now: () => clock, ...options });
  }

  it.each(['SHA-256', 'SHA-384', 'SHA-512'] as const)('gets a timestamp that openssl verifies (%s)', async (hash) => {
    const digest = createHash(hash.replace('-', '').toLowerCase()).update('text').digest();
    const token = await client({ policyOid: '1.3.6.1.4.1.99999.2.2' }).timestamp({ hash, digest });
    writeFileSync(ca.path('token'), token);
    const chain = ['-CAfile', ca.path('root.pem'), '-untrusted', ca.path('intermediate.pem')];
    const args = ['ts', '-verify', '-digest', digest.toString('hex'), '-in', ca.path('token'), '-token_in', ...chain];
    expect(execFileSync('openssl', args, { stdio: 'pipe' }).toString()).toContain('Verification: OK');
  });

  const failing: readonly (readonly [AuthorityConduct, RegExp])[] = [
    ['refuses', /refuses: unacceptedPolicy, "This policy is not <b>ours<\/b>"\.$/],
    ['is-ill', /refuses: systemFailure/],
    ['stamps-other-bytes', /wrong imprint/],
    ['answers-another-request', /wrong nonce/],
    ['has-expired', /certificate ended on 2025-01-01/],
    ['lacks-critical-purpose', /not one for timestamps alone/],
    ['has-another-purpose', /not one for timestamps alone/],
    ['spoils-signature', /does not hold \(SIG_CRYPTO_INVALID\)/],
    ['says-garbage', /no timestamp response/],
    ['says-too-much', /longer than 65536 bytes/],
    ['sends-html', /of type "text\/html"/],
    ['redirects', /redirect \(HTTP 302\)/],
    ['fails-http', /HTTP 503/],
    ['demands-password', /does not let this station in \(HTTP 401\)/],
    ['changes-protocol', /gives no answer by HTTP\.$/],
    ['only-announces', /announces an answer and gives none/],
    ['says-no-http', /answers with what is no HTTP \(HPE_\w+\)/],
    ['breaks-off', /cannot be reached \(ECONNRESET\)/],
  ];
  it.each(failing)('takes nothing from an authority that %s, and says which one and why', async (conduct, reason) => {
    first.behave(conduct);
    const fault = client().timestamp(imprint);
    await expect(fault).rejects.toMatchObject({ code: 'TIMESTAMP_OPERATION_FAILED', kind: 'transient' });
    await expect(fault).rejects.toThrow(reason);
    await expect(fault).rejects.toThrow(`The timestamp authority ${first.url}`);
  });

  it('waits no longer than it is told', async () => {
    first.behave('is-slow');
    const fault = client({ timeoutMilliseconds: 200 }).timestamp(imprint);
    await expect(fault).rejects.toThrow('did not answer within 200 ms');
  });

  it('refuses a policy that it did not ask for, however well the timestamp is made', async () => {
    const fault = client({ policyOid: '1.2.3.4' }).ensureReady();
    await expect(fault).rejects.toMatchObject({ code: 'TIMESTAMP_AUTHORITY_UNAVAILABLE', kind: 'permanent' });
  });

  it('asks the next authority when one fails, and that one last for a while', async () => {
    first.behave('fails-http');
    const asked = client({ urls: [first.url, second.url] });
    const [ofFirst, ofSecond] = [first.requests(), second.requests()];
    await asked.timestamp(imprint);
    await asked.timestamp(imprint);
    expect([first.requests() - ofFirst, second.requests() - ofSecond]).toEqual([1, 2]);
    clock += 31_000;
    first.behave('grants');
    await asked.timestamp(imprint);
    expect([first.requests() - ofFirst, second.requests() - ofSecond]).toEqual([2, 2]);
  });

  it('names every authority that failed', async () => {
    first.behave('refuses');
    second.behave('fails-http');
    const fault = client({ urls: [first.url, second.url] }).ensureReady();
    await expect(fault).rejects.toMatchObject({ code: 'TIMESTAMP_OPERATION_FAILED', kind: 'transient' });
    await expect(fault).rejects.toThrow(new RegExp(`${first.url}: .*; ${second.url}: .*HTTP 503`));
  });

  it('asks before a signature only when it has not heard of the authority for a minute', async () => {
    const asked = client();
    const before = first.requests();
    const token = await asked.timestamp(imprint);
    expect(await asked.ensureReady()).toMatchObject({ tokenBytes: token.length });
    expect((await asked.ensureReady()).certificates).toContainEqual(ca.timestampAuthority.certificate);
    expect(first.requests() - before).toBe(1);
    clock += 61_000;
    await Promise.all([asked.ensureReady(), asked.ensureReady()]);
    expect(first.requests() - before).toBe(2);
    first.behave('is-ill');
    await expect(asked.timestamp(imprint)).rejects.toThrow('systemFailure');
    await expect(asked.ensureReady()).rejects.toMatchObject({ code: 'TIMESTAMP_OPERATION_FAILED' });
  });

  it('shows a user and password to the authority, and none when it has no user', async () => {
    await client({ credentials: { username: 'station', password: 'pässwörd' } }).timestamp(imprint);
    const expected = `Basic ${Buffer.from('station:pässwörd').toString('base64')}`;
    expect(first.authorizations.at(-1)).toBe(expected);
    // Neither what a URL holds.
    const url = first.url.replace('http://', 'http://user:marker@').concat('?key=marker');
    await client({ urls: [url] }).timestamp(imprint);
    expect(first.authorizations.at(-1)).toBeUndefined();
    first.behave('fails-http');
    const fault = client({ urls: [url] }).timestamp(imprint);
    await expect(fault).rejects.not.toThrow('marker');
    await expect(fault).rejects.toThrow(first.url);
  });

  it('tells of every authority what came of a trial', async () => {
    second.behave('says-garbage');
    const trials = await client({ urls: [first.url, second.url] }).tryAll();
    expect(trials).toMatchObject([
      { url: first.url, ok: true, authority: 'CN=Test TSA,O=Test,C=AA', policyOid: '1.3.6.1.4.1.99999.2.1' },
      { url: second.url, ok: false, authority: null },
    ]);
    expect(trials[1]?.sentence).toContain('no timestamp response');
  });
});
