import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { cardWithEnteredPin } from './entered-card.suite.ts';

const SPY_MODULE = ['/usr/lib/x86_64-linux-gnu/pkcs11/pkcs11-spy.so', '/usr/lib/pkcs11/pkcs11-spy.so'].find(existsSync);
const RIGHT_PIN = '86420975';
const WRONG_PIN = '13579086';
const ASKED = { area: 'pin', waitReason: 'PIN_ASKED' };

let dir: string;
let token: SoftHsmToken;
let host: RunningTokenHost;
let run = 0;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'entered-pin-'));
  token = await makeSoftHsmToken({
    ...{ dir: join(dir, 'hsm'), label: 'station', pin: RIGHT_PIN },
    keys: [
      { type: 'P-256', id: '01', label: 'signer' },
      { type: 'P-256', id: '02', label: 'always', alwaysAuthenticate: true },
    ],
  });
});

afterAll(() => {
  rmSync(dir, { recursive: true, force: true });
});

/** OpenSC's spy stands between station and SoftHSM and writes down each call; each test has a guard of its own. */
beforeEach(() => {
  if (SPY_MODULE === undefined) throw new Error('pkcs11-spy.so is missing (Debian package opensc-pkcs11)');
  run += 1;
  host = startTokenHost({
    entries: [cardWithEnteredPin(SPY_MODULE)],
    pinGuardDirectory: join(dir, `guard-${String(run)}`),
    // A PIN that lies about is none that a person has entered.
    environment: { ...token.environment, SERVICE_SECRET_SIGNING_SMARTCARD_PIN: RIGHT_PIN },
    debugVariables: { PKCS11SPY: token.modulePath, PKCS11SPY_OUTPUT: spyLog() },
  });
});

afterEach(async () => {
  await host.stop();
  await token.login();
});

const spyLog = (): string => join(dir, `spy-${String(run)}.log`);
const calls = (name: string): number =>
  existsSync(spyLog()) ? readFileSync(spyLog(), 'utf8').split(`: ${name}\n`).length - 1 : 0;

function thumbprintOf(label: string): string {
  const certificate = token.certificates.get(label) ?? new Uint8Array();
  return createHash('sha256').update(certificate).digest('hex').toUpperCase();
}

function sign(label = 'signer'): Promise<Uint8Array> {
  const dataToBeSigned = randomBytes(20);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return host.directory.sign({ providerId: 'card', keyId: thumbprintOf(label), algorithm, dataToBeSigned, digest });
}

function enter(pin: string, { label = 'signer', isConfirmed = false } = {}) {
  const entry = { pin: Buffer.from(pin), thumbprint: thumbprintOf(label), isConfirmed };
  return host.directory.enterPin('card', entry);
}

describe('a PIN that a person enters', () => {
  it('is waited for without a login, signs, and is gone with the login when it is forgotten', async () => {
    await expect(sign()).rejects.toMatchObject(ASKED);
    expect(await host.directory.listProviders()).toMatchObject([{ status: 'Healthy' }]);
    expect(calls('C_Login')).toBe(0);

    expect(await enter(RIGHT_PIN)).toBeNull();
    for (let n = 0; n < 3; n += 1) expect(await sign()).toHaveLength(64);
    expect(calls('C_Login')).toBe(1);
    expect(await host.directory.pinFacts('card', null)).toMatchObject({ tokenLabel: 'station', isHeld: true });

    await host.directory.forgetPin('card');
    expect(await host.directory.pinFacts('card', null)).toMatchObject({ isHeld: false });
    await expect(sign()).rejects.toMatchObject(ASKED);
    expect([calls('C_Login'), calls('C_Logout')]).toEqual([1, 1]);
  });

  it('that is wrong is tried once, kept nowhere, and not tried a second time', async () => {
    expect(await enter(WRONG_PIN)).toMatchObject({ area: 'pin', waitReason: null });
    await expect(sign()).rejects.toMatchObject(ASKED);
    expect(await enter(WRONG_PIN)).toMatchObject({ area: 'pin', waitReason: 'PIN_REFUSED' });
    expect(calls('C_Login')).toBe(1);
    expect(await enter(RIGHT_PIN, { isConfirmed: true })).toBeNull();
    expect(await sign()).toHaveLength(64);
  });

  it('that is wrong opens nothing while a login of the right one is open', async () => {
    expect(await enter(RIGHT_PIN)).toBeNull();
    expect(await enter(WRONG_PIN)).toMatchObject({ area: 'pin', waitReason: null });
    await expect(sign()).rejects.toMatchObject(ASKED);
  });

  it('needs a word of the person once wrong ones were entered', async () => {
    await enter(WRONG_PIN);
    expect(await host.directory.pinFacts('card', null)).toMatchObject({ tries: 'low', isHeld: false });
    expect(await enter(RIGHT_PIN)).toMatchObject({ waitReason: 'PIN_TRIES_LOW' });
    expect(calls('C_Login')).toBe(1);
    expect(await enter(WRONG_PIN, { isConfirmed: true })).toMatchObject({ waitReason: 'PIN_REFUSED' });
    expect(calls('C_Login')).toBe(1);
    expect(await enter(RIGHT_PIN, { isConfirmed: true })).toBeNull();
    expect(await sign()).toHaveLength(64);
  });

  it('is asked for anew for each signature of a key that wants it so', async () => {
    expect(await enter(RIGHT_PIN, { label: 'always' })).toBeNull();
    expect(await sign('always')).toHaveLength(64);
    await expect(sign('always')).rejects.toMatchObject(ASKED);
    expect(await enter(RIGHT_PIN, { label: 'always' })).toBeNull();
    expect(await sign('always')).toHaveLength(64);
  });

  it('goes to no card but the one with the wanted certificate', async () => {
    const entry = { pin: Buffer.from(RIGHT_PIN), thumbprint: 'A'.repeat(64), isConfirmed: false };
    expect(await host.directory.enterPin('card', entry)).toMatchObject({ waitReason: 'OTHER_CARD_PRESENT' });
    expect(calls('C_Login')).toBe(0);
  });

  it('dies with the process and lies in no file', async () => {
    expect(await enter(RIGHT_PIN)).toBeNull();
    host.kill();
    await expect
      .poll(() => host.directory.pinFacts('card', null).catch(() => null), { timeout: 60_000 })
      .toMatchObject({ isHeld: false });
    await expect(sign()).rejects.toMatchObject(ASKED);
    const guard = join(dir, `guard-${String(run)}`);
    for (const file of readdirSync(guard)) expect(readFileSync(join(guard, file), 'utf8')).not.toContain(RIGHT_PIN);
  });
});
