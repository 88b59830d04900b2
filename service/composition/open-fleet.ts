import { hostname } from 'node:os';
import type { Configuration } from '../config/configuration.ts';
import type { StateFeed } from '../events/state-feed.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { StationPublisher } from '../outbox/station-publisher.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import type { DemoIdentity } from '../demo/demo-identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import { productVersion } from '../program/product-version.ts';
import { signingProviders } from './signing-providers.ts';
import type { Upkeep } from '../upkeep/station-upkeep.ts';
import type { Fleet, FleetParts, SharedParts } from '../fleet/fleet.ts';
import { openFleet } from '../fleet/shared-fleet.ts';

/** Parts of a station that tell each other things and are started one after the other. */
export interface Care {
  publisher?: StationPublisher;
  upkeep?: Upkeep;
  fleet?: Fleet;
  /** What jobs wait for may be another thing now. */
  waitChanged?: () => void;
}

interface StationParts {
  readonly infrastructure: Infrastructure;
  readonly persistence: Persistence;
  readonly own: FleetParts['own'];
  readonly demo: DemoIdentity | null;
  readonly care: Care;
  /** Of this host alone. */
  readonly feed: StateFeed;
}

/** The station's place among others, made of its configuration. */
export async function openStationsFleet(
  { configuration, logger }: { readonly configuration: Configuration; readonly logger: Logger },
  data: DataDirectory,
  { infrastructure, persistence, own, demo, care, feed }: StationParts,
): Promise<Fleet> {
  const { Roles } = configuration;
  const providers = Roles.includes('token-host') ? signingProviders(configuration, demo?.provider ?? null) : [];
  const tenants = new Map(providers.map(({ entry }) => [entry.id, entry.tenants ?? null]));
  return openFleet({
    card: {
      id: data.installationId,
      name: hostname(),
      version: await productVersion(),
      roles: Roles,
      startedAt: new Date(),
    },
    own,
    tenantsOf: (providerId) => tenants.get(providerId) ?? null,
    shared: infrastructure.shared,
    persistence,
    broker: infrastructure.broker,
    feed,
    onOutboxChanged: () => care.publisher?.wake(),
    onKeyWanted: () => care.upkeep?.keyWanted(),
    onWorkersFree: () => care.upkeep?.workersFree(),
    logger,
  });
}

/** The feed of a host whose announcements others hear, too. */
export function feedOfFleet(feed: StateFeed, shared: SharedParts | undefined): StateFeed {
  if (shared === undefined) return feed;
  return {
    subscribe: (tenantId, listener) => feed.subscribe(tenantId, listener),
    announceTokens: () => feed.announceTokens(),
    subscribeTokens: (listener) => feed.subscribeTokens(listener),
    announceMissed: () => feed.announceMissed(),
    subscribeMissed: (listener) => feed.subscribeMissed(listener),
    announce(change) {
      feed.announce(change);
      shared.events.publish({ kind: 'states', changes: [change] });
    },
  };
}
