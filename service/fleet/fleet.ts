import type { Broker, BrokerSession } from '../broker/broker.ts';
import type { StationOffer } from '../contract/http/stations.ts';
import type { HostEvents } from '../events/host-events.ts';
import type { StateFeed } from '../events/state-feed.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Chore, KnownStation, StationCard, StationStore } from '../persistence/station-store.ts';
import type { ProviderDirectory, SigningDevice } from '../providers/providers.ts';
import type { Logger } from '../telemetry/logger.ts';

/** What this station is to others that share its servers, and they to it. A station that shares nothing is a fleet of one. */
export interface Fleet {
  /** The providers of all stations; keys of this one. */
  readonly directory: ProviderDirectory & SigningDevice;
  stations(): Promise<readonly KnownStation[]>;
  /** Whether this station is the one for a chore. */
  leads(chore: Chore): Promise<boolean>;
  /** A session for a worker, who is given jobs that waited for a key of this station, too. */
  openSession(): BrokerSession;
  /** Brings jobs whose key is here to a worker. */
  readonly wake: Persistence['wakeJobs'];
  /** A job was parked by this station for the key of another one. */
  keyWantedElsewhere(): void;
  /** Messages were committed, and this station has no publisher. */
  outboxChanged(): void;
  ownTokensChanged(): void;
  stop(): Promise<void>;
}

/** What stations that share a database have of it beside the port. */
export interface SharedParts {
  readonly stations: StationStore;
  readonly events: HostEvents;
}

export interface FleetParts {
  readonly card: Omit<StationCard, 'offer'>;
  readonly own: ProviderDirectory & SigningDevice;
  /** Null: all tenants. */
  readonly tenantsOf: (providerId: string) => readonly string[] | null;
  readonly shared: SharedParts | undefined;
  readonly persistence: Pick<Persistence, 'wakeJobs'>;
  readonly broker: Pick<Broker, 'openSession'>;
  readonly feed: StateFeed;
  /** Messages are in the outbox for this station's publisher, if it has one. */
  readonly onOutboxChanged: () => void;
  /** A job may wait for a key of this station. */
  readonly onKeyWanted: () => void;
  /** The workers have done all that was brought to them. */
  readonly onWorkersFree: () => void;
  readonly logger: Logger;
}

/** What this station has to offer now. Never logs in. */
export async function readOffer({ own, tenantsOf }: Pick<FleetParts, 'own' | 'tenantsOf'>): Promise<StationOffer> {
  const [providers, certificates] = await Promise.all([own.listProviders(), own.listCertificates()]);
  return {
    providers: providers.map((provider) => ({ ...provider, tenants: copied(tenantsOf(provider.id)) })),
    certificates: [...certificates],
  };
}

function copied(tenants: readonly string[] | null): string[] | null {
  return tenants === null ? null : [...tenants];
}

/** A station that has its servers for itself. */
export function fleetOfOne(parts: FleetParts): Fleet {
  const { card, own, persistence, broker } = parts;
  return {
    directory: own,
    stations: async () => [{ ...card, offer: await readOffer(parts), state: 'running', lastSeenAt: new Date() }],
    leads: () => Promise.resolve(true),
    openSession: () => broker.openSession(),
    wake: (messages, now) => persistence.wakeJobs(messages, now),
    keyWantedElsewhere: () => undefined,
    outboxChanged: () => undefined,
    ownTokensChanged: () => undefined,
    stop: () => Promise.resolve(),
  };
}
