import { describe, expect, it, vi } from 'vitest';
import type { Delivery } from '../broker/broker.ts';
import { AT_ONCE, jobMessageRow } from '../domain/job-message-row.ts';
import type { HostEvent, HostEvents } from '../events/host-events.ts';
import { createStateFeed } from '../events/state-feed.ts';
import type { ProviderDirectory } from '../providers/providers.ts';
import { DEMO_PROVIDER, descriptor } from '../use-cases/sample-answers.suite.ts';
import type { FleetParts } from './fleet.ts';
import { openFleet } from './shared-fleet.ts';

const TENANT = 'acme';

/** A station alone on its servers; counts how often its tokens are asked what they show. */
async function openStation({ subscribe = () => undefined, ...more }: Partial<FleetParts & HostEvents> = {}) {
  const asked = { times: 0 };
  const own = {
    listProviders: () => Promise.resolve([DEMO_PROVIDER]),
    listCertificates() {
      asked.times += 1;
      return Promise.resolve([descriptor({ providerId: DEMO_PROVIDER.id })]);
    },
  } as Partial<ProviderDirectory>;
  const parts = {
    ...{ own, card: { id: 'here' }, tenantsOf: () => null, onKeyWanted: () => undefined },
    shared: {
      stations: {
        announceStation: () => Promise.resolve(),
        listStations: () => Promise.resolve([]),
        retireStation: () => Promise.resolve(),
      },
      events: { publish: () => undefined, subscribe },
    },
    ...more,
  };
  return { fleet: await openFleet(parts as unknown as FleetParts), asked };
}

describe('a station that could not hear the others for a while', () => {
  it('tells whoever listens to it, and looks for what it would have been told of', async () => {
    let hear: (event: HostEvent) => void = () => undefined;
    const feed = createStateFeed();
    const [onOutboxChanged, missed, tokens] = [vi.fn(), vi.fn(), vi.fn()];
    feed.subscribeMissed(missed);
    feed.subscribeTokens(tokens);
    await openStation({ feed, onOutboxChanged, subscribe: (listener) => void (hear = listener) });
    hear({ kind: 'missed' });
    await vi.waitFor(() => expect(tokens).toHaveBeenCalledOnce());
    for (const told of [missed, onOutboxChanged]) expect(told).toHaveBeenCalledOnce();
  });
});

describe('a job that is brought to the workers here', () => {
  it('comes in the trace of its request, as it would over the queue', async () => {
    const broker = {
      openSession: () => ({ consumeJobs: () => Promise.resolve({}) }),
    } as unknown as FleetParts['broker'];
    const { fleet } = await openStation({ broker, onWorkersFree: () => undefined });
    const deliveries: Delivery[] = [];
    await fleet.openSession().consumeJobs(1, (delivery) => void deliveries.push(delivery));
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    const message = {
      ...{ jobId: '0190a8d0-0000-7000-8000-000000000001', signatureId: '0190a8d0-0000-7000-8000-000000000002' },
      ...{ tenantId: TENANT, inputPath: 'tenants/acme/x/input.bin', requestedFormat: 'PAdES', requestedProfile: 'B' },
      ...{ createdAt: '2026-03-04T05:06:07.000Z', attempt: 3 },
    } as const;
    const outboxMessage = jobMessageRow({ id: 'm', traceparent }, message, new Date(), AT_ONCE);
    const woken = await fleet.wake([{ jobId: message.jobId, lostMessageId: null, outboxMessage }], new Date());
    expect(woken).toEqual([{ signatureId: message.signatureId, tenantId: TENANT }]);
    expect(deliveries).toMatchObject([{ messageId: 'm', headers: { 'x-attempt': 3, traceparent } }]);
  });
});

describe('requests that name no certificate', () => {
  it('do not ask the tokens for each of them, but as soon as these have changed', async () => {
    const { fleet, asked } = await openStation();
    const only = () => fleet.directory.onlyCertificate(DEMO_PROVIDER.type, TENANT);
    const before = asked.times;
    await Promise.all(Array.from({ length: 20 }, only));
    expect(asked.times).toBe(before + 1);
    await fleet.stop();
    fleet.ownTokensChanged();
    await Promise.all([only(), only()]);
    expect(asked.times).toBe(before + 2);
  });
});
