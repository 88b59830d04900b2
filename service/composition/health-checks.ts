import type { NamedHealthCheck } from '../http/http-station.ts';
import type { ProviderDirectory } from '../providers/providers.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { WorkerChild } from './children/worker-child.ts';
import type { PublisherChild } from './children/publisher-child.ts';

export interface HealthParts {
  readonly infrastructure: Infrastructure;
  readonly worker: WorkerChild | undefined;
  readonly publisher: PublisherChild | undefined;
  readonly directory: ProviderDirectory | undefined;
}

/** What readiness asks; each check answers for one thing the station depends on. */
export function healthChecks(parts: HealthParts): NamedHealthCheck[] {
  const { infrastructure, worker, publisher, directory } = parts;
  return [
    answering('database', () => infrastructure.persistence.ping()),
    answering('storage', () => infrastructure.objectStore.ping()),
    answering('broker', () => infrastructure.broker.ping()),
    ...(worker === undefined ? [] : [answering('worker', () => worker.ping())]),
    ...(publisher === undefined ? [] : [publisherCheck(publisher)]),
    ...(directory === undefined ? [] : [providerCheck(directory)]),
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

function publisherCheck(publisher: PublisherChild): NamedHealthCheck {
  return {
    name: 'outbox-publisher',
    check: () => {
      const state = publisher.supervised.state();
      return Promise.resolve(
        state === 'running' ? { status: 'Healthy', detail: null } : { status: 'Unhealthy', detail: `It is ${state}.` },
      );
    },
  };
}

/** A station whose tokens are out is still ready: jobs wait. It says so. */
function providerCheck(directory: ProviderDirectory): NamedHealthCheck {
  return {
    name: 'signing-providers',
    async check() {
      const providers = await directory.listProviders();
      const missing = providers.filter((provider) => provider.status === 'Unavailable');
      if (missing.length === 0) return { status: 'Healthy', detail: null };
      return {
        status: 'Degraded',
        detail: `Unavailable: ${missing.map((provider) => provider.displayName).join(', ')}`,
      };
    },
  };
}
