import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';

/** Short where a hang is to be noticed; elsewhere a busy machine must not look like one. */
const SHORT_DEADLINE_MILLISECONDS = 3_000;
const LONG_DEADLINE_MILLISECONDS = 60_000;

let dir: string;
let token: SoftHsmToken;
let module: MisbehavingModule;
let host: RunningTokenHost;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'misbehaving-'));
  const keys = [
    { type: 'RSA-2048', id: '01', label: 'rsa' },
    { type: 'P-256', id: '02', label: 'each-time', alwaysAuthenticate: true },
  ] as const;
  token = await makeSoftHsmToken({ dir: join(dir, 'hsm'), label: 'station', pin: '24681357', keys });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

beforeEach(async () => {
  module = await buildMisbehavingModule(join(dir, 'module'), token.modulePath);
});

afterEach(async () => {
  await host.stop();
  await module.remove();
  rmSync(join(dir, 'guard'), { recursive: true, force: true });
});

function start(
  type: 'Hsm' | 'SmartCard',
  maxConcurrentSessions = 4,
  deadlineMilliseconds = LONG_DEADLINE_MILLISECONDS,
): void {
  const entry = {
    ...{ id: 'token', name: 'Token', modulePath: module.modulePath, tokenLabel: 'station', slotId: null, serial: null },
    ...{ pinSecretName: 'Pin', preferFirstSlotWhenAmbiguous: false },
  };
  host = startTokenHost({
    entries: [type === 'Hsm' ? { ...entry, type, maxConcurrentSessions } : { ...entry, type }],
    pinGuardDirectory: join(dir, 'guard'),
    environment: { ...token.environment, SERVICE_SECRET_PIN: '24681357' },
    configuration: { deadlineMilliseconds },
  });
}

async function signWith(label: 'rsa' | 'each-time'): Promise<void> {
  const certificate = new X509Certificate(token.certificates.get(label) ?? new Uint8Array());
  const keyId = createHash('sha256').update(certificate.raw).digest('hex').toUpperCase();
  const dataToBeSigned = randomBytes(40);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const scheme = label === 'rsa' ? 'RSASSA-PKCS1-v1_5' : 'ECDSA';
  const algorithm = { scheme, hash: 'SHA-256' } as const;
  const value = await host.directory.sign({ providerId: 'token', keyId, algorithm, dataToBeSigned, digest });
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', dataToBeSigned, key, value)).toBe(true);
}

const TRANSIENT = { code: 'SIGNING_PROVIDER_UNAVAILABLE', kind: 'transient' };
const PERMANENT = { code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' };

describe('a module that misbehaves while it signs', () => {
  it('crashes: the call is rejected as transient, and the next process signs', async () => {
    start('Hsm');
    await signWith('rsa');
    await module.misbehave('crash-sign');
    await expect(signWith('rsa')).rejects.toMatchObject(TRANSIENT);
    await module.misbehave('none');
    await expect.poll(() => host.pids.length).toBe(2);
    await signWith('rsa');
    expect(await module.callCount('C_Login')).toBe(2);
  });

  it('hangs: the process is ended at the deadline and replaced', async () => {
    start('SmartCard', 1, SHORT_DEADLINE_MILLISECONDS);
    await signWith('rsa');
    await module.misbehave('hang-sign');
    const startedAt = performance.now();
    await expect(signWith('rsa')).rejects.toMatchObject(TRANSIENT);
    expect(performance.now() - startedAt).toBeGreaterThan(SHORT_DEADLINE_MILLISECONDS * 0.9);
    expect(host.events).toContain('unresponsive');
    await module.misbehave('none');
    await expect.poll(() => host.pids.length).toBe(2);
    await signWith('rsa');
  });

  it('is slow: a queue that takes longer than the deadline is not taken for a hang', async () => {
    start('SmartCard', 1, SHORT_DEADLINE_MILLISECONDS);
    await module.misbehave('slow-card 200');
    await Promise.all(Array.from({ length: 20 }, () => signWith('rsa')));
    expect(host.events).not.toContain('unresponsive');
    expect(host.pids).toHaveLength(1);
  });

  it('answers a wrong signature: it never leaves the process', async () => {
    start('Hsm');
    await module.misbehave('wrong-signature');
    await expect(signWith('rsa')).rejects.toMatchObject(PERMANENT);
    await module.misbehave('none');
    await signWith('rsa');
  });

  it('takes no bare digests: it gets the data to hash', async () => {
    await module.misbehave('hash-only');
    start('Hsm');
    await signWith('rsa');
  });

  it('cannot lock: it is entered once at a time', async () => {
    await module.misbehave('cannot-lock');
    start('Hsm');
    await signWith('rsa');
    await module.misbehave('slow-hsm 50');
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 4 }, () => signWith('rsa')));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(200);
  });

  it('has fewer sessions than configured, down to one', async () => {
    for (const limit of [1, 2] as const) {
      await module.misbehave(`sessions ${limit}`);
      start('Hsm', 8);
      await Promise.all(Array.from({ length: 20 }, () => signWith('rsa')));
      await host.stop();
    }
    start('Hsm', 8);
  });
});

describe('a token that is pulled out', () => {
  it('is unavailable, then found again in another slot, with one more login', async () => {
    start('SmartCard');
    await signWith('rsa');
    await module.misbehave('removed');
    await expect(signWith('rsa')).rejects.toMatchObject(TRANSIENT);
    expect(await host.directory.providerHealth('token')).toMatchObject({ status: 'Unavailable' });
    await module.misbehave('moved 70');
    await signWith('rsa');
    expect(await module.callCount('C_Login')).toBe(2);
    expect(host.pids).toHaveLength(1);
  });

  it('is missed without anyone asking', async () => {
    start('SmartCard');
    await signWith('rsa');
    await module.misbehave('removed');
    await expect.poll(() => host.events).toContain('tokens-changed');
  });

  it('during a signature fails that one as transient and no other', async () => {
    start('SmartCard');
    await signWith('rsa');
    await module.misbehave('slow-card 300');
    const interrupted = signWith('rsa');
    await expect.poll(() => module.callCount('C_Sign')).toBe(2);
    await module.misbehave('removed');
    await expect(interrupted).rejects.toMatchObject(TRANSIENT);
    await module.misbehave('none');
    await signWith('rsa');
  });
});

describe('a login whose outcome is unknown', () => {
  it.each(['fail-login', 'crash-login', 'hang-login'] as const)(
    '%s: is repeated once and then no more',
    async (how) => {
      await module.misbehave(how);
      start('SmartCard', 1, how === 'hang-login' ? SHORT_DEADLINE_MILLISECONDS : undefined);
      const tryToSign = async (): Promise<number> => {
        await expect(signWith('rsa')).rejects.toMatchObject({ name: 'StationError' });
        return module.callCount('C_Login');
      };
      await expect.poll(tryToSign, { interval: 100 }).toBe(2);
      await module.misbehave('none');
      const refusal = async (): Promise<unknown> => signWith('rsa').catch((error: unknown) => error);
      await expect.poll(refusal).toMatchObject(PERMANENT);
      host.kill();
      await expect.poll(refusal).toMatchObject(PERMANENT);
      expect(await module.callCount('C_Login')).toBe(2);
    },
  );
});

describe('a key with a login per signature', () => {
  it('gets exactly one context login for each signature', async () => {
    start('Hsm');
    await Promise.all(Array.from({ length: 10 }, () => signWith('each-time')));
    expect(await module.callCount('C_Login context')).toBe(10);
    expect(await module.callCount('C_Login')).toBe(1);
  });
});

describe('a pool of sessions', () => {
  it('signs as many at a time as it has sessions', async () => {
    start('Hsm', 16);
    await signWith('rsa');
    await module.misbehave('slow-hsm 2000');
    await Promise.all(Array.from({ length: 32 }, () => signWith('rsa')));
    expect(await module.mostAtOnce()).toBe(16);
  });

  it('is fair: whoever asks for one signature now and then waits for one round, however many a batch has queued', async () => {
    start('Hsm', 4);
    await signWith('rsa');
    await module.misbehave('slow-hsm 50');
    const order: string[] = [];
    const ask = (name: string): Promise<void> => signWith('rsa').then(() => void order.push(name));
    const asked = [...Array.from({ length: 40 }, (_, index) => ask(`first ${index}`)), ask('single')];
    asked.push(...Array.from({ length: 40 }, (_, index) => ask(`second ${index}`)));
    await Promise.all(asked);
    const place = order.indexOf('single');
    expect(place).toBeGreaterThanOrEqual(36);
    expect(place).toBeLessThanOrEqual(44);
  });

  it('connects anew for all that wait when the token was gone for a moment, with one more login', async () => {
    start('Hsm', 4);
    await signWith('rsa');
    await module.misbehave('removed');
    const health = async (): Promise<unknown> => (await host.directory.providerHealth('token'))?.status;
    await expect.poll(health).toBe('Unavailable');
    await module.misbehave('moved 9');
    await Promise.all(Array.from({ length: 24 }, () => signWith('rsa')));
    expect(await module.callCount('C_Login')).toBe(2);
    expect(host.pids).toHaveLength(1);
  });
});

describe('a smart card', () => {
  it('never waits for the next document while there is one', async () => {
    start('SmartCard');
    await signWith('rsa');
    await module.misbehave('slow-card 40');
    await Promise.all(Array.from({ length: 30 }, () => signWith('rsa')));
    const idle = (await module.idleTimes()).toSorted((left, right) => left - right);
    expect(idle).toHaveLength(29);
    // The median, as the machine may be busy with something else now and then: the card rests for less than it works.
    expect(idle[14]).toBeLessThan(40);
  });
});
