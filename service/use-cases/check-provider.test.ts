import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import type { CertificateRecord } from '../domain/records.ts';
import { certificateRecord } from '../persistence/sample-records.suite.ts';
import { checkProvider } from './check-provider.ts';
import { createProviderCatalogue } from './provider-catalogue.ts';
import { DEMO_PROVIDER, descriptor } from './sample-answers.suite.ts';
import { CALLER, expectCode, NOW, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

const UNAVAILABLE = 'SIGNING_PROVIDER_UNAVAILABLE';
const SHA1 = 'A'.repeat(40);
const SHA256 = 'B'.repeat(64);
const EXPIRED = descriptor({ notAfter: '2021-01-01T00:00:00.000Z', canSign: false });

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

interface Shown {
  readonly providers?: readonly ProviderItem[];
  readonly certificates?: readonly CertificateDescriptor[];
  readonly isUnsure?: boolean;
  readonly hasShown?: (id: string, thumbprint: string) => boolean;
  readonly signed?: readonly CertificateRecord[];
  readonly mayWait?: boolean;
  readonly serves?: (id: string, tenantId: string | null) => boolean;
  readonly allowExpiredCertificates?: boolean;
}

function check(shown: Shown, thumbprint: string | null, type: ProviderItem['type'] = 'Pfx'): Promise<string | null> {
  const providers = {
    ...bench.ports.providers,
    listProviders: () => Promise.resolve(shown.providers ?? [DEMO_PROVIDER]),
    listCertificates: () => Promise.resolve(shown.certificates ?? [descriptor()]),
    serves: shown.serves ?? (() => true),
    isUnsure: () => shown.isUnsure ?? false,
    hasShown: (id: string, thumbprint: string) => shown.hasShown?.(id, thumbprint) ?? false,
    onlyCertificate: () => Promise.resolve('ONLY'),
  };
  const providerCatalogue = createProviderCatalogue(providers, () => NOW);
  const { allowExpiredCertificates = false } = shown;
  const { persistence } = bench.ports;
  const ports = {
    ...{ ...bench.ports, providers, providerCatalogue, allowExpiredCertificates },
    persistence: { ...persistence, listCertificateRecords: () => Promise.resolve(shown.signed ?? []) },
  };
  return checkProvider(ports, {
    ...{ tenantId: CALLER.tenantId, providerType: type, thumbprint },
    mayWait: shown.mayWait ?? true,
  });
}

describe('checkProvider', () => {
  it('takes a thumbprint in any spelling, by either hash', async () => {
    for (const text of [SHA1, 'aa '.repeat(20), 'AA:'.repeat(20).slice(0, -1), `\u200E${SHA1}`]) {
      expect(await check({}, text)).toBe(SHA1);
    }
    expect(await check({}, SHA256.toLowerCase())).toBe(SHA256);
  });

  it('leaves to the directory what a request without thumbprint means', async () => {
    expect(await check({ certificates: [] }, null)).toBe('ONLY');
  });

  it('refuses a type that no provider of the tenant has', async () => {
    await expectCode(check({}, null, 'Hsm'), 'SIGNING_PROVIDER_UNAVAILABLE');
    await expectCode(check({ serves: (_id, tenant) => tenant !== 'acme' }, SHA1), 'SIGNING_PROVIDER_UNAVAILABLE');
  });

  it('refuses what is no thumbprint, and one that no provider of the type and the tenant shows', async () => {
    for (const text of ['', 'xyz', SHA1.slice(1), `${SHA1}A`, `0x${SHA1.slice(2)}`]) {
      await expectCode(check({}, text), 'SIGNING_CERTIFICATE_NOT_FOUND');
    }
    await expectCode(check({}, 'C'.repeat(40)), 'SIGNING_CERTIFICATE_NOT_FOUND');
    const card = descriptor({ providerId: 'card', providerType: 'SmartCard' });
    await expectCode(check({ certificates: [card] }, SHA1), 'SIGNING_CERTIFICATE_NOT_FOUND');
    const other = descriptor({ providerId: 'other' });
    const serves = (id: string) => id === 'pfx';
    await expectCode(check({ certificates: [other], serves }, SHA1), 'SIGNING_CERTIFICATE_NOT_FOUND');
  });

  it('says of a token that is away that it is not available, and not that its certificate is unknown', async () => {
    const away: ProviderItem = { ...DEMO_PROVIDER, status: 'Unavailable' };
    await expectCode(check({ providers: [away], certificates: [] }, SHA1), 'SIGNING_PROVIDER_UNAVAILABLE');
    const providers = [away, { ...DEMO_PROVIDER, id: 'second' }];
    await expectCode(check({ providers, certificates: [] }, SHA1), 'SIGNING_CERTIFICATE_NOT_FOUND');
  });

  it('does not take a token whose host has ended since for one that lacks the certificate', async () => {
    let hasEnded = false;
    let now = NOW;
    const providers = {
      ...bench.ports.providers,
      listProviders: () =>
        Promise.resolve<ProviderItem[]>([{ ...DEMO_PROVIDER, status: hasEnded ? 'Unavailable' : 'Healthy' }]),
      listCertificates: () => Promise.resolve(hasEnded ? [] : [descriptor()]),
      serves: () => true,
      isUnsure: () => false,
      hasShown: () => false,
      onlyCertificate: () => Promise.resolve('ONLY'),
    };
    const providerCatalogue = createProviderCatalogue(providers, () => now);
    const ports = { ...bench.ports, providers, providerCatalogue, allowExpiredCertificates: false };
    await providerCatalogue.providers();
    hasEnded = true;
    // The state of providers that was kept says Healthy for five seconds.
    now = new Date(NOW.getTime() + 2_000);
    await expectCode(
      checkProvider(ports, { tenantId: CALLER.tenantId, providerType: 'Pfx', thumbprint: SHA1, mayWait: true }),
      'SIGNING_PROVIDER_UNAVAILABLE',
    );
  });

  it('refuses nothing for good while the process that may show the certificate is being started', async () => {
    await expectCode(check({ certificates: [], isUnsure: true }, SHA1), 'SERVICE_UNAVAILABLE');
    expect(await check({ isUnsure: true }, SHA1)).toBe(SHA1);
    // Nor while the only station that has such a provider is started again.
    for (const named of [SHA1, null]) {
      await expectCode(check({ providers: [], certificates: [], isUnsure: true }, named), 'SERVICE_UNAVAILABLE');
    }
  });

  it('refuses a certificate before and after its time unless that is allowed', async () => {
    const early = descriptor({ notBefore: '2027-01-01T00:00:00.000Z' });
    for (const certificate of [EXPIRED, early]) {
      await expectCode(check({ certificates: [certificate] }, SHA1), 'SIGNING_CERTIFICATE_EXPIRED');
      const certificates = [certificate];
      expect(await check({ certificates, allowExpiredCertificates: true }, SHA1)).toBe(SHA1);
    }
  });

  it('refuses a certificate without a usable key, unless it only waits for its PIN', async () => {
    const keyless = descriptor({ canSign: false, cannotSignReason: 'The key is gone.' });
    await expectCode(check({ certificates: [keyless] }, SHA1), 'SIGNING_CERTIFICATE_NOT_FOUND');
    const waiting = descriptor({ canSign: false, waitReason: 'PIN_MISSING' });
    expect(await check({ certificates: [waiting] }, SHA1)).toBe(SHA1);
  });

  describe('of a certificate whose token is away', () => {
    const reader = (status: ProviderItem['status']): ProviderItem => ({
      ...DEMO_PROVIDER,
      ...{ id: 'card', type: 'SmartCard', status },
    });
    const hsm: ProviderItem = { ...reader('Unavailable'), id: 'hsm', type: 'Hsm' };
    const record = certificateRecord({
      ...{ thumbprint: SHA1, providerType: 'SmartCard', providerReference: 'card' },
      ...{ notBefore: new Date('2020-01-01'), notAfter: new Date('2099-01-01') },
    });
    const hasShown = (id: string, thumbprint: string): boolean => id === 'card' && thumbprint === SHA256;
    const away = { providers: [reader('Unavailable')], certificates: [] };

    it('lets a request wait that names one which was shown or has signed here', async () => {
      expect(await check({ ...away, hasShown }, SHA256, 'SmartCard')).toBe(SHA256);
      expect(await check({ ...away, signed: [record] }, SHA1, 'SmartCard')).toBe(SHA1);
    });

    it('does so while a colleague has a card in the reader, but for no other token that is there without it', async () => {
      const shared = { providers: [reader('Healthy')], certificates: [], signed: [record] };
      expect(await check(shared, SHA1, 'SmartCard')).toBe(SHA1);
      const signed = [{ ...record, providerType: 'Hsm', providerReference: 'hsm' } as const];
      expect(await check({ providers: [hsm], certificates: [], signed }, SHA1, 'Hsm')).toBe(SHA1);
      const present = { providers: [{ ...hsm, status: 'Healthy' } as const], certificates: [], signed };
      await expectCode(check(present, SHA1, 'Hsm'), 'SIGNING_CERTIFICATE_NOT_FOUND');
    });

    it('refuses what nobody knows, what another provider or tenant has, and what is over', async () => {
      await expectCode(check({ ...away, hasShown, signed: [record] }, 'C'.repeat(40), 'SmartCard'), UNAVAILABLE);
      const elsewhere = { ...record, providerReference: 'other' };
      await expectCode(check({ ...away, signed: [elsewhere] }, SHA1, 'SmartCard'), UNAVAILABLE);
      const served = { ...away, providers: [...away.providers, { ...reader('Unavailable'), id: 'ours' }], hasShown };
      await expectCode(check({ ...served, serves: (id) => id === 'ours' }, SHA256, 'SmartCard'), UNAVAILABLE);
      const over = { ...record, notAfter: new Date('2021-01-01') };
      await expectCode(check({ ...away, signed: [over] }, SHA1, 'SmartCard'), 'SIGNING_CERTIFICATE_EXPIRED');
    });

    it('lets nothing wait where that is not wanted', async () => {
      await expectCode(check({ ...away, signed: [record], mayWait: false }, SHA1, 'SmartCard'), UNAVAILABLE);
    });
  });
});
