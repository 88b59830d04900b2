import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { openTryPermits } from '../token-host/try-permits.ts';

const PIN = '975312';
const DEADLINE_MILLISECONDS = 3_000;

let dir: string;
let token: SoftHsmToken;
let module: MisbehavingModule;
let host: RunningTokenHost;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'reader-with-keys-'));
  const keys = [
    { type: 'P-256', id: '01', label: 'signer' },
    { type: 'P-256', id: '02', label: 'each-time', alwaysAuthenticate: true },
  ] as const;
  token = await makeSoftHsmToken({ dir: join(dir, 'hsm'), label: 'station', pin: PIN, keys });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

beforeEach(async () => {
  module = await buildMisbehavingModule(join(dir, 'module'), token.modulePath, PIN);
});

afterEach(async () => {
  await host.stop();
  await module.remove();
  rmSync(join(dir, 'guard'), { recursive: true, force: true });
});

function start(type: 'SmartCard' | 'Hsm' = 'SmartCard'): void {
  const entry = {
    ...{ id: 'card', name: 'Card', modulePath: module.modulePath, tokenLabel: 'station', slotId: null, serial: null },
    ...{ pinSecretName: null, preferFirstSlotWhenAmbiguous: false },
  };
  host = startTokenHost({
    entries: [type === 'Hsm' ? { ...entry, type, maxConcurrentSessions: 4 } : { ...entry, type }],
    pinGuardDirectory: join(dir, 'guard'),
    environment: token.environment,
    configuration: { deadlineMilliseconds: DEADLINE_MILLISECONDS },
  });
}

async function signWith(label: 'signer' | 'each-time' = 'signer'): Promise<void> {
  const certificate = new X509Certificate(token.certificates.get(label) ?? new Uint8Array());
  const keyId = createHash('sha256').update(certificate.raw).digest('hex').toUpperCase();
  const dataToBeSigned = randomBytes(40);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  const value = await host.directory.sign({ providerId: 'card', keyId, algorithm, dataToBeSigned, digest });
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', dataToBeSigned, key, value)).toBe(true);
}

const PERMANENT = { code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' };

describe('a reader on which the PIN is typed', () => {
  it('is asked once, by NULL, for forty documents that wait; nothing else enters the module, and no deadline ends it', async () => {
    await module.misbehave('pad 5000');
    start();
    let areSigned = false;
    const signatures = Promise.all(Array.from({ length: 40 }, () => signWith())).then(() => (areSigned = true));
    await expect.poll(() => module.callCount('C_Login NULL')).toBe(1);
    expect(await host.directory.providerHealth('card')).toMatchObject({ detail: 'The reader waits for a PIN.' });
    expect(areSigned).toBe(false);
    await signatures;
    expect(host.pids).toHaveLength(1);
    expect(host.events).not.toContain('unresponsive');
    expect([await module.callCount('C_Login NULL'), await module.callCount('C_Login')]).toEqual([1, 0]);
  });

  it('is not asked by listings and health', async () => {
    await module.misbehave('pad 0');
    start();
    for (let round = 0; round < 3; round++) {
      const listed = await host.directory.listCertificates();
      expect(listed).toHaveLength(2);
      // Whoever signs is asked then; nothing keeps the certificates from signing.
      expect(listed.map(({ canSign }) => canSign)).toEqual([true, true]);
      const asked = expect.stringMatching(/asks for the PIN when a document is signed/) as string;
      expect(await host.directory.providerHealth('card')).toMatchObject({ status: 'Healthy', detail: asked });
    }
    expect(await module.callCount('C_Login NULL')).toBe(0);
    await signWith();
    expect((await host.directory.listCertificates()).every(({ canSign }) => canSign)).toBe(true);
  });

  it('is asked for each of forty documents of a key that wants it', async () => {
    await module.misbehave('pad 5');
    start();
    await Promise.all(Array.from({ length: 40 }, () => signWith('each-time')));
    expect(await module.callCount('C_Login NULL')).toBe(1);
    expect(await module.callCount('C_Login NULL context')).toBe(40);
  });

  it.each(['pad-cancel 30', 'pad-refuse 30', 'pad-fail 30'] as const)(
    '%s: is not asked again, by nobody who waits and not after a restart, until a person decides so',
    async (how) => {
      await module.misbehave(how);
      start();
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => signWith()));
      expect(outcomes).toHaveLength(10);
      for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: PERMANENT });
      host.kill();
      await expect.poll(() => host.pids.length).toBe(2);
      await module.misbehave('pad 0');
      await expect(signWith()).rejects.toMatchObject(PERMANENT);
      expect(await host.directory.providerHealth('card')).toMatchObject({ status: 'Degraded' });
      expect(await module.callCount('C_Login NULL')).toBe(1);
      openTryPermits(join(dir, 'guard')).grant('card');
      await signWith();
      expect(await module.callCount('C_Login NULL')).toBe(2);
    },
  );

  it('is asked again after the token was taken out and put in again', async () => {
    await module.misbehave('pad-cancel 0');
    start();
    await expect(signWith()).rejects.toMatchObject(PERMANENT);
    await host.directory.listCertificates();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await module.misbehave('removed');
    await expect.poll(() => host.events).toContain('tokens-changed');
    await module.misbehave('pad 0');
    await signWith();
    expect(await module.callCount('C_Login NULL')).toBe(2);
  });

  it('is never asked for a provider that works unattended', async () => {
    await module.misbehave('pad 0');
    start('Hsm');
    const refused = signWith();
    await expect(refused).rejects.toMatchObject({
      ...PERMANENT,
      message: expect.stringMatching(/SmartCard/) as string,
    });
    expect(await host.directory.providerHealth('card')).toMatchObject({ status: 'Degraded' });
    expect(await module.callCount('C_Login NULL')).toBe(0);
  });
});
