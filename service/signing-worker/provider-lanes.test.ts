import { expect, it } from 'vitest';
import type { Delivery } from '../broker/broker.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import type { KeySelection } from '../providers/providers.ts';
import { providerLanes, type LaneSources } from './provider-lanes.ts';

const PROVIDERS = [
  { id: 'card', type: 'SmartCard', slots: 4 },
  { id: 'hsm-a', type: 'Hsm', slots: 12 },
  { id: 'hsm-b', type: 'Hsm', slots: 36 },
] as const;
const ID = '019aaaaa-0000-7000-8000-000000000001';

function delivery(body: unknown): Delivery {
  const settle = (): Promise<void> => Promise.resolve();
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { messageId: 'm', body: bytes, headers: {}, redelivered: false, acknowledge: settle, requeue: settle };
}

const MESSAGE = {
  ...{ jobId: ID, tenantId: 'acme', signatureId: ID, inputPath: 'p', requestedFormat: 'PAdES', requestedProfile: 'B' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', attempt: 1 },
};

function lanes(
  request: object | undefined,
  asked: (selection: KeySelection) => string | null,
  providers: LaneSources['providers'] = PROVIDERS,
) {
  const details = request === undefined ? undefined : ({ request: { tenantId: 'acme', ...request } } as RequestDetails);
  const store = { findRequest: () => Promise.resolve(details) };
  return providerLanes({ providers, providerAsked: asked, store, isSharedQueue: false });
}

it('puts a job in the lane of the provider that would be asked, with its slots', async () => {
  const job = { kind: 'Signature', signingProvider: 'Hsm', certificateThumbprint: 'AB' };
  const found = lanes(job, ({ thumbprint }) => (thumbprint === 'AB' ? 'hsm-b' : null));
  expect(await found?.laneOf(delivery(MESSAGE))).toEqual({ name: 'provider hsm-b', slots: 36 });
  expect(found?.served).toEqual(['provider card', 'provider hsm-a', 'provider hsm-b']);
});

it('keeps jobs that several providers would be asked for among themselves', async () => {
  const job = { kind: 'Signature', signingProvider: 'Hsm', certificateThumbprint: 'AB' };
  expect(await lanes(job, () => null)?.laneOf(delivery(MESSAGE))).toEqual({ name: 'Hsm AB', slots: 36 });
  const unnamed = { ...job, certificateThumbprint: null };
  expect(await lanes(unnamed, () => null)?.laneOf(delivery(MESSAGE))).toEqual({ name: 'Hsm ', slots: 36 });
});

it('puts jobs that ask no provider in a lane of their own', async () => {
  const job = { kind: 'Renewal', signingProvider: 'Hsm', certificateThumbprint: null };
  expect(await lanes(job, () => 'hsm-a')?.laneOf(delivery(MESSAGE))).toMatchObject({ name: 'evidence' });
});

it('has no lane for what is no message or names no request', async () => {
  await expect(lanes({ kind: 'Signature' }, () => null)?.laneOf(delivery({ nonsense: 1 }))).rejects.toThrow();
  await expect(lanes(undefined, () => null)?.laneOf(delivery(MESSAGE))).rejects.toThrow();
});

it('keeps few messages waiting of a queue that other stations read', () => {
  const store = { findRequest: () => Promise.resolve(undefined) };
  const waiting = (isSharedQueue: boolean) =>
    providerLanes({ providers: PROVIDERS, providerAsked: () => null, store, isSharedQueue })?.waitingMessages;
  expect(waiting(false)).toBeGreaterThan(1_000);
  expect(waiting(true)).toBeLessThan(100);
});

it('makes no lanes where there is one provider', () => {
  expect(lanes(undefined, () => null, PROVIDERS.slice(0, 1))).toBeUndefined();
});
