import { describe, expect, it } from 'vitest';
import type { CertificateDescriptor } from '../../contract/http/providers.ts';
import { StationError } from '../../domain/station-error.ts';
import type { SignOperation } from '../providers.ts';
import type { FoundKey, TokenEntry } from '../token-host/protocol.ts';
import type { TokenHostClient } from '../token-host/token-host-client.ts';
import { ProviderPlaces, type TokenHostPlace } from './provider-places.ts';

const ENTRY: TokenEntry = {
  ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath: '/x.so', tokenLabel: null, slotId: null },
  ...{ serial: null, pinSecretName: null, preferFirstSlotWhenAmbiguous: false },
};
const gone = new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'No token is inserted.', { kind: 'transient' });
const wrongPin = new StationError('SIGNING_OPERATION_FAILED', 'The PIN is wrong.', { kind: 'permanent' });
const OPERATION: SignOperation = {
  ...{ providerId: 'card', keyId: 'K', algorithm: { scheme: 'ECDSA', hash: 'SHA-256' } },
  ...{ dataToBeSigned: new Uint8Array(1), digest: new Uint8Array(32) },
};

const key = (keyId: string, usability: FoundKey['usability'] = 'usable'): FoundKey => ({
  ...{ providerId: 'card', providerType: 'SmartCard', keyId, certificate: new Uint8Array(), chain: [], algorithms: [] },
  ...{ usability, reason: null },
});
const certificate = (sha256Thumbprint: string, canSign: boolean): CertificateDescriptor =>
  ({ sha256Thumbprint, canSign }) as CertificateDescriptor;

/** A token-host that answers what it is given; errors are thrown. */
function place(answers: {
  readonly keys?: FoundKey[] | StationError;
  readonly certificates?: CertificateDescriptor[] | StationError;
  readonly signature?: number | StationError;
  readonly onCall?: () => Promise<void>;
}): TokenHostPlace {
  const answer = async <Value>(value: Value | StationError): Promise<Value> => {
    await answers.onCall?.();
    if (value instanceof StationError) throw value;
    return value;
  };
  const client: TokenHostClient = {
    providerHealth: () => answer({ status: 'Healthy' as const, detail: null }),
    listCertificates: () => answer(answers.certificates ?? []),
    pinFacts: () => Promise.reject(new Error('not asked for')),
    enterPin: () => Promise.reject(new Error('not asked for')),
    forgetPin: () => Promise.resolve(),
    giveWay: () => Promise.resolve(false),
    findKeys: async () => ({ keys: await answer(answers.keys ?? []), problem: null }),
    sign: () =>
      answer(answers.signature instanceof StationError ? answers.signature : Uint8Array.of(answers.signature ?? 0)),
  };
  return { entries: [ENTRY], client: () => client };
}
const places = (...list: TokenHostPlace[]): ProviderPlaces => new ProviderPlaces(ENTRY, () => list);

const listed = (provider: ProviderPlaces) => provider.listCertificates((all) => all);

describe('a provider whose process is restarted', () => {
  const restarting = new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'It restarts.', {
    waitReason: 'PROVIDER_RESTARTING',
  });
  const usable = certificate('A', true);

  it('shows what it showed before, as what waits for the process, whether that ends before or while it is asked', async () => {
    let client = place({ certificates: [usable, certificate('B', false)] }).client();
    const provider = places({ entries: [ENTRY], client: () => client });
    expect(await listed(provider)).toEqual([usable, certificate('B', false)]);
    for (const next of [undefined, place({ certificates: restarting }).client()]) {
      client = next;
      expect(await listed(provider)).toEqual([
        expect.objectContaining({ sha256Thumbprint: 'A', canSign: false, waitReason: 'PROVIDER_RESTARTING' }),
        certificate('B', false),
      ]);
    }
    client = place({ certificates: [] }).client();
    expect(await listed(provider)).toEqual([]);
    expect(provider.isUnsure).toBe(false);
  });

  it('says that it lacks something where the process ended before it was listed for the first time', async () => {
    let client = place({ certificates: restarting }).client();
    const provider = places({ entries: [ENTRY], client: () => client });
    expect(provider.isUnsure).toBe(false);
    expect(await listed(provider)).toEqual([]);
    client = place({ certificates: [usable] }).client();
    // The list that was made without it may still be in use.
    expect(provider.isUnsure).toBe(true);
    expect(await listed(provider)).toEqual([usable]);
    expect(provider.isUnsure).toBe(false);
  });

  it('shows what it showed before while it is silent, and says where it never showed anything', async () => {
    let client = place({ certificates: [usable] }).client();
    const provider = places({ entries: [ENTRY], client: () => client });
    const silent = place({ onCall: () => new Promise(() => undefined) });
    expect(await listed(provider)).toEqual([usable]);
    client = silent.client();
    const soon = (): Promise<never> => Promise.reject(new Error('It takes too long.'));
    expect(await provider.listCertificates(soon)).toEqual([
      expect.objectContaining({ sha256Thumbprint: 'A', canSign: false, waitReason: 'PROVIDER_UNAVAILABLE' }),
    ]);
    expect(provider.isUnsure).toBe(false);
    const unheard = places(silent, place({ certificates: [certificate('B', true)] }));
    expect(await unheard.listCertificates(soon)).toEqual([]);
    expect(unheard.isUnsure).toBe(true);
  });

  it('shows nothing any more where no process is to come, or the token is gone', async () => {
    let client = place({ certificates: [usable] }).client();
    const without: TokenHostPlace = { entries: [ENTRY], client: () => client, absence: () => 'No module.' };
    const provider = places(without);
    expect(await listed(provider)).toEqual([usable]);
    client = undefined;
    expect(await listed(provider)).toEqual([]);
    client = place({ certificates: gone }).client();
    expect(await listed(provider)).toEqual([]);
  });
});

describe('a provider that several modules serve', () => {
  it('lists each certificate once, as the module shows it that can sign with it', async () => {
    const first = place({ certificates: [certificate('A', false), certificate('B', true)] });
    const second = place({ certificates: [certificate('A', true), certificate('B', false)] });
    expect(await listed(places(first, second))).toEqual([certificate('A', true), certificate('B', true)]);
  });

  it('finds a key once, and does not mind a module without a token', async () => {
    const both = places(place({ keys: gone }), place({ keys: [key('K')] }), place({ keys: [key('K')] }));
    expect(await both.findKeys(null)).toEqual({ keys: [key('K')], error: null });
    const usableLater = places(place({ keys: [key('K', 'unusable')] }), place({ keys: [key('K')] }));
    expect(await usableLater.findKeys('K')).toEqual({ keys: [key('K')], error: null });
  });

  it('tells the error that waiting does not cure, when no module has a key', async () => {
    expect(await places(place({ keys: gone }), place({ keys: wrongPin })).findKeys(null)).toEqual({
      keys: [],
      error: wrongPin,
    });
    expect(await places(place({ keys: gone }), place({ keys: gone })).findKeys(null)).toEqual({
      keys: [],
      error: gone,
    });
    expect(await places(place({}), place({})).findKeys(null)).toEqual({ keys: [], error: null });
  });

  it('signs where the key was found, then where the token has gone; a refusal is not carried on', async () => {
    const first = place({ keys: gone, signature: 1 });
    const second = place({ keys: [key('K')], signature: 2 });
    const both = places(first, second);
    await both.findKeys('K');
    expect(await both.sign(OPERATION)).toEqual(Uint8Array.of(2));
    expect(await places(place({ signature: gone }), second).sign(OPERATION)).toEqual(Uint8Array.of(2));
    await expect(places(place({ signature: wrongPin }), second).sign(OPERATION)).rejects.toBe(wrongPin);
    await expect(places(place({ signature: gone }), place({ signature: gone })).sign(OPERATION)).rejects.toBe(gone);
  });

  it('asks one module at a time, whoever asks, so that no PIN is tried twice', async () => {
    let active = 0;
    let most = 0;
    const onCall = async (): Promise<void> => {
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setTimeout(resolve, 2));
      active -= 1;
    };
    const [one, two] = [place({ keys: [key('K')], onCall }), place({ keys: [key('K')], onCall })];
    const both = places(one, two);
    await Promise.all([both.findKeys(null), both.sign(OPERATION), listed(both), both.findKeys('K')]);
    expect(most).toBe(1);
    const single = places(one);
    await Promise.all([single.sign(OPERATION), single.sign(OPERATION)]);
    expect(most).toBe(2);
  });

  it('does not wait for a module that is stuck when another one works', async () => {
    const stuck = place({ onCall: () => new Promise(() => undefined) });
    const ask = (client: TokenHostClient) => client.providerHealth('card');
    expect(await places(stuck, place({})).health(ask)).toEqual({ status: 'Healthy', detail: null });
  });

  it('is as well as the best of them, and says why none is there', async () => {
    const absent: TokenHostPlace = { entries: [ENTRY], client: () => undefined, absence: () => 'No module.' };
    const ask = (client: TokenHostClient) => client.providerHealth('card');
    expect(await places(absent, place({})).health(ask)).toEqual({ status: 'Healthy', detail: null });
    expect(await places(absent).health(ask)).toEqual({ status: 'Unavailable', detail: 'No module.' });
    expect(await places(absent).findKeys(null)).toMatchObject({ error: { message: 'No module.' } });
  });
});
