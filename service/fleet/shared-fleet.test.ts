import { describe, expect, it, vi } from 'vitest';
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
