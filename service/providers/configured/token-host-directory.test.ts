import { describe, expect, it } from 'vitest';
import type { WaitReason } from '../../contract/vocabulary/failures.ts';
import { StationError } from '../../domain/station-error.ts';
import type { FoundKey, FoundKeys, ProviderEntry } from '../token-host/protocol.ts';
import type { TokenHostClient } from '../token-host/token-host-client.ts';
import type { TokenHostPlace } from './provider-places.ts';
import { createTokenHostDirectory } from './token-host-directory.ts';

const HEX = 'AB'.repeat(32);

function tokenEntry(id: string): ProviderEntry {
  return {
    ...{ type: 'Pkcs11', id, name: id, modulePath: `/${id}.so`, tokenLabel: null, slotId: null, serial: null },
    ...{ pinSecretName: null, preferFirstSlotWhenAmbiguous: false, maxConcurrentSessions: 1 },
  };
}
const pfxEntry = (id: string, isDemo: boolean): ProviderEntry => ({
  ...{ type: 'Pfx', id, name: id, path: `/${id}.p12`, passwordSecretName: null, isDemo },
});

const key = (entry: ProviderEntry, usability: FoundKey['usability'] = 'usable'): FoundKey => ({
  ...{ providerId: entry.id, providerType: entry.type, keyId: HEX, certificate: new Uint8Array(), chain: [] },
  ...{ algorithms: [], usability, reason: null },
});
const problem = (waitReason: WaitReason): NonNullable<FoundKeys['problem']> => ({
  ...{ code: 'SIGNING_OPERATION_FAILED', message: waitReason, sentence: null, kind: 'permanent' },
  ...{ area: 'pin', waitReason },
});

/** A token-host that answers `findKeys` as told and counts how often it is asked. */
class Host implements TokenHostPlace {
  readonly entries: readonly ProviderEntry[];
  asked = 0;
  answer: () => Promise<FoundKeys>;

  constructor(entry: ProviderEntry, answer: (entry: ProviderEntry) => Promise<FoundKeys>) {
    this.entries = [entry];
    this.answer = () => answer(entry);
  }

  client(): TokenHostClient {
    return {
      providerHealth: () => Promise.resolve({ status: 'Healthy', detail: null }),
      listCertificates: () => Promise.resolve([]),
      pinFacts: () => Promise.reject(new Error('not asked for')),
      enterPin: () => Promise.reject(new Error('not asked for')),
      forgetPin: () => Promise.resolve(),
      giveWay: () => Promise.resolve(false),
      findKeys: () => {
        this.asked++;
        return this.answer();
      },
      sign: () => Promise.reject(new Error('not asked for')),
    };
  }
}
const shows = (entry: ProviderEntry): Promise<FoundKeys> => Promise.resolve({ keys: [key(entry)], problem: null });
const showsNone = (): Promise<FoundKeys> => Promise.resolve({ keys: [], problem: null });
const hangs = (): Promise<FoundKeys> => new Promise(() => undefined);
const locked =
  (waitReason: WaitReason) =>
  (entry: ProviderEntry): Promise<FoundKeys> =>
    Promise.resolve({ keys: [key(entry, 'locked')], problem: problem(waitReason) });

const directoryOf = (...hosts: Host[]) =>
  createTokenHostDirectory({ hosts, now: () => new Date(0), patienceMilliseconds: 20 });
const byThumbprint = { tenantId: 'default', providerType: 'Pkcs11', certificateThumbprint: HEX } as const;

describe('a certificate that is named', () => {
  it('is looked for once everywhere, then only at the provider that showed it', async () => {
    const [first, second] = [new Host(tokenEntry('one'), showsNone), new Host(tokenEntry('two'), shows)];
    const directory = directoryOf(first, second);
    for (let round = 0; round < 3; round++) {
      expect((await directory.selectKey(byThumbprint)).providerId).toBe('two');
    }
    expect([first.asked, second.asked]).toEqual([1, 3]);
    expect(['one', 'two'].map((id) => directory.hasShown(id, HEX))).toEqual([false, true]);
  });

  it('is not waited for at a provider that hangs, neither the first time nor later', async () => {
    const stuck = new Host(tokenEntry('stuck'), hangs);
    const directory = directoryOf(stuck, new Host(tokenEntry('two'), shows));
    for (let round = 0; round < 3; round++) await directory.selectKey(byThumbprint);
    expect(stuck.asked).toBe(1);
  });

  it('is found again where its token was moved to, past a provider that hangs', async () => {
    const [first, second] = [new Host(tokenEntry('one'), shows), new Host(tokenEntry('two'), showsNone)];
    const directory = directoryOf(first, second, new Host(tokenEntry('stuck'), hangs));
    await directory.selectKey(byThumbprint);
    first.answer = showsNone;
    second.answer = () => shows(tokenEntry('two'));
    expect((await directory.selectKey(byThumbprint)).providerId).toBe('two');
    first.answer = () => Promise.reject(new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'out'));
    second.answer = first.answer;
    await expect(directory.selectKey(byThumbprint)).rejects.toMatchObject({ message: 'out' });
  });

  it('is taken from the provider that can sign, where another shows it and cannot', async () => {
    const first = new Host(tokenEntry('one'), locked('PIN_REFUSED'));
    const directory = directoryOf(first, new Host(tokenEntry('two'), shows));
    expect((await directory.selectKey(byThumbprint)).providerId).toBe('two');
  });

  it.each(['PIN_MISSING', 'PIN_REFUSED', 'PIN_LOCKED', 'PIN_OF_OTHER_PROVIDER'] as const)(
    'is never called missing when it waits for its PIN (%s), whatever other providers say',
    async (waitReason) => {
      const absent = (): Promise<never> =>
        Promise.reject(new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'out', { waitReason: 'TOKEN_ABSENT' }));
      const hosts = [new Host(tokenEntry('a'), absent), new Host(tokenEntry('b'), locked(waitReason))];
      await expect(directoryOf(...hosts).selectKey(byThumbprint)).rejects.toMatchObject({ area: 'pin', waitReason });
      hosts.push(new Host(tokenEntry('c'), showsNone));
      await expect(directoryOf(...hosts).selectKey(byThumbprint)).rejects.toMatchObject({ area: 'pin', waitReason });
    },
  );
});

describe('a provider of some tenants', () => {
  const entry = { ...tokenEntry('theirs'), tenants: ['acme', 'beta'] };

  it('is asked for them alone', async () => {
    const host = new Host(entry, shows);
    const directory = directoryOf(host);
    for (const certificateThumbprint of [HEX, null]) {
      const selection = { providerType: 'Pkcs11', certificateThumbprint } as const;
      const foreign = directory.selectKey({ ...selection, tenantId: 'default' });
      await expect(foreign).rejects.toMatchObject({ code: 'SIGNING_PROVIDER_UNSUPPORTED' });
      expect(host.asked).toBe(0);
      expect((await directory.selectKey({ ...selection, tenantId: 'beta' })).providerId).toBe('theirs');
      host.asked = 0;
    }
  });

  it('leaves the choice to one certificate per tenant', async () => {
    const directory = directoryOf(
      new Host(entry, shows),
      new Host({ ...tokenEntry('other'), tenants: ['gamma'] }, shows),
    );
    const chosen = await directory.selectKey({
      tenantId: 'gamma',
      providerType: 'Pkcs11',
      certificateThumbprint: null,
    });
    expect(chosen.providerId).toBe('other');
  });

  it('is told apart from those of all tenants and from those that are not there', () => {
    const directory = directoryOf(new Host(entry, shows), new Host(tokenEntry('shared'), shows));
    const served = (tenant: string | null) => ['theirs', 'shared', 'none'].map((id) => directory.serves(id, tenant));
    expect(served('acme')).toEqual([true, true, false]);
    expect(served('default')).toEqual([false, true, false]);
    expect(served(null)).toEqual([false, true, false]);
  });
});

describe('the demo identity', () => {
  const any = { tenantId: 'default', providerType: 'Pfx', certificateThumbprint: null } as const;
  const demo = (): Host => new Host(pfxEntry('demo', true), shows);

  it('signs as long as nothing else of its type is configured', async () => {
    const token = new Host(tokenEntry('token'), shows);
    expect((await directoryOf(demo(), token).selectKey(any)).providerId).toBe('demo');
  });

  it('is no choice beside another PFX file', async () => {
    const own = new Host(pfxEntry('own', false), shows);
    expect((await directoryOf(demo(), own).selectKey(any)).providerId).toBe('own');
  });

  it('never signs for a provider that could not be read, nor for one without a key', async () => {
    const unreadable = (): Promise<never> => Promise.reject(new StationError('SIGNING_OPERATION_FAILED', 'no file'));
    const broken = directoryOf(demo(), new Host(pfxEntry('own', false), unreadable));
    await expect(broken.selectKey(any)).rejects.toMatchObject({ message: 'no file' });
    const empty = directoryOf(demo(), new Host(pfxEntry('own', false), showsNone));
    await expect(empty.selectKey(any)).rejects.toMatchObject({ code: 'SIGNING_CERTIFICATE_NOT_FOUND' });
  });

  it('still signs when its own certificate is named', async () => {
    const own = new Host(pfxEntry('own', false), showsNone);
    const named = { tenantId: 'default', providerType: 'Pfx', certificateThumbprint: HEX } as const;
    expect((await directoryOf(demo(), own).selectKey(named)).providerId).toBe('demo');
  });
});

describe('a provider whose certificates nobody knows yet', () => {
  const card = tokenEntry('card');
  const place = (more: Partial<TokenHostPlace>): TokenHostPlace => ({
    ...{ entries: [card], client: () => undefined },
    ...more,
  });
  const isUnsure = (...hosts: TokenHostPlace[]): boolean =>
    createTokenHostDirectory({ hosts, now: () => new Date() }).isUnsure('Pkcs11', 'acme', null);

  it('is one whose process is being started', () => {
    expect(isUnsure(place({}))).toBe(true);
    expect(isUnsure(place({ absence: () => 'No module was found.' }))).toBe(false);
    expect(isUnsure(new Host(card, showsNone))).toBe(false);
    expect(isUnsure(place({ entries: [pfxEntry('files', false)] }))).toBe(false);
    expect(isUnsure(place({ entries: [{ ...card, tenants: ['globex'] }] }))).toBe(false);
  });
});
