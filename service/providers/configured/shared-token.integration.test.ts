import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMisbehavingModule, type MisbehavingModule } from '../../../e2e/actors/tokens/misbehaving-module.ts';
import { startTokenHost, type RunningTokenHost } from '../../../e2e/actors/tokens/running-token-host.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import type { ProviderEntry } from '../token-host/protocol.ts';
import { openTryPermits } from '../token-host/try-permits.ts';

const [RIGHT_PIN, WRONG_PIN] = ['86420975', '13579086'];
const KEYS = [{ type: 'P-256', id: '01', label: 'signer' }] as const;

let dir: string;
let token: SoftHsmToken;
let colleagues: SoftHsmToken;
let modules: MisbehavingModule[];
const hosts: RunningTokenHost[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'shared-token-'));
  token = await makeSoftHsmToken({ dir: join(dir, 'own'), label: 'Card', pin: RIGHT_PIN, keys: KEYS });
  colleagues = await makeSoftHsmToken({ dir: join(dir, 'other'), label: 'Card', pin: '55555555', keys: KEYS });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

beforeEach(async () => {
  modules = await Promise.all(
    ['a', 'b'].map((name) => buildMisbehavingModule(join(dir, `module-${name}`), token.modulePath)),
  );
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
  await token.login();
  await colleagues.login();
  rmSync(join(dir, 'guard'), { recursive: true, force: true });
});

function provider(id: string, fields: Partial<Extract<ProviderEntry, { type: 'Hsm' }>> = {}): ProviderEntry {
  return {
    ...{ type: 'Hsm', id, name: id, modulePath: modules[0]?.modulePath ?? '', tokenLabel: 'Card', slotId: null },
    ...{ serial: null, pinSecretName: id, preferFirstSlotWhenAmbiguous: false, maxConcurrentSessions: 2 },
    ...fields,
  };
}

function start(
  entries: readonly ProviderEntry[],
  pins: Readonly<Record<string, string>>,
  inserted: SoftHsmToken = token,
): RunningTokenHost {
  const secrets = Object.fromEntries(
    Object.entries(pins).map(([name, pin]) => [`SERVICE_SECRET_${name.toUpperCase()}`, pin]),
  );
  const host = startTokenHost({
    entries,
    pinGuardDirectory: join(dir, 'guard'),
    environment: { ...inserted.environment, ...secrets },
  });
  hosts.push(host);
  return host;
}

function thumbprintOf(which: SoftHsmToken): string {
  return createHash('sha256')
    .update(which.certificates.get('signer') ?? new Uint8Array())
    .digest('hex')
    .toUpperCase();
}

function sign(host: RunningTokenHost, providerId: string, which = token): Promise<Uint8Array> {
  const dataToBeSigned = randomBytes(20);
  const digest = createHash('sha256').update(dataToBeSigned).digest();
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  return host.directory.sign({ providerId, keyId: thumbprintOf(which), algorithm, dataToBeSigned, digest });
}

const logins = async (): Promise<number> =>
  (await Promise.all(modules.map((module) => module.callCount('C_Login')))).reduce((sum, count) => sum + count, 0);
const waiting = (waitReason: string) => ({ area: 'pin', waitReason });

describe('two providers on one token of which one has a wrong PIN', () => {
  const entries = (): ProviderEntry[] => [provider('right'), provider('wrong')];
  const pins = { right: RIGHT_PIN, wrong: WRONG_PIN };

  it('the wrong one never signs through the login of the right one, and is not tried meanwhile', async () => {
    const host = start(entries(), pins);
    expect(await sign(host, 'right')).toHaveLength(64);
    await expect(sign(host, 'wrong')).rejects.toMatchObject(waiting('PIN_OF_OTHER_PROVIDER'));
    await host.directory.listCertificates();
    await expect(sign(host, 'wrong')).rejects.toMatchObject(waiting('PIN_OF_OTHER_PROVIDER'));
    expect(await sign(host, 'right')).toHaveLength(64);
    expect(await logins()).toBe(1);
  });

  it('the wrong one is tried once, however often the right one succeeds and the process starts', async () => {
    const first = start(entries(), pins);
    await sign(first, 'right');
    await first.stop();
    for (let round = 0; round < 4; round++) {
      const host = start(entries(), pins);
      const refused = await sign(host, 'wrong').catch((error: unknown) => error);
      expect(refused).toMatchObject(round === 0 ? { area: 'pin', waitReason: null } : waiting('PIN_REFUSED'));
      // The token says that a wrong PIN was entered; the one that it accepted before sets that right.
      expect(await sign(host, 'right')).toHaveLength(64);
      await expect(sign(host, 'wrong')).rejects.toMatchObject(waiting('PIN_REFUSED'));
      expect((await host.directory.listCertificates()).map(({ canSign, waitReason }) => [canSign, waitReason])).toEqual(
        [
          [true, null],
          [false, 'PIN_REFUSED'],
        ],
      );
      await host.stop();
    }
    expect(await logins()).toBe(1 + 4 + 1);
  });

  it('with the same PIN they share one login', async () => {
    const host = start(entries(), { right: RIGHT_PIN, wrong: RIGHT_PIN });
    await Promise.all([sign(host, 'right'), sign(host, 'wrong'), sign(host, 'right'), sign(host, 'wrong')]);
    expect(await logins()).toBe(1);
  });
});

describe('a wrong PIN that several modules and providers would give to one token', () => {
  it('reaches it once', async () => {
    const [first, second] = modules.map(({ modulePath }, index) =>
      start([provider(`one${index}`, { modulePath }), provider(`two${index}`, { modulePath })], {
        [`one${index}`]: WRONG_PIN,
        [`two${index}`]: WRONG_PIN,
      }),
    );
    if (first === undefined || second === undefined) throw new Error('There are two hosts.');
    for (const [host, id] of [
      [first, 'one0'],
      [second, 'one1'],
      [first, 'two0'],
      [second, 'two1'],
    ] as const) {
      await expect(sign(host, id)).rejects.toMatchObject({ area: 'pin' });
    }
    expect(await logins()).toBe(1);
  });
});

describe('a colleague’s card in the reader', () => {
  const card = (): ProviderEntry[] => [
    {
      ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath: modules[0]?.modulePath ?? '', tokenLabel: null },
      ...{ slotId: null, serial: null, pinSecretName: 'card', preferFirstSlotWhenAmbiguous: false },
    },
  ];
  const pins = { card: RIGHT_PIN };

  it('never gets the PIN when a certificate is wanted that it does not have, whatever the card is called', async () => {
    for (const tokenLabel of [null, 'Card']) {
      const host = start(
        card().map((entry) => ({ ...entry, tokenLabel }) as ProviderEntry),
        pins,
        colleagues,
      );
      const asked = host.directory.selectKey({
        tenantId: 'default',
        providerType: 'SmartCard',
        certificateThumbprint: thumbprintOf(token),
      });
      await expect(asked).rejects.toMatchObject({ kind: 'transient', waitReason: 'OTHER_CARD_PRESENT' });
      await expect(sign(host, 'card')).rejects.toMatchObject({ waitReason: 'OTHER_CARD_PRESENT' });
      await host.stop();
    }
    expect(await logins()).toBe(0);
  });

  it('is listed and not logged in to; once the PIN has opened its own card it opens no other by itself', async () => {
    const any = { tenantId: 'default', providerType: 'SmartCard', certificateThumbprint: null } as const;
    const own = start(card(), pins);
    expect((await own.directory.listCertificates()).map(({ canSign }) => canSign)).toEqual([true]);
    expect(await logins()).toBe(0);
    await own.directory.selectKey(any);
    expect(await logins()).toBe(1);
    await own.stop();
    const host = start(card(), pins, colleagues);
    expect(await host.directory.listCertificates()).toHaveLength(1);
    await expect(host.directory.selectKey(any)).rejects.toMatchObject({ waitReason: 'OTHER_CARD_PRESENT' });
    expect(await logins()).toBe(1);
    openTryPermits(join(dir, 'guard')).grant('card');
    await expect(host.directory.selectKey(any)).rejects.toMatchObject({ area: 'pin' });
    expect(await logins()).toBe(2);
  });
});
