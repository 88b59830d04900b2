import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { cardWithEnteredPin } from './entered-card.suite.ts';

const PIN = '86420975';

let dir: string;
let token: SoftHsmToken;
let module: MisbehavingModule;
let host: RunningTokenHost;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'entered-pin-removal-'));
  const keys = [{ type: 'P-256', id: '01', label: 'signer' }] as const;
  token = await makeSoftHsmToken({ dir: join(dir, 'hsm'), label: 'station', pin: PIN, keys });
  module = await buildMisbehavingModule(join(dir, 'module'), token.modulePath);
  host = startTokenHost({
    entries: [cardWithEnteredPin(module.modulePath)],
    pinGuardDirectory: join(dir, 'guard'),
    environment: token.environment,
  });
});

afterAll(async () => {
  await host.stop();
  await module.remove();
  await token.remove();
  rmSync(dir, { recursive: true, force: true });
});

const thumbprint = (): string =>
  createHash('sha256')
    .update(token.certificates.get('signer') ?? new Uint8Array())
    .digest('hex')
    .toUpperCase();

function sign(): Promise<Uint8Array> {
  const dataToBeSigned = randomBytes(20);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return host.directory.sign({ providerId: 'card', keyId: thumbprint(), algorithm, dataToBeSigned, digest });
}

it('forgets the PIN that a person entered when the card is taken out: whoever puts it in again is asked', async () => {
  const entry = { pin: Buffer.from(PIN), thumbprint: thumbprint(), isConfirmed: false };
  expect(await host.directory.enterPin('card', entry)).toBeNull();
  expect(await sign()).toHaveLength(64);
  const changes = (): number => host.events.filter((event) => event === 'tokens-changed').length;
  for (const how of ['removed', 'none'] as const) {
    const before = changes();
    await module.misbehave(how);
    await expect.poll(changes).toBeGreaterThan(before);
  }
  expect(await host.directory.pinFacts('card', null)).toMatchObject({ isHeld: false });
  await expect(sign()).rejects.toMatchObject({ area: 'pin', waitReason: 'PIN_ASKED' });
  expect(await module.callCount('C_Login')).toBe(1);
});
