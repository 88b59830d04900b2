import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { cardWithEnteredPin } from './entered-card.suite.ts';

const PIN = '86420975';
const COUNT = 40;
type Label = 'once' | 'each-time';

let dir: string;
let token: SoftHsmToken;
let module: MisbehavingModule;
let host: RunningTokenHost;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'counted-prompts-'));
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
});

const thumbprintOf = (label: Label): string =>
  createHash('sha256')
    .update(token.certificates.get(label) ?? new Uint8Array())
    .digest('hex')
    .toUpperCase();

function sign(keyId: string): Promise<Uint8Array> {
  const dataToBeSigned = randomBytes(20);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return host.directory.sign({ providerId: 'card', keyId, algorithm, dataToBeSigned, digest });
}

/** Signs forty documents for a person who enters the PIN whenever it is asked for; what was said before each prompt. */
async function signForty(label: Label): Promise<(boolean | null)[]> {
  const thumbprint = thumbprintOf(label);
  const prompts: (boolean | null)[] = [];
  for (let signed = 0; signed < COUNT;) {
    const problem = await sign(thumbprint).then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) {
      signed += 1;
      continue;
    }
    expect(problem).toMatchObject({ area: 'pin', waitReason: 'PIN_ASKED' });
    prompts.push((await host.directory.pinFacts('card', thumbprint)).isPerDocument);
    expect(await host.directory.enterPin('card', { pin: Buffer.from(PIN), thumbprint, isConfirmed: false })).toBeNull();
  }
  return prompts;
}

const logins = (...names: string[]): Promise<number[]> => Promise.all(names.map((name) => module.callCount(name)));

it('asks once for forty documents, and promises nothing before the token has shown its key', async () => {
  expect(await signForty('once')).toEqual([null]);
  expect(await logins('C_Login', 'C_Login context', 'C_Login NULL')).toEqual([1, 0, 0]);
  expect(await host.directory.pinFacts('card', thumbprintOf('once'))).toMatchObject({ isPerDocument: false });
});

it('asks forty times for a key that wants it, and says so once the token has shown the key', async () => {
  expect(await signForty('each-time')).toEqual([null, ...Array.from({ length: COUNT - 1 }, () => true)]);
  // Each PIN is tried by a login of its own before it counts: through that of the last one a wrong PIN would pass, too.
  expect(await logins('C_Login', 'C_Login context', 'C_Login NULL')).toEqual([COUNT, COUNT, 0]);
  const rules = [thumbprintOf('each-time'), thumbprintOf('once'), null].map(async (thumbprint) => {
    return (await host.directory.pinFacts('card', thumbprint)).isPerDocument;
  });
  expect(await Promise.all(rules), 'keys of one card that differ').toEqual([true, false, null]);
});

it.each([
  ['CKR_USER_NOT_LOGGED_IN', 0x101],
  ['CKR_FUNCTION_NOT_SUPPORTED', 0x54],
  ['CKR_BUFFER_TOO_SMALL', 0x150],
])('asks for the PIN of a card that answers %s before a login', async (_name, code) => {
  await module.misbehave(`hidden-attributes ${code}`);
  expect(await signForty('once')).toEqual([null]);
});

it('leaves all forty to the keys of the reader', async () => {
  await module.misbehave('pad 0');
  expect(await signForty('once')).toEqual([]);
  expect(await logins('C_Login', 'C_Login context', 'C_Login NULL')).toEqual([0, 0, 1]);
  expect(await host.directory.pinFacts('card', null)).toMatchObject({ isOnReader: true });
});
