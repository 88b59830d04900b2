import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { cardWithEnteredPin } from './entered-card.suite.ts';

const [PIN, WRONG_PIN] = ['86420975', '13579086'] as const;
const ASKED = { area: 'pin', waitReason: 'PIN_ASKED' };
type Label = 'once' | 'each-time';

let dir: string;
let token: SoftHsmToken;
let module: MisbehavingModule;
let host: RunningTokenHost;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'forgotten-login-'));
  const keys = [
    { type: 'P-256', id: '01', label: 'once' },
    { type: 'P-256', id: '02', label: 'each-time', alwaysAuthenticate: true },
  ] as const;
  token = await makeSoftHsmToken({ dir: join(dir, 'hsm'), label: 'station', pin: PIN, keys });
});

afterAll(async () => {
  await token.remove();
  rmSync(dir, { recursive: true, force: true });
});

beforeEach(async () => {
  module = await buildMisbehavingModule(join(dir, 'module'), token.modulePath, PIN);
  host = startTokenHost({
    entries: [cardWithEnteredPin(module.modulePath)],
    pinGuardDirectory: join(dir, 'guard'),
    environment: token.environment,
  });
});

afterEach(async () => {
  await host.stop();
  await module.remove();
  rmSync(join(dir, 'guard'), { recursive: true, force: true });
  await token.login();
});

const thumbprintOf = (label: Label): string =>
  createHash('sha256')
    .update(token.certificates.get(label) ?? new Uint8Array())
    .digest('hex')
    .toUpperCase();

function sign(label: Label): Promise<Uint8Array> {
  const dataToBeSigned = randomBytes(20);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return host.directory.sign({ providerId: 'card', keyId: thumbprintOf(label), algorithm, dataToBeSigned, digest });
}

const enter = (pin: string, label: Label) =>
  host.directory.enterPin('card', { pin: Buffer.from(pin), thumbprint: thumbprintOf(label), isConfirmed: false });

const calls = (name: string): Promise<number> => module.callCount(name);

describe('a login that is to be forgotten', () => {
  it('ends though it was made at the keys of the reader, and no PIN is kept', async () => {
    await module.misbehave('pad 0');
    await sign('once');
    await host.directory.forgetPin('card');
    await expect.poll(() => calls('C_Logout')).toBe(1);
    await sign('once');
    expect(await calls('C_Login NULL')).toBe(2);
  });

  it('ends when the PIN that is being typed has been typed: nobody is asked a second time, and the process answers meanwhile', async () => {
    await module.misbehave('pad 2500');
    const outcomes = Promise.allSettled(Array.from({ length: 5 }, () => sign('once')));
    await expect.poll(() => calls('C_Login NULL')).toBe(1);
    await host.directory.forgetPin('card');
    expect(await host.directory.providerHealth('card')).toMatchObject({ detail: 'The reader waits for a PIN.' });
    expect(await calls('C_Logout')).toBe(0);
    for (const outcome of await outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(ASKED);
      else expect(outcome.value).toHaveLength(64);
    }
    await expect.poll(() => calls('C_Logout')).toBe(1);
    expect(await calls('C_Login NULL')).toBe(1);
    expect(host.events).not.toContain('unresponsive');
  });

  it('ends a signature that waits for the reader no other way than by what was typed', async () => {
    await module.misbehave('pad 1500');
    const outcomes = Promise.allSettled(Array.from({ length: 4 }, () => sign('each-time')));
    await expect.poll(() => calls('C_Login NULL context')).toBe(1);
    await host.directory.forgetPin('card');
    const settled = await outcomes;
    // The one whose PIN was being typed is signed; no reader asks for the others, which nobody stands for any more.
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of settled) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(ASKED);
    await expect.poll(() => calls('C_Logout')).toBe(1);
    expect(await calls('C_Login NULL context')).toBe(1);
  });

  it('ends though its PIN was used up by a key that wants it for each signature', async () => {
    expect(await enter(PIN, 'each-time')).toBeNull();
    await sign('each-time');
    expect(await host.directory.pinFacts('card', null)).toMatchObject({ isHeld: false });
    await host.directory.forgetPin('card');
    await expect.poll(() => calls('C_Logout')).toBe(1);
  });

  it('is not forgotten for what is under way when a PIN is entered for the next', async () => {
    expect(await enter(PIN, 'once')).toBeNull();
    await module.misbehave('slow-card 700');
    const signing = [sign('once'), sign('once')];
    await expect.poll(() => calls('C_Sign')).toBe(1);
    expect(await enter(PIN, 'once')).toBeNull();
    for (const value of await Promise.all(signing)) expect(value).toHaveLength(64);
    expect(await calls('C_Login')).toBe(2);
  });

  it('lets no wrong PIN pass for the next signature of such a key', async () => {
    expect(await enter(PIN, 'each-time')).toBeNull();
    await sign('each-time');
    expect(await enter(WRONG_PIN, 'each-time')).toMatchObject({ area: 'pin' });
    await expect(sign('each-time')).rejects.toMatchObject(ASKED);
    expect(await calls('C_Login context')).toBe(1);
  });
});
