import { describe, expect, it } from 'vitest';
import { StationError } from '../../service/domain/station-error.ts';
import type { SigningDevice, SigningKey } from '../../service/providers/providers.ts';
import { cachedKeys } from './key-cache.ts';

const KEY: SigningKey = {
  providerId: 'p',
  providerType: 'Pfx',
  keyId: 'k',
  certificate: new Uint8Array(1),
  chain: [],
  algorithms: [{ scheme: 'ECDSA', hash: 'SHA-256' }],
};
const OPERATION = {
  providerId: 'p',
  keyId: 'k',
  algorithm: { scheme: 'ECDSA', hash: 'SHA-256' },
  dataToBeSigned: new Uint8Array(1),
  digest: new Uint8Array(32),
} as const;

function device(overrides: Partial<SigningDevice> = {}): SigningDevice & { asked: number } {
  const fake = {
    asked: 0,
    selectKey: () => {
      fake.asked += 1;
      return Promise.resolve(KEY);
    },
    sign: () => Promise.resolve(new Uint8Array(64)),
    ...overrides,
  };
  return fake;
}

describe('cachedKeys', () => {
  it('asks once for jobs that come close together, again a second later', async () => {
    const real = device();
    let now = 0;
    const cached = cachedKeys(real, () => now);
    for (now = 0; now < 1_000; now += 100)
      await cached.selectKey({ tenantId: 'default', providerType: 'Pfx', certificateThumbprint: null });
    expect(real.asked).toBe(1);
    await cached.selectKey({ tenantId: 'default', providerType: 'Pfx', certificateThumbprint: null });
    expect(real.asked).toBe(2);
  });

  it('keeps selections apart', async () => {
    const real = device();
    const cached = cachedKeys(real, () => 0);
    await cached.selectKey({ tenantId: 'default', providerType: 'Pfx', certificateThumbprint: null });
    await cached.selectKey({ tenantId: 'default', providerType: 'Pfx', certificateThumbprint: 'AA' });
    await cached.selectKey({ tenantId: 'default', providerType: 'Hsm', certificateThumbprint: null });
    expect(real.asked).toBe(3);
  });

  it('forgets a refusal at once', async () => {
    let refusals = 0;
    const cached = cachedKeys(
      device({
        selectKey: () => {
          refusals += 1;
          return Promise.reject(new Error('no token'));
        },
      }),
      () => 0,
    );
    for (let n = 0; n < 2; n++) {
      await expect(
        cached.selectKey({ tenantId: 'default', providerType: 'Pfx', certificateThumbprint: null }),
      ).rejects.toThrow('no token');
    }
    expect(refusals).toBe(2);
  });

  it('lets nobody but the job that had a wrong PIN tried fail by it', async () => {
    let tries = 0;
    const real = device({
      selectKey: async () => {
        tries += 1;
        const waits = tries === 1 ? {} : { waitReason: 'PIN_REFUSED' as const };
        await Promise.resolve();
        throw new StationError('SIGNING_OPERATION_FAILED', 'The PIN is wrong.', { area: 'pin', ...waits });
      },
    });
    const cached = cachedKeys(real, () => 0);
    const selection = { tenantId: 'default', providerType: 'Pkcs11', certificateThumbprint: null } as const;
    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => cached.selectKey(selection)));
    const waits = asked.map((each) => (each.status === 'rejected' ? (each.reason as StationError).waitReason : ''));
    expect(waits).toEqual([null, 'PIN_REFUSED', 'PIN_REFUSED', 'PIN_REFUSED']);
    expect(tries).toBe(2);
  });

  it('forgets every key when a signature fails', async () => {
    const real = device({ sign: () => Promise.reject(new Error('token removed')) });
    const cached = cachedKeys(real, () => 0);
    await cached.selectKey({ tenantId: 'default', providerType: 'Pfx', certificateThumbprint: null });
    await expect(cached.sign(OPERATION)).rejects.toThrow('token removed');
    await cached.selectKey({ tenantId: 'default', providerType: 'Pfx', certificateThumbprint: null });
    expect(real.asked).toBe(2);
  });
});
