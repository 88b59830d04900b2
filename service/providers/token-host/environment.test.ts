import { describe, expect, it } from 'vitest';
import { tokenHostEnvironment } from './environment.ts';
import type { ProviderEntry } from './protocol.ts';

const PFX: ProviderEntry = {
  ...{ type: 'Pfx', id: 'pfx', name: 'P', path: '/p.pfx', passwordSecretName: 'Signing:Pfx:Password', isDemo: false },
};
const HSM: ProviderEntry = {
  ...{ type: 'Hsm', id: 'hsm', name: 'H', modulePath: '/m.so', tokenLabel: null, slotId: null, serial: null },
  ...{ pinSecretName: 'Signing:Hsm:Pin', preferFirstSlotWhenAmbiguous: false, maxConcurrentSessions: 16 },
};

const SOURCE = {
  PATH: '/bin',
  SOFTHSM2_CONF: '/c',
  TPM2_PKCS11_STORE: '/t',
  SystemRoot: 'C:\\Windows',
  NODE_OPTIONS: '--inspect',
  PKCS11SPY: '/spy',
  OPENSC_DEBUG: '9',
  DATABASE_URL: 'postgres://secret',
  SERVICE_SECRET_SIGNING_PFX_PASSWORD: 'pfx-secret',
  SERVICE_SECRET_SIGNING_HSM_PIN: 'hsm-secret',
  SERVICE_SECRET_TIMESTAMPING_PASSWORD: 'tsa-secret',
  UNSET: undefined,
};

describe('tokenHostEnvironment', () => {
  it('passes on what modules need and the secrets of its own entries', () => {
    const environment = tokenHostEnvironment(SOURCE, [PFX]);
    expect(Object.keys(environment).toSorted()).toEqual([
      ...['PATH', 'SERVICE_SECRET_SIGNING_PFX_PASSWORD', 'SOFTHSM2_CONF', 'SystemRoot', 'TPM2_PKCS11_STORE'],
      'UV_THREADPOOL_SIZE',
    ]);
  });

  it('passes on no variable that has a module write PINs down', () => {
    const environment = tokenHostEnvironment(SOURCE, [HSM]);
    expect(Object.keys(environment).filter((name) => name.startsWith('PKCS11SPY') || name === 'OPENSC_DEBUG')).toEqual(
      [],
    );
  });

  it('gives each session a thread', () => {
    expect(tokenHostEnvironment(SOURCE, [HSM])['UV_THREADPOOL_SIZE']).toBe('16');
    expect(tokenHostEnvironment(SOURCE, [PFX])['UV_THREADPOOL_SIZE']).toBe('4');
  });
});
