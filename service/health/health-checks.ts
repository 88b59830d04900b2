import type { Configuration } from '../config/configuration.ts';
import { unaskedServices } from '../config/revocation-rules.ts';
import type { NamedHealthCheck } from '../http/http-station.ts';
import type { ProviderItem } from '../contract/http/providers.ts';
import type { Supervised, SupervisedState } from '../processes/supervisor.ts';
import type { ProviderDirectory } from '../providers/providers.ts';
import type { Broker } from '../broker/broker.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { WorkerChild } from '../signing-worker/worker-child.ts';
import type { WatchedFolders } from '../watched-folders/watched-folders.ts';
import { describeUnread, type TrustWatch } from '../trust/trust-watch.ts';
import type { StationPublisher } from '../outbox/station-publisher.ts';

/** A database, and what is wrong with one that still answers; null when nothing is. */
interface DatabaseState {
  readonly persistence: Pick<Persistence, 'ping'>;
  readonly databaseFault: () => string | null;
}

/** Why no authority can be asked with settings, secrets and files as they are; null when one can be. */
interface TimestampingState {
  settingsFault(): Promise<string | null>;
}

export interface HealthParts {
  readonly configuration: Pick<Configuration, 'Timestamping' | 'ValidationData' | 'Verification' | 'WatchedFolders'>;
  readonly infrastructure: DatabaseState & {
    readonly objectStore: Pick<ObjectStore, 'ping'>;
    readonly broker: Pick<Broker, 'ping'>;
  };
  readonly worker: WorkerChild | undefined;
  readonly publisher: StationPublisher | undefined;
  readonly directory: ProviderDirectory | undefined;
  readonly timestamping: TimestampingState;
  readonly trust: Pick<TrustWatch, 'material' | 'unread'>;
  readonly upkeep: {
    /** What did not work of scheduled renewals; null where there is no schedule. */
    readonly renewal: (() => string | null) | null;
    /** What could not be cleared up or moved to the archive; null where this process does none of it. */
    readonly clearingUp: (() => string | null) | null;
  };
  readonly supervised: () => readonly Supervised[];
  /** Watched folders whose documents wait or stay. */
  readonly folders: WatchedFolders['problems'];
}

/** What readiness asks; each check answers for one thing the station depends on. */
export function healthChecks(parts: HealthParts): NamedHealthCheck[] {
  const { configuration, infrastructure, worker, publisher, directory, trust } = parts;
  const { renewal, clearingUp } = parts.upkeep;
  const unasked = unaskedServices(configuration);
  return [
    databaseCheck(infrastructure),
    answering('storage', () => infrastructure.objectStore.ping()),
    answering('broker', () => infrastructure.broker.ping()),
    ...(worker === undefined ? [] : [workerCheck(worker)]),
    ...(publisher === undefined ? [] : [publisherCheck(publisher)]),
    ...(directory === undefined ? [] : [providerCheck(directory)]),
    trustCheck(trust),
    ...(unasked === null ? [] : [revocationCheck(unasked, trust)]),
    ...(renewal === null ? [] : [renewalCheck(renewal)]),
    ...(clearingUp === null ? [] : [clearingUpCheck(clearingUp)]),
    processCheck(parts.supervised),
    ...(configuration.WatchedFolders.length === 0 ? [] : [folderCheck(parts.folders)]),
    ...(configuration.Timestamping.Url === null ? [] : [timestampingCheck(parts.timestamping)]),
  ];
}

function answering(name: string, ask: () => Promise<unknown>): NamedHealthCheck {
  return {
    name,
    async check() {
      await ask();
      return { status: 'Healthy', detail: null };
    },
  };
}

/** A worker that nothing has asked for yet is as it should be, and has not shown that it starts. */
export function workerCheck(worker: {
  readonly ping: WorkerChild['ping'];
  readonly supervised: Pick<Supervised, 'state'>;
}): NamedHealthCheck {
  return {
    name: 'worker',
    async check() {
      await worker.ping();
      const isIdle = worker.supervised.state() === 'idle';
      return {
        status: 'Healthy',
        detail: isIdle ? 'It has not been needed yet, and starts with the first document.' : null,
      };
    },
  };
}

export function databaseCheck({ persistence, databaseFault }: DatabaseState): NamedHealthCheck {
  return {
    name: 'database',
    async check() {
      await persistence.ping();
      const fault = databaseFault();
      return { status: fault === null ? 'Healthy' : 'Degraded', detail: fault };
    },
  };
}

/** Level B is signed all the same. Whether authorities answer is not asked: each asking is a timestamp that may cost. */
export function timestampingCheck(timestamping: TimestampingState): NamedHealthCheck {
  return {
    name: 'timestamping',
    check: async () => {
      const detail = await timestamping.settingsFault().catch(() => 'It is restarting.');
      return { status: detail === null ? 'Healthy' : 'Degraded', detail };
    },
  };
}

/** Signed files whose evidence ends unnoticed cannot be proven any more, though everything else works. */
export function renewalCheck(fault: () => string | null): NamedHealthCheck {
  return checkOfFault('renewal', fault);
}

/** A station that clears nothing up signs on until its disk is full. */
export function clearingUpCheck(fault: () => string | null): NamedHealthCheck {
  return checkOfFault('clearing-up', fault);
}

function checkOfFault(name: string, fault: () => string | null): NamedHealthCheck {
  return {
    name,
    check: () => {
      const detail = fault();
      return Promise.resolve({ status: detail === null ? 'Healthy' : 'Degraded', detail });
    },
  };
}

const PUBLISHER_STATES: Readonly<Record<Exclude<SupervisedState, 'running'>, string>> = {
  idle: 'It was not started.',
  restarting: 'It is restarting.',
  'given-up': 'It ended again and again, and is tried every few minutes; the log says how it ends.',
  stopped: 'It is stopped.',
};

/** A publisher in the host fails with what it asks, the database and the broker, whose own checks say so. */
function publisherCheck({ supervised }: StationPublisher): NamedHealthCheck {
  return {
    name: 'outbox-publisher',
    check: () => {
      const state = supervised?.state() ?? 'running';
      return Promise.resolve(
        state === 'running'
          ? { status: 'Healthy', detail: null }
          : { status: 'Unhealthy', detail: PUBLISHER_STATES[state] },
      );
    },
  };
}

/** A process that is given up may be one whose own check says nothing of it, like one token-host of several. */
export function processCheck(supervised: () => readonly Pick<Supervised, 'state'>[]): NamedHealthCheck {
  return {
    name: 'processes',
    check: () => {
      const count = supervised().filter((child) => child.state() === 'given-up').length;
      const detail = `${count === 1 ? 'A process' : `${String(count)} processes`} ended again and again; see the settings page.`;
      return Promise.resolve(count === 0 ? { status: 'Healthy', detail: null } : { status: 'Degraded', detail });
    },
  };
}

/** A station whose tokens are out, or whose PINs are missing or refused, is still ready: jobs wait. It says so. */
export function providerCheck(directory: Pick<ProviderDirectory, 'listProviders' | 'serves'>): NamedHealthCheck {
  return {
    name: 'signing-providers',
    async check() {
      const providers = await directory.listProviders();
      const [away, unfit] = (['Unavailable', 'Degraded'] as const).map((status) =>
        providers
          .filter((provider) => provider.status === status)
          .map((provider) => nameFor(directory, provider))
          .join(', '),
      );
      const said = [...(away ? [`Unavailable: ${away}.`] : []), ...(unfit ? [`Cannot sign now: ${unfit}.`] : [])];
      return said.length === 0 ? { status: 'Healthy', detail: null } : { status: 'Degraded', detail: said.join(' ') };
    },
  };
}

/** Whoever asks for the station's health is of no tenant. */
function nameFor(directory: Pick<ProviderDirectory, 'serves'>, { id, displayName }: ProviderItem): string {
  return directory.serves(id, null) ? displayName : 'a provider of some tenants';
}

const MAX_NAMED = 5;

/** What is meant to be trusted and cannot be read would make signatures look untrusted: the names say which. */
export function trustCheck(trust: Pick<TrustWatch, 'unread'>): NamedHealthCheck {
  return {
    name: 'trust-material',
    async check() {
      const unread = await trust.unread();
      if (unread.length === 0) return { status: 'Healthy', detail: null };
      const more = unread.length - MAX_NAMED;
      const named = unread.slice(0, MAX_NAMED).map(describeUnread);
      const all = more > 0 ? [...named, `and ${String(more)} more, see the log`] : named;
      return { status: 'Degraded', detail: `Not used: ${all.join('; ')}` };
    },
  };
}

/** Strict about revocation while nobody is asked: with empty folders hardly any signature is VALID. */
export function revocationCheck(unasked: string, trust: Pick<TrustWatch, 'material'>): NamedHealthCheck {
  return {
    name: 'revocation',
    async check() {
      const { crls, ocspResponses } = await trust.material();
      const isEmpty = crls.length + ocspResponses.length === 0;
      return isEmpty
        ? { status: 'Degraded', detail: [unasked, 'The folders hold none.'].join(' ') }
        : { status: 'Healthy', detail: unasked };
    },
  };
}

/** A station whose folders cannot be used, or whose documents there wait, is still ready: it says which and why. */
export function folderCheck(problems: WatchedFolders['problems']): NamedHealthCheck {
  return {
    name: 'watched-folders',
    check() {
      const found = problems();
      const named = found.slice(0, MAX_NAMED).map(({ name, problem }) => `${name}: ${problem}`);
      const more = found.length > MAX_NAMED ? [`and ${String(found.length - MAX_NAMED)} more, see the log`] : [];
      const detail = found.length === 0 ? null : [...named, ...more].join('; ');
      return Promise.resolve({ status: detail === null ? 'Healthy' : 'Degraded', detail });
    },
  };
}
