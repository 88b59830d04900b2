import { describe, expect, it } from 'vitest';
import type { SupervisedState } from '../processes/supervisor.ts';
import { unaskedServices } from '../config/revocation-rules.ts';
import {
  clearingUpCheck,
  databaseCheck,
  processCheck,
  providerCheck,
  renewalCheck,
  revocationCheck,
  timestampingCheck,
  workerCheck,
} from './health-checks.ts';

describe('processCheck', () => {
  const checkOf = (...states: SupervisedState[]) => processCheck(() => states.map((state) => ({ state: () => state })));

  it('says how many processes are given up, and nothing of those that are just restarting', async () => {
    expect(await checkOf('running', 'restarting').check()).toEqual({ status: 'Healthy', detail: null });
    expect(await checkOf('running', 'given-up').check()).toMatchObject({
      ...{ status: 'Degraded', detail: expect.stringMatching(/^A process ended again and again/) as string },
    });
    expect((await checkOf('given-up', 'given-up').check()).detail).toMatch(/^2 processes/);
  });
});

it('says what did not work of scheduled renewals', async () => {
  expect(await renewalCheck(() => null).check()).toEqual({ status: 'Healthy', detail: null });
  expect(await renewalCheck(() => 'Refused.').check()).toEqual({ status: 'Degraded', detail: 'Refused.' });
});

it('says what could not be cleared up', async () => {
  expect(await clearingUpCheck(() => null).check()).toEqual({ status: 'Healthy', detail: null });
  expect(await clearingUpCheck(() => 'Full.').check()).toEqual({ status: 'Degraded', detail: 'Full.' });
});

it('says what keeps timestamps from being asked for, and is no failure of the station', async () => {
  const checkOf = (settingsFault: () => Promise<string | null>) => timestampingCheck({ settingsFault }).check();
  expect(await checkOf(() => Promise.resolve(null))).toEqual({ status: 'Healthy', detail: null });
  expect(await checkOf(() => Promise.resolve('No user.'))).toEqual({ status: 'Degraded', detail: 'No user.' });
  expect(await checkOf(() => Promise.reject(new Error('gone')))).toEqual({
    ...{ status: 'Degraded', detail: 'It is restarting.' },
  });
});

describe('providerCheck', () => {
  const checkOf = (...listed: (readonly [string, 'Healthy' | 'Degraded' | 'Unavailable'])[]) =>
    providerCheck({
      listProviders: () =>
        Promise.resolve(
          listed.map(([displayName, status]) => ({
            ...{ id: displayName, type: 'Pfx' as const, displayName, status, detail: 'secret', isDemo: false },
          })),
        ),
      serves: (id) => id !== 'of tenants',
    }).check();

  it('names those that are away and those that cannot sign, and says nothing else of them', async () => {
    expect(await checkOf(['a', 'Healthy'])).toEqual({ status: 'Healthy', detail: null });
    expect(await checkOf(['a', 'Healthy'], ['b', 'Degraded'])).toEqual({
      ...{ status: 'Degraded', detail: 'Cannot sign now: b.' },
    });
    expect(await checkOf(['of tenants', 'Unavailable'], ['b', 'Unavailable'], ['c', 'Degraded'])).toEqual({
      ...{ status: 'Degraded', detail: 'Unavailable: a provider of some tenants, b. Cannot sign now: c.' },
    });
  });
});

describe('databaseCheck', () => {
  const persistence = { ping: () => Promise.resolve() };

  it('is degraded, not unhealthy, while the log of the database grows', async () => {
    expect(await databaseCheck({ persistence, databaseFault: () => null }).check()).toEqual({
      ...{ status: 'Healthy', detail: null },
    });
    expect(await databaseCheck({ persistence, databaseFault: () => 'The log grows.' }).check()).toEqual({
      ...{ status: 'Degraded', detail: 'The log grows.' },
    });
  });

  it('fails when the database does not answer', async () => {
    const away = { ping: () => Promise.reject(new Error('away')) };
    await expect(databaseCheck({ persistence: away, databaseFault: () => null }).check()).rejects.toThrow('away');
  });
});

it('says of a worker that nothing has asked for yet that it has not been started', async () => {
  const checkOf = (state: SupervisedState) =>
    workerCheck({ ping: () => Promise.resolve(0), supervised: { state: () => state } });
  expect((await checkOf('idle').check()).detail).toContain('starts with the first document');
  expect(await checkOf('running').check()).toEqual({ status: 'Healthy', detail: null });
});

describe('revocationCheck', () => {
  const unasked = (RevocationMode: 'Offline' | 'Online' | 'SoftFail', Online: boolean): string | null =>
    unaskedServices({ Verification: { RevocationMode }, ValidationData: { Online } });
  const material = (crls: readonly Uint8Array[]) => ({
    material: () => Promise.resolve({ trustAnchors: [], intermediates: [], crls, ocspResponses: [] }),
  });

  it('concerns stations that are strict and may ask nobody', () => {
    expect(unasked('Online', false)).toContain('ValidationData:Online is off');
    expect([unasked('Online', true), unasked('SoftFail', false), unasked('Offline', false)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is degraded where the folders hold no evidence either', async () => {
    const sentence = unasked('Online', false) ?? '';
    const degraded = { status: 'Degraded', detail: `${sentence} The folders hold none.` };
    expect(await revocationCheck(sentence, material([])).check()).toEqual(degraded);
    const healthy = { status: 'Healthy', detail: sentence };
    expect(await revocationCheck(sentence, material([Buffer.from('a list')])).check()).toEqual(healthy);
  });
});
