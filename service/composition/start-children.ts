import type { Configuration } from '../config/configuration.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { Publisher } from '../broker/broker.ts';
import { countedDeadLetters, countedPublisher } from '../telemetry/counted-broker.ts';
import type { FinishedSpan } from '../telemetry/span-messages.ts';
import { tracedPublisher } from '../telemetry/traced-broker.ts';
import { childEnvironment } from '../secrets/child-environment.ts';
import { startPublisherChild } from '../outbox/publisher-child.ts';
import { startPublisherInHost } from '../outbox/publisher-in-host.ts';
import type { StationPublisher } from '../outbox/station-publisher.ts';
import { startTokenHostChildren, type TokenHostChildren } from '../providers/children/token-host-children.ts';
import { providerLanes, type LaneSources, type ProviderLanes } from '../signing-worker/provider-lanes.ts';
import { startWorkerChild, type WorkerChild, type WorkerChildOptions } from '../signing-worker/worker-child.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import type { DemoIdentity } from '../demo/demo-identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import { storageSecretNames } from './open-storage.ts';
import { doctorProcesses, signingProviders } from './signing-providers.ts';
import { providerSlots, workerConcurrency } from '../config/worker-concurrency.ts';
import type { StationOptions, Telemetry } from './station-options.ts';

export function startTokenHosts(
  options: StationOptions,
  data: DataDirectory,
  demo: DemoIdentity | null,
  listener: { readonly onTokensChanged: () => void; readonly onSpan: (span: FinishedSpan) => void },
): TokenHostChildren {
  const { configuration, launcher, entries, environment, logger } = options;
  return startTokenHostChildren({
    launcher,
    entry: entries.tokenHost,
    providers: signingProviders(configuration, demo?.provider ?? null),
    doctor: doctorProcesses({ launcher, script: entries.doctor, environment }),
    allowExpiredCertificates: configuration.Signing.AllowExpiredCertificates,
    secretsDirectory: data.secrets,
    pinGuardDirectory: data.pinGuard,
    environment,
    ...listener,
    logger,
  });
}

/** A lane for each provider of this station, so that none of them delays the jobs of another. */
export function lanesOfProviders(
  { configuration, logger }: Pick<StationOptions, 'configuration' | 'logger'>,
  demo: DemoIdentity | null,
  sources: Omit<LaneSources, 'providers' | 'isSharedQueue' | 'now' | 'logger'>,
): ProviderLanes | undefined {
  const providers = signingProviders(configuration, demo?.provider ?? null).map(({ entry }) => ({
    id: entry.id,
    type: entry.type,
    slots: providerSlots(entry),
  }));
  return providerLanes({
    ...{ ...sources, providers, now: () => new Date(), logger },
    isSharedQueue: configuration.Broker.Provider !== 'embedded',
  });
}

/** A worker with the secrets of its storage and of nothing else. */
export function startWorker(
  options: StationOptions,
  data: DataDirectory,
  infrastructure: Infrastructure,
  fleet: Pick<Fleet, 'openSession'>,
  ports: Pick<
    WorkerChildOptions,
    'persistence' | 'device' | 'lanes' | 'validationData' | 'timestamping' | 'metrics' | 'tracing'
  >,
): WorkerChild {
  const { configuration, launcher, entries, environment, logger } = options;
  const { SigningJobRetry, Worker, Timestamping } = configuration;
  return startWorkerChild({
    launcher,
    entry: entries.worker,
    env: childEnvironment('worker', environment, storageSecretNames(configuration)),
    settings: {
      storage: infrastructure.storage,
      concurrency: workerConcurrency(configuration),
      leaseMilliseconds: Worker.LeaseMilliseconds,
      retryPolicy: {
        maxAttempts: SigningJobRetry.MaxAttempts,
        initialBackoffMilliseconds: SigningJobRetry.InitialBackoffMilliseconds,
        maxBackoffMilliseconds: SigningJobRetry.MaxBackoffMilliseconds,
      },
      imprintHash: Timestamping.HashAlgorithm,
    },
    startsWhenNeeded: hasOwnQueue(configuration),
    ...ports,
    openSession: () => fleet.openSession(),
    newClaimant: () => `${data.installationId}/${newUuidV7()}`,
    now: () => new Date(),
    logger,
  });
}

/** Whether every message for this station's worker comes through its own publisher. */
export function hasOwnQueue({ Broker, Roles }: Configuration): boolean {
  return Broker.Provider === 'embedded' && Roles.includes('publisher');
}

/** Beside an embedded broker in the host, which has both ends of what it moves; else in a process of its own. */
export function startPublisher(
  { configuration, launcher, entries, logger }: StationOptions,
  { broker, direct }: Infrastructure,
  store: Persistence,
  { metrics, tracing }: Telemetry,
  onWork: () => void,
): StationPublisher {
  const watched = (publisher: Publisher): Publisher => tracedPublisher(countedPublisher(publisher, metrics), tracing);
  const deadLetters = countedDeadLetters(broker, metrics);
  if (hasOwnQueue(configuration)) {
    const now = (): Date => new Date();
    return startPublisherInHost({ store, broker, deadLetters, direct, watched, onWork, now, logger });
  }
  const publisher = watched(broker);
  const onBrokerBack = (listener: () => void): void => broker.onBack(listener);
  return startPublisherChild({
    ...{ launcher, entry: entries.publisher, store, publisher, deadLetters, onBrokerBack, logger },
  });
}
