import { execFile } from 'node:child_process';
import { constants, createHash, randomBytes, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MiddlewareMissing, type MiddlewareToken } from '../../../e2e/actors/tokens/middleware/middleware.ts';
import { startOpenCryptoki } from '../../../e2e/actors/tokens/middleware/opencryptoki.ts';
import { startPivCard, type PivToken } from '../../../e2e/actors/tokens/middleware/opensc-piv.ts';
import { startSoftHsm } from '../../../e2e/actors/tokens/middleware/softhsm-token.ts';
import { startTpm } from '../../../e2e/actors/tokens/middleware/tpm2.ts';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import type { SignatureAlgorithm } from '../providers.ts';
import { openTryPermits } from '../token-host/try-permits.ts';

const run = promisify(execFile);
/** Some of it is one for the whole machine, and another test may use it. */
const TURNS_MILLISECONDS = 600_000;
const PERMANENT = { code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' };
const TRANSIENT = { code: 'SIGNING_PROVIDER_UNAVAILABLE', kind: 'transient' };

interface Case {
  readonly name: string;
  readonly start: (dir: string) => Promise<MiddlewareToken>;
  /** What the flags of the token say after one wrong PIN, so that nothing is tried unattended. */
  readonly tellsLowCount: boolean;
  /** Wrong PINs until it locks; null: never. */
  readonly triesUntilLocked: number | null;
  /** Whether a lock shows without a login. */
  readonly tellsLock: boolean;
}

const CASES: readonly Case[] = [
  { name: 'SoftHSM2', start: startSoftHsm, tellsLowCount: true, triesUntilLocked: null, tellsLock: false },
  { name: 'OpenSC with a PIV card', start: startPivCard, tellsLowCount: false, triesUntilLocked: 3, tellsLock: true },
  { name: 'tpm2-pkcs11', start: startTpm, tellsLowCount: false, triesUntilLocked: 3, tellsLock: false },
  { name: 'openCryptoki', start: startOpenCryptoki, tellsLowCount: true, triesUntilLocked: 3, tellsLock: true },
];

/** One token of the middleware for all tests of a block, and a token-host with an empty memory for each. */
function useMiddleware<Token extends MiddlewareToken>(start: (dir: string) => Promise<Token>) {
  let dir: string;
  let token: Token | undefined;
  let missing: string | undefined;
  let host: RunningTokenHost | undefined;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'middleware-'));
    try {
      token = await start(join(dir, 'token'));
    } catch (error) {
      if (!(error instanceof MiddlewareMissing) || process.env['CI'] === 'true') throw error;
      missing = error.message;
      process.stderr.write(`\nNOT TESTED: ${missing}\n`);
    }
  }, TURNS_MILLISECONDS);
  afterAll(async () => {
    await token?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });
  afterEach(async () => {
    await host?.stop();
    host = undefined;
    await token?.unlock?.();
    rmSync(join(dir, 'guard'), { recursive: true, force: true });
  });
  const requireToken = (): Token => {
    if (token === undefined) throw new Error('The middleware did not start.');
    return token;
  };
  return {
    token: requireToken,
    guardDirectory: () => join(dir, 'guard'),
    startHost(pin: string | null): RunningTokenHost {
      const { modulePath, environment, label } = requireToken();
      host = startTokenHost({
        entries: [
          {
            ...{ type: 'SmartCard', id: 'token', name: 'Token', modulePath, tokenLabel: label, slotId: null },
            ...{ serial: null, pinSecretName: 'Pin', preferFirstSlotWhenAmbiguous: false },
          },
        ],
        pinGuardDirectory: join(dir, 'guard'),
        environment: pin === null ? environment : { ...environment, SERVICE_SECRET_PIN: pin },
      });
      return host;
    },
  };
}

type Running = Pick<RunningTokenHost, 'directory'>;

/** Signs with the key of the certificate; the value is checked here, with node:crypto and the certificate alone. */
async function sign(
  { directory }: Running,
  der: Uint8Array | undefined,
  algorithm?: SignatureAlgorithm,
): Promise<void> {
  const certificate = new X509Certificate(der ?? new Uint8Array());
  const keyId = createHash('sha256').update(certificate.raw).digest('hex').toUpperCase();
  const scheme = certificate.publicKey.asymmetricKeyType === 'rsa' ? 'RSASSA-PKCS1-v1_5' : 'ECDSA';
  const chosen = algorithm ?? { scheme, hash: 'SHA-256' };
  const hash = chosen.hash.replace('-', '').toLowerCase();
  const dataToBeSigned = randomBytes(60);
  const digest = createHash(hash).update(dataToBeSigned).digest();
  const value = await directory.sign({ providerId: 'token', keyId, algorithm: chosen, dataToBeSigned, digest });
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: digest.length };
  const options = chosen.scheme === 'RSASSA-PSS' ? pss : { dsaEncoding: 'ieee-p1363' as const };
  expect(verify(hash, dataToBeSigned, { key: certificate.publicKey, ...options }, value)).toBe(true);
}

/** A wrong PIN from another program. */
async function enterWrongPin({ modulePath, environment, wrongPin, label }: MiddlewareToken): Promise<void> {
  const token = label === null ? [] : ['--token-label', label];
  const args = ['--module', modulePath, ...token, '--login', '--pin', wrongPin, '--list-objects'];
  await expect(run('pkcs11-tool', args, { env: { ...process.env, ...environment } })).rejects.toThrow();
}

describe.each(CASES)('$name', ({ start, tellsLowCount, triesUntilLocked, tellsLock }) => {
  const middleware = useMiddleware(start);
  const certificates = () => [...middleware.token().certificates.values()];

  it('shows its certificates before a login, and that one is needed', async () => {
    const host = middleware.startHost(null);
    await expect.poll(async () => host.directory.listCertificates()).not.toHaveLength(0);
    const listed = await host.directory.listCertificates();
    expect(listed).toHaveLength(certificates().length);
    for (const { canSign, cannotSignReason } of listed) {
      expect([canSign, cannotSignReason]).toEqual([false, 'The PIN of the token is not configured.']);
    }
    expect(await host.directory.providerHealth('token')).toMatchObject({ status: 'Degraded' });
  });

  it('signs with each key in each way that it offers', async () => {
    const host = middleware.startHost(middleware.token().pin);
    for (const der of certificates()) {
      const thumbprint = createHash('sha256').update(der).digest('hex');
      const key = await host.directory.selectKey({
        tenantId: 'default',
        providerType: 'SmartCard',
        certificateThumbprint: thumbprint,
      });
      expect(key.algorithms.length).toBeGreaterThan(0);
      for (const algorithm of key.algorithms) await sign(host, der, algorithm);
    }
    expect((await host.directory.listCertificates()).map(({ canSign }) => canSign)).toEqual(
      certificates().map(() => true),
    );
  });

  it('meets a wrong PIN once', async () => {
    const { triesLeft, wrongPin } = middleware.token();
    const before = triesLeft?.();
    const host = middleware.startHost(wrongPin);
    const attempts = Array.from({ length: 20 }, () => sign(host, certificates()[0]));
    for (const outcome of await Promise.allSettled(attempts)) expect(outcome).toMatchObject({ reason: PERMANENT });
    await host.directory.listCertificates();
    host.kill();
    await expect.poll(() => host.pids.length).toBe(2);
    await expect(sign(host, certificates()[0])).rejects.toMatchObject(PERMANENT);
    if (before !== undefined) expect(triesLeft?.()).toBe(before - 1);
  });

  it('is not logged in to once somebody else entered a wrong PIN, as far as it tells, unless a person permits it', async () => {
    await enterWrongPin(middleware.token());
    const host = middleware.startHost(middleware.token().pin);
    if (tellsLowCount) {
      await expect(sign(host, certificates()[0])).rejects.toThrow(/wrong PIN was entered before/);
      openTryPermits(middleware.guardDirectory()).grant('token');
    }
    await sign(host, certificates()[0]);
  });

  // A token that never locks has nothing to say.
  if (triesUntilLocked !== null) {
    it('says that its PIN is locked, and signs again once it is unlocked', async () => {
      for (let tries = 0; tries < triesUntilLocked; tries++) await enterWrongPin(middleware.token());
      const host = middleware.startHost(middleware.token().pin);
      await expect(sign(host, certificates()[0])).rejects.toMatchObject({
        ...PERMANENT,
        message: expect.stringMatching(/locked/) as string,
      });
      await middleware.token().unlock?.();
      // Where the lock did not show, the right PIN was refused and a person has to say that it is right.
      if (!tellsLock) openTryPermits(middleware.guardDirectory()).grant('token');
      await expect.poll(() => sign(host, certificates()[0])).toBeUndefined();
    });
  }
});

describe('a PIV card that is handled', () => {
  const middleware = useMiddleware<PivToken>(startPivCard);
  const key = (kind: 'RSA' | 'EC') => middleware.token().certificates.get(kind);
  const start = async (): Promise<RunningTokenHost> => {
    const host = middleware.startHost(middleware.token().pin);
    await expect.poll(() => sign(host, key('EC'))).toBeUndefined();
    return host;
  };

  it('gets the PIN once for forty documents with key 9A, and for each of forty with key 9C', async () => {
    const { card } = middleware.token();
    const before = card.pinEntries;
    const host = await start();
    await Promise.all(Array.from({ length: 40 }, () => sign(host, key('EC'))));
    expect(card.pinEntries - before).toBe(1);
    await Promise.all(Array.from({ length: 40 }, () => sign(host, key('RSA'))));
    expect(card.pinEntries - before).toBe(1 + 40);
  });

  it('is missed when it is pulled out between signatures, and signs after its return', async () => {
    const host = await start();
    middleware.token().slot?.eject();
    const seen = async (): Promise<unknown> => (await host.directory.providerHealth('token'))?.status;
    await expect.poll(seen).toBe('Unavailable');
    await expect(sign(host, key('EC'))).rejects.toMatchObject(TRANSIENT);
    middleware.token().slot?.insert();
    await expect.poll(() => sign(host, key('EC')), { interval: 50 }).toBeUndefined();
    expect(host.pids).toHaveLength(1);
  });

  it('fails the signature during which it is pulled out and those that wait as transient, and signs after its return', async () => {
    const host = await start();
    const { card, slot, delay } = middleware.token();
    delay?.(800);
    const signatures = card.signatures;
    const interrupted = Promise.allSettled(Array.from({ length: 5 }, () => sign(host, key('RSA'))));
    await expect.poll(() => card.signatures).toBe(signatures + 1);
    slot?.eject();
    for (const outcome of await interrupted) expect(outcome).toMatchObject({ status: 'rejected', reason: TRANSIENT });
    delay?.(0);
    slot?.insert();
    await expect.poll(() => sign(host, key('RSA')), { interval: 50 }).toBeUndefined();
    expect(card.triesLeft).toBe(3);
    expect(host.pids).toHaveLength(1);
  });

  it('signs again when the PC/SC service was killed, idle or in the middle of a signature, and has been started anew', async () => {
    const host = await start();
    const { card, service, delay } = middleware.token();
    for (const milliseconds of [0, 800]) {
      delay?.(milliseconds);
      const signatures = card.signatures;
      const interrupted = milliseconds === 0 ? undefined : sign(host, key('EC')).catch((error: unknown) => error);
      if (interrupted !== undefined) await expect.poll(() => card.signatures).toBe(signatures + 1);
      await service.kill();
      if (interrupted !== undefined) expect(await interrupted).toMatchObject(TRANSIENT);
      await expect(sign(host, key('EC'))).rejects.toMatchObject({ ...TRANSIENT, waitReason: 'TOKEN_ABSENT' });
      delay?.(0);
      await service.restart();
      await expect.poll(() => sign(host, key('EC')), { interval: 50, timeout: 30_000 }).toBeUndefined();
    }
    expect(card.triesLeft).toBe(3);
    expect(host.pids).toHaveLength(1);
  });
});
