import { expect, it } from 'vitest';
import type { Delivery } from '../broker/broker.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import type { KeySelection } from '../providers/providers.ts';
import { createLogger } from '../telemetry/logger.ts';
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
  const findRequest = () => Promise.resolve(details);
  return providerLanes({ ...alone(), providers, providerAsked: asked, store: { findRequest, letWait } });
}

const letWait: LaneSources['store']['letWait'] = (jobs) => Promise.resolve(jobs);

/** A station that shares nothing. */
function alone(): LaneSources {
  return {
    providers: PROVIDERS,
    providerAsked: () => null,
    isShownHere: () => true,
    store: { findRequest: () => Promise.resolve(undefined), letWait },
    isSharedQueue: false,
    isSharedDatabase: false,
    onRoom: () => undefined,
    now: () => new Date('2026-01-01T00:00:00.000Z'),
    logger: createLogger({ level: 'error', clock: () => new Date(), processName: 'test', write: () => undefined }),
  };
}

it('puts a job in the lane of the provider that would be asked, with its slots', async () => {
  const job = { kind: 'Signature', signingProvider: 'Hsm', certificateThumbprint: 'AB' };
  const found = lanes(job, ({ certificateThumbprint: thumbprint }) => (thumbprint === 'AB' ? 'hsm-b' : null));
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
  const waiting = (isSharedQueue: boolean) => providerLanes({ ...alone(), isSharedQueue })?.waitingMessages;
  expect(waiting(false)).toBeGreaterThan(1_000);
  expect(waiting(true)).toBeLessThan(100);
});

it('has a line in the database where queue and database are shared alone', () => {
  const line = (isSharedQueue: boolean, isSharedDatabase: boolean) =>
    providerLanes({ ...alone(), isSharedQueue, isSharedDatabase })?.waitingLine;
  expect(line(true, true)).not.toBeNull();
  expect([line(true, false), line(false, true)]).toEqual([null, null]);
});

it('lets the jobs of messages stand in line, and none of what is no message', async () => {
  const shared = { ...alone(), isSharedQueue: true, isSharedDatabase: true };
  const [known, unknown] = [delivery(MESSAGE), delivery({ nonsense: 1 })];
  const waiting = await providerLanes(shared)?.waitingLine?.letWait([known, unknown]);
  expect([...(waiting ?? [])]).toEqual([known]);
});

it('tells of the room of a lane what its consumer says, for keys that are here', () => {
  const group = { tenantId: 'acme', signingProvider: 'Hsm', certificateThumbprint: 'AB', count: 1 } as const;
  const inLine = { ...group, waitReason: 'PROVIDER_BUSY', otherReason: 'PROVIDER_BUSY', asks: 'provider' } as const;
  const isShownHere = ({ certificateThumbprint: thumbprint }: KeySelection): boolean => thumbprint === 'AB';
  const shared = { ...alone(), isSharedQueue: true, isSharedDatabase: true, isShownHere };
  const found = providerLanes({ ...shared, providerAsked: () => 'hsm-b' });
  expect(found?.roomFor(inLine)).toBe(0);
  found?.waitingLine?.tellRoom((lane) => (lane === 'provider hsm-b' ? 5 : 3));
  expect(found?.roomFor(inLine)).toBe(5);
  expect(found?.roomFor({ ...inLine, asks: 'authorities' })).toBe(3);
  expect(found?.roomFor({ ...inLine, certificateThumbprint: 'CD' })).toBeNull();
});

it('makes no lanes where there is one provider', () => {
  expect(lanes(undefined, () => null, PROVIDERS.slice(0, 1))).toBeUndefined();
});
