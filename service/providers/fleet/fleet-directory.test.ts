import { describe, expect, it } from 'vitest';
import type { CertificateDescriptor } from '../../contract/http/providers.ts';
import type { OfferedProvider, StationOffer } from '../../contract/http/stations.ts';
import type { WaitReason } from '../../contract/vocabulary/failures.ts';
import type { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import { StationError } from '../../domain/station-error.ts';
import type { KeySelection, ProviderDirectory, SigningDevice, SigningKey } from '../providers.ts';
import { createFleetDirectory } from './fleet-directory.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const key = {} as SigningKey;

function provider(changes: Partial<OfferedProvider> = {}): OfferedProvider {
  const item = { id: 'card', type: 'SmartCard', displayName: 'Card', status: 'Healthy', detail: null } as const;
  return { ...item, isDemo: false, tenants: null, ...changes };
}

/** `digit` makes its thumbprints. */
function certificate(digit: string, changes: Partial<CertificateDescriptor> = {}): CertificateDescriptor {
  return {
    ...{ id: digit.repeat(64), thumbprint: digit.repeat(40), sha256Thumbprint: digit.repeat(64) },
    ...{ subject: 'CN=Alice', issuer: 'CN=CA', serialNumber: '01' },
    ...{ notBefore: NOW.toISOString(), notAfter: NOW.toISOString() },
    ...{ providerId: 'card', providerType: 'SmartCard', keyAlgorithm: 'RSA', keySize: 2048, keyUsage: [] },
    ...{ canSign: true, cannotSignReason: null, waitReason: null, pinPrompt: 'stored', isDemo: false },
    ...changes,
  };
}

interface Scene {
  readonly own?: StationOffer;
  /** What it shows when it is asked anew. */
  readonly fresh?: StationOffer;
  readonly others?: readonly StationOffer[];
  /** Of stations that went away a moment ago. */
  readonly away?: readonly StationOffer[];
  /** What this station's own device answers; without it, the key. */
  readonly fault?: StationError;
  /** Types of its providers whose process is being started: when that is asked the first time, and later. */
  readonly starting?: readonly ProviderType[];
  readonly startingLater?: readonly ProviderType[];
}

function bench({ own = { providers: [], certificates: [] }, others = [], fault, starting = [], ...more }: Scene) {
  const { fresh = own, startingLater = starting, away = [] } = more;
  let lookedAt = 0;
  const asked: KeySelection[] = [];
  const directory: ProviderDirectory & SigningDevice = {
    listProviders: () => Promise.resolve(own.providers),
    listCertificates: () => Promise.resolve(own.certificates),
    providerHealth: () => Promise.resolve(undefined),
    serves: (id, tenantId) =>
      own.providers.some((each) => each.id === id && (each.tenants?.includes(tenantId ?? '') ?? true)),
    onlyCertificate: () => Promise.resolve(null),
    hasShown: (id, thumbprint) => id === 'card' && thumbprint === A,
    isUnsure: (type) => (lookedAt++ === 0 ? starting : startingLater).includes(type),
    selectKey: (selection) => {
      asked.push(selection);
      return fault === undefined ? Promise.resolve(key) : Promise.reject(fault);
    },
    sign: () => Promise.resolve(new Uint8Array()),
  };
  const fleet = createFleetDirectory({
    own: directory,
    ownOffer: () => Promise.resolve(own),
    toldOffer: () => own,
    freshOffer: () => Promise.resolve(fresh),
    away: () => away.map((each) => ({ offer: each })),
    others: () =>
      others.map((offer, n) => ({ id: `s${String(n)}`, name: `desk ${String(n)}`, lastSeenAt: NOW, offer })),
  });
  const select = (thumbprint: string | null, tenantId = 'acme') =>
    fleet.selectKey({ tenantId, providerType: 'SmartCard', certificateThumbprint: thumbprint });
  return { fleet, select, asked };
}

const offer = (...certificates: CertificateDescriptor[]): StationOffer => ({ providers: [provider()], certificates });
const waits = (waitReason: WaitReason, area: 'token' | 'pin' = 'token') =>
  new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'not now', { waitReason, area });
const NOT_FOUND = new StationError('SIGNING_CERTIFICATE_NOT_FOUND', 'not here');
const A = 'A'.repeat(40);
const B = 'B'.repeat(64);

describe('the providers of all stations', () => {
  it('are listed with those of the others, told apart by their station', async () => {
    const { fleet } = bench({ own: offer(certificate('A')), others: [offer(certificate('B'))] });
    expect((await fleet.listProviders()).map(({ id, displayName }) => [id, displayName])).toEqual([
      ['card', 'Card'],
      ['card@s0', 'Card (desk 0)'],
    ]);
    expect((await fleet.listCertificates()).map(({ providerId }) => providerId)).toEqual(['card', 'card@s0']);
    expect(await fleet.providerHealth('card@s0')).toMatchObject({ status: 'Healthy', checkedAt: NOW.toISOString() });
    expect(await fleet.providerHealth('card@s1')).toBeUndefined();
  });

  it('are for the tenants that their own station says', async () => {
    const secret = { providers: [provider({ tenants: ['globex'] })], certificates: [certificate('B')] };
    const { fleet, select } = bench({ own: offer(certificate('A')), others: [secret], fault: NOT_FOUND });
    expect(fleet.serves('card@s0', 'acme')).toBe(false);
    expect(fleet.serves('card@s0', null)).toBe(false);
    expect(fleet.serves('card@s0', 'globex')).toBe(true);
    await expect(select(B)).rejects.toMatchObject({ waitReason: 'KEY_ABSENT' });
    await expect(select(B, 'globex')).rejects.toMatchObject({ waitReason: 'KEY_AT_OTHER_STATION' });
  });
});

describe('what a station showed that went away a moment ago', () => {
  it('may come back: nobody says that it is not there', async () => {
    const { fleet } = bench({ away: [offer(certificate('A'))] });
    expect(fleet.isUnsure('SmartCard', 'acme', A)).toBe(true);
    expect([fleet.hasShown('card', A), fleet.hasShown('other', A)]).toEqual([true, false]);
    expect(fleet.isUnsure('SmartCard', 'acme', null)).toBe(true);
    await expect(fleet.onlyCertificate('SmartCard', 'acme')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect([await fleet.listProviders(), await fleet.listCertificates()]).toEqual([[], []]);
  });

  it('is no other certificate, type or tenant, and does not stand for what others show', async () => {
    const { fleet } = bench({ others: [offer(certificate('B'))], away: [offer(certificate('A'))] });
    expect(fleet.isUnsure('SmartCard', 'acme', 'C'.repeat(40))).toBe(false);
    expect(fleet.isUnsure('Pfx', 'acme', A)).toBe(false);
    expect(await fleet.onlyCertificate('SmartCard', 'acme')).toBe('B'.repeat(40));
    const secret = { providers: [provider({ tenants: ['globex'] })], certificates: [certificate('A')] };
    expect(bench({ away: [secret] }).fleet.isUnsure('SmartCard', 'acme', A)).toBe(false);
  });

  it('may be behind a PIN', () => {
    expect(bench({ away: [offer()] }).fleet.isUnsure('SmartCard', 'acme', A)).toBe(true);
  });
});

describe('a key', () => {
  it('is taken here where it is, without a look at others', async () => {
    const { select } = bench({ own: offer(certificate('A')), others: [offer(certificate('A'))] });
    expect(await select(A)).toBe(key);
  });

  it('of another station is not asked for at the token here', async () => {
    const { select, asked } = bench({ own: offer(certificate('A')), others: [offer(certificate('B'))] });
    await expect(select(B)).rejects.toMatchObject({ waitReason: 'KEY_AT_OTHER_STATION' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['no provider', new StationError('SIGNING_PROVIDER_UNSUPPORTED', 'none')],
    ['another card', waits('OTHER_CARD_PRESENT')],
    ['no card', waits('TOKEN_ABSENT')],
    ['no such certificate', NOT_FOUND],
  ])('that nobody shows is waited for: here is %s', async (_name, fault) => {
    const { select } = bench({ others: [offer(certificate('B'))], fault });
    await expect(select(A)).rejects.toMatchObject({
      code: 'SIGNING_PROVIDER_UNAVAILABLE',
      waitReason: 'KEY_ABSENT',
    });
  });

  it('whose PIN is missing here waits for that, but not where another station can sign', async () => {
    const locked = certificate('A', { canSign: false, waitReason: 'PIN_MISSING' });
    const fault = waits('PIN_MISSING', 'pin');
    const alone = bench({ own: offer(locked), others: [offer(locked)], fault });
    await expect(alone.select(A)).rejects.toMatchObject({ waitReason: 'PIN_MISSING' });
    const helped = bench({ own: offer(locked), others: [offer(certificate('A'))], fault });
    await expect(helped.select(A)).rejects.toMatchObject({ waitReason: 'KEY_AT_OTHER_STATION' });
    const elsewhere = bench({ others: [offer(locked)], fault: NOT_FOUND });
    await expect(elsewhere.select(A)).rejects.toMatchObject({ waitReason: 'KEY_AT_OTHER_STATION' });
  });

  it('that its token shows after a login only waits for the PIN there, which no other station talks out of it', async () => {
    const there = bench({ own: offer(), fault: waits('PIN_ASKED', 'pin') });
    await expect(there.select(A)).rejects.toMatchObject({ waitReason: 'PIN_ASKED' });
    const elsewhere = bench({ own: offer(certificate('B')), others: [offer()], fault: waits('PIN_ASKED', 'pin') });
    await expect(elsewhere.select(A)).rejects.toMatchObject({ waitReason: 'KEY_AT_OTHER_STATION' });
    const emptyReader = { providers: [provider({ status: 'Unavailable' })], certificates: [] };
    const nowhere = bench({ own: offer(certificate('B')), others: [emptyReader], fault: waits('PIN_ASKED', 'pin') });
    await expect(nowhere.select(A)).rejects.toMatchObject({ waitReason: 'KEY_ABSENT' });
  });

  it('that can never sign fails here, and so does what has expired', async () => {
    const broken = certificate('A', { canSign: false, cannotSignReason: 'RSA-1024' });
    await expect(bench({ own: offer(broken), fault: NOT_FOUND }).select(A)).rejects.toBe(NOT_FOUND);
    const expired = new StationError('SIGNING_CERTIFICATE_EXPIRED', 'over');
    await expect(bench({ fault: expired, others: [offer()] }).select(A)).rejects.toBe(expired);
  });

  it('that nobody has named is nobody else’s by chance', async () => {
    await expect(bench({ own: offer(certificate('A')) }).select(null)).resolves.toBe(key);
    const several = bench({ own: offer(certificate('A')), others: [offer()] });
    await expect(several.select(null)).rejects.toMatchObject({ code: 'SIGNING_PROVIDER_UNSUPPORTED' });
    expect(several.asked).toEqual([]);
  });
});

describe('a request that names no certificate', () => {
  const only = (scene: Scene) => bench(scene).fleet.onlyCertificate('SmartCard', 'acme');

  it('means the one at the station that takes it', async () => {
    const others = [offer(certificate('B')), offer(certificate('C'))];
    expect(await only({ own: offer(certificate('A')), others })).toBe(A);
    const waiting = certificate('A', { canSign: false, waitReason: 'PIN_MISSING' });
    expect(await only({ own: offer(waiting), others })).toBe(A);
  });

  it('is refused where that shows none or several: another desk’s card is not meant', async () => {
    const others = [offer(certificate('B'))];
    await expect(only({ own: offer(), others })).rejects.toMatchObject({ code: 'SIGNING_PROVIDER_UNAVAILABLE' });
    const two = offer(certificate('A'), certificate('B'));
    await expect(only({ own: two })).rejects.toMatchObject({ code: 'SIGNING_PROVIDER_UNSUPPORTED' });
  });

  it('is to be sent again where the process that would show it is being started', async () => {
    const starting = ['SmartCard'] as const;
    await expect(only({ own: offer(), starting })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await only({ own: offer(certificate('A')), starting })).toBe(A);
    await expect(only({ others: [offer()], starting })).rejects.toMatchObject({ code: 'SIGNING_PROVIDER_UNAVAILABLE' });
  });

  it('is never refused by what was shown while that process was away', async () => {
    const [starting, fresh] = [['SmartCard'] as const, offer(certificate('A'))];
    expect(await only({ own: offer(), fresh })).toBe(A);
    const again = { code: 'SERVICE_UNAVAILABLE' };
    await expect(only({ own: offer(), starting, startingLater: [] })).rejects.toMatchObject(again);
    await expect(only({ own: offer(), starting: [], startingLater: starting })).rejects.toMatchObject(again);
  });

  it('means the only one of all where the station that takes it has no such provider', async () => {
    expect(await only({ others: [offer(certificate('A')), offer(certificate('A')), offer()] })).toBe(A);
    await expect(only({ others: [offer(certificate('A')), offer(certificate('B'))] })).rejects.toMatchObject({
      code: 'SIGNING_PROVIDER_UNSUPPORTED',
    });
    const foreign = { providers: [provider({ tenants: ['globex'] })], certificates: [certificate('A')] };
    await expect(only({ others: [foreign] })).rejects.toMatchObject({ code: 'SIGNING_PROVIDER_UNAVAILABLE' });
  });

  it('means the demo identity only where nothing else is configured', async () => {
    const demo = provider({ id: 'demo', isDemo: true });
    const shown = certificate('D', { providerId: 'demo', isDemo: true });
    expect(await only({ own: { providers: [demo], certificates: [shown] } })).toBe('D'.repeat(40));
    const beside = { providers: [demo, provider()], certificates: [shown] };
    await expect(only({ own: beside })).rejects.toMatchObject({ code: 'SIGNING_PROVIDER_UNAVAILABLE' });
  });
});
