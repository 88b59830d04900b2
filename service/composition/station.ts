import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { SIGNATURE_FORMATS, type SignatureFormat } from '../contract/vocabulary/signing.ts';
import { createStateFeed, type StateFeed } from '../events/state-feed.ts';
import { createHttpApp } from '../http/http-app.ts';
import { listen, type HttpListener } from '../http/http-listener.ts';
import { removeStaleUploads } from '../http/uploads/stale-uploads.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { Persistence } from '../persistence/persistence.ts';
import type { ProcessLauncher } from '../processes/launcher.ts';
import { createTokenHostDirectory } from '../providers/configured/token-host-directory.ts';
import type { ProviderDirectory } from '../providers/providers.ts';
import type { TokenDoctor } from '../providers/token-doctor.ts';
import { countedPublisher } from '../telemetry/counted-broker.ts';
import { countedObjectStore } from '../telemetry/counted-object-store.ts';
import { countedSigningDevice } from '../telemetry/counted-signing-device.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createMetricsRegistry, type MetricsRegistry } from '../telemetry/metrics.ts';
import { tracedPublisher } from '../telemetry/traced-broker.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { TrustMaterial } from '../verification/verification.ts';
import { createVerificationPool, type VerificationPool } from '../verification/verifier/verification-pool.ts';
import { announcePersistence } from './announcing-persistence.ts';
import { childEnvironment } from './children/child-environment.ts';
import { startPublisherChild, type PublisherChild } from './children/publisher-child.ts';
import { startTokenHostChildren, type TokenHostChildren } from './children/token-host-children.ts';
import { startWorkerChild, type WorkerChild, type WorkerChildOptions } from './children/worker-child.ts';
import { completeChains } from './completed-chains.ts';
import { openDataDirectory, type DataDirectory } from './data-directory.ts';
import { ensureDemoIdentity, type DemoIdentity } from './demo/demo-identity.ts';
import type { StationEntries } from './entries.ts';
import { healthChecks } from './health-checks.ts';
import { openInfrastructure, type Infrastructure } from './infrastructure.ts';
import { retentionChores } from './retention-chores.ts';
import { startRetentionTimer, type RetentionTimer } from './retention-timer.ts';
import { createTokenDoctor, doctorProcesses, signingProviders } from './signing-providers.ts';
import { startTracing } from './start-tracing.ts';
import { readTrustMaterial } from './trust-material.ts';
import { watchTrustMaterial } from './trust-watch.ts';

export interface StationOptions {
  readonly configuration: Configuration;
  readonly launcher: ProcessLauncher;
  readonly entries: StationEntries;
  readonly logger: Logger;
  /** The host's environment before its secrets were taken out of process.env. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Station {
  /** Where it serves; null without the role `api`. */
  readonly url: string | null;
  /** Finishes or gives back what is begun, ends every child, closes files. Safe to call again. */
  stop(): Promise<void>;
}

/** What this build can sign and verify. */
export const SUPPORTED_FORMATS: readonly SignatureFormat[] = SIGNATURE_FORMATS;

const STOP_GRACE_MILLISECONDS = 10_000;
/** Once the start is over and the first requests are served. */
const FIRST_SWEEP_MILLISECONDS = 2_000;
const VERIFIERS = 2;
const VERIFIER_IDLE_MILLISECONDS = 60_000;
const VERIFICATION_TIMEOUT_MILLISECONDS = 30_000;
const VERIFICATION_HEAP_MEBIBYTES = 512;

/** Starts every configured role in the order of what needs what, and stops them in the reverse one. */
export async function startStation(options: StationOptions): Promise<Station> {
  const { configuration } = options;
  const data = await openDataDirectory(configuration.Data.Directory, uploadDirectory(configuration));
  const closers: (() => Promise<void> | void)[] = [() => data.release()];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= closeAll(closers));
  try {
    const tracing = await startTracing(configuration, options.logger);
    if (tracing !== undefined) closers.push(() => tracing.stop());
    const url = await startRoles(options, data, { metrics: createMetricsRegistry(), tracing }, closers);
    return { url, stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
}

async function closeAll(closers: (() => Promise<void> | void)[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

async function startRoles(
  options: StationOptions,
  data: DataDirectory,
  telemetry: Telemetry,
  closers: (() => Promise<void> | void)[],
): Promise<string | null> {
  const { configuration } = options;
  const has = (role: Configuration['Roles'][number]): boolean => configuration.Roles.includes(role);
  const infrastructure = await openInfrastructure(configuration, options.entries.sqliteMigrations);
  closers.push(() => infrastructure.close());
  const feed = createStateFeed();
  const { metrics } = telemetry;
  let publisher: PublisherChild | undefined;
  const wakePublisher = (): void => publisher?.wake();
  const persistence = announcePersistence(infrastructure.persistence, {
    feed,
    metrics,
    onOutboxChanged: wakePublisher,
  });
  // The data directory is ours alone: whatever was being worked on in it was being worked on by a station that is gone.
  await persistence.releaseClaims(`${data.installationId}/`, new Date(), false);

  const demo = configuration.Environment === 'Production' ? null : await ensureDemoIdentity(data, new Date());
  const trustMaterial = watchTrust(configuration, demo);
  const tokenHosts = has('token-host') ? startTokenHosts(options, data, demo, feed) : undefined;
  if (tokenHosts !== undefined) closers.push(() => tokenHosts.stop(2_000));
  const directory = createTokenHostDirectory({ hosts: tokenHosts?.places ?? [], now: () => new Date() });
  const intermediates = async (): Promise<TrustMaterial['intermediates']> => (await trustMaterial()).intermediates;
  const worker = has('worker')
    ? startWorker(options, data, infrastructure, {
        persistence,
        ...telemetry,
        device: completeChains(countedSigningDevice(directory, metrics), intermediates),
      })
    : undefined;
  if (worker !== undefined) closers.push(() => worker.stop(STOP_GRACE_MILLISECONDS));
  if (has('publisher')) {
    publisher = startPublisher(options, infrastructure, persistence, telemetry);
    closers.push(() => publisher?.stop(2_000));
  }
  const retention = startRetention(options, infrastructure, persistence, metrics);
  closers.push(() => retention?.stop());
  if (!has('api')) return null;
  await removeStaleUploads(data.uploads, new Date());
  const verifier = createVerifier(options);
  closers.push(() => verifier.close());
  const checks = { infrastructure, worker, publisher, directory: tokenHosts === undefined ? undefined : directory };
  const listener = await serve(options, data, {
    persistence,
    feed,
    telemetry,
    directory,
    demo,
    infrastructure,
    verifier,
    trustMaterial,
    checks,
    wakePublisher,
  });
  closers.push(() => listener.close());
  return listener.url;
}

interface Telemetry {
  readonly metrics: MetricsRegistry;
  readonly tracing: Tracing | undefined;
}

interface ServeParts {
  readonly persistence: Persistence;
  readonly feed: StateFeed;
  readonly telemetry: Telemetry;
  readonly directory: ProviderDirectory;
  readonly demo: DemoIdentity | null;
  readonly infrastructure: Infrastructure;
  readonly verifier: VerificationPool;
  readonly trustMaterial: () => Promise<TrustMaterial>;
  readonly checks: Parameters<typeof healthChecks>[0];
  readonly wakePublisher: () => void;
}

async function serve(options: StationOptions, data: DataDirectory, parts: ServeParts): Promise<HttpListener> {
  const { configuration, entries, logger } = options;
  const app = createHttpApp({
    persistence: parts.persistence,
    objectStore: parts.infrastructure.objectStore,
    providers: parts.directory,
    tokenDoctor: createDoctor(options, parts.demo),
    verifier: parts.verifier,
    trustMaterial: parts.trustMaterial,
    stateFeed: parts.feed,
    logger,
    metrics: parts.telemetry.metrics,
    metricsRegistry: parts.telemetry.metrics,
    tracing: parts.telemetry.tracing,
    clock: () => new Date(),
    newId: newUuidV7,
    onAccepted: parts.wakePublisher,
    supportedFormats: SUPPORTED_FORMATS,
    configuration,
    healthChecks: healthChecks(parts.checks),
    uploadDirectory: data.uploads,
    rendererDirectory: entries.renderer,
    version: await productVersion(),
  });
  return listen(app, configuration);
}

function watchTrust(configuration: Configuration, demo: DemoIdentity | null): () => Promise<TrustMaterial> {
  const { TrustAnchors } = configuration.Verification;
  return watchTrustMaterial(() =>
    readTrustMaterial({
      trustAnchors: demo === null ? [TrustAnchors] : [TrustAnchors, demo.trustFolder],
      intermediates: configuration.ValidationData.Certificates,
      crls: configuration.ValidationData.Crls,
      ocspResponses: configuration.ValidationData.OcspResponses,
    }),
  );
}

/** In Production no module is loaded but the configured ones, whoever asks. */
function createDoctor(options: StationOptions, demo: DemoIdentity | null): TokenDoctor {
  const { configuration, launcher, entries, environment } = options;
  const parts = { configuration, launcher, script: entries.doctor, environment };
  const hasTokens = configuration.Roles.includes('token-host');
  const providers = hasTokens ? signingProviders(configuration, demo?.provider ?? null) : [];
  return createTokenDoctor(parts, providers, configuration.Environment !== 'Production');
}

function startTokenHosts(
  options: StationOptions,
  data: DataDirectory,
  demo: DemoIdentity | null,
  feed: StateFeed,
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
    onTokensChanged: () => feed.announceTokens(),
    logger,
  });
}

function startWorker(
  options: StationOptions,
  data: DataDirectory,
  infrastructure: Infrastructure,
  ports: Pick<WorkerChildOptions, 'persistence' | 'device' | 'metrics' | 'tracing'>,
): WorkerChild {
  const { configuration, launcher, entries, logger } = options;
  const { SigningJobRetry, Worker, Timestamping, Storage } = configuration;
  return startWorkerChild({
    launcher,
    entry: entries.worker,
    settings: {
      storageRoot: Storage.Root,
      concurrency: Worker.Concurrency,
      leaseMilliseconds: Worker.LeaseMilliseconds,
      retryPolicy: {
        maxAttempts: SigningJobRetry.MaxAttempts,
        initialBackoffMilliseconds: SigningJobRetry.InitialBackoffMilliseconds,
        maxBackoffMilliseconds: SigningJobRetry.MaxBackoffMilliseconds,
      },
      hasTimestampAuthority: Timestamping.Url !== null,
    },
    ...ports,
    openSession: () => infrastructure.broker.openSession(),
    newClaimant: () => `${data.installationId}/${newUuidV7()}`,
    now: () => new Date(),
    logger,
  });
}

function startPublisher(
  { launcher, entries, logger }: StationOptions,
  infrastructure: Infrastructure,
  store: Persistence,
  { metrics, tracing }: Telemetry,
): PublisherChild {
  const publisher = tracedPublisher(countedPublisher(infrastructure.broker, metrics), tracing);
  return startPublisherChild({ launcher, entry: entries.publisher, store, publisher, logger });
}

/** Undefined when this process has no role that owns files and messages. */
function startRetention(
  { configuration, logger }: StationOptions,
  infrastructure: Infrastructure,
  persistence: Persistence,
  metrics: MetricsRegistry,
): RetentionTimer | undefined {
  const { InputFileDays: inputDays, OutputFileDays: outputDays, SweepIntervalMinutes } = configuration.Retention;
  const isOurs = configuration.Roles.some((role) => role === 'api' || role === 'worker');
  if (!isOurs) return undefined;
  const objectStore = countedObjectStore(infrastructure.objectStore, metrics);
  const ports = { persistence, objectStore, clock: () => new Date(), newId: newUuidV7, logger };
  return startRetentionTimer({
    chores: retentionChores(ports, { inputDays, outputDays }),
    intervalMilliseconds: SweepIntervalMinutes * 60_000,
    firstAfterMilliseconds: FIRST_SWEEP_MILLISECONDS,
    logger,
  });
}

function createVerifier({ launcher, entries, environment }: StationOptions): VerificationPool {
  return createVerificationPool({
    launcher,
    entry: entries.verifier,
    env: childEnvironment(environment),
    size: VERIFIERS,
    timeoutMilliseconds: VERIFICATION_TIMEOUT_MILLISECONDS,
    heapMebibytes: VERIFICATION_HEAP_MEBIBYTES,
    idleMilliseconds: VERIFIER_IDLE_MILLISECONDS,
  });
}

/** On the storage's own file system, so that taking over an upload is a rename. */
function uploadDirectory(configuration: Configuration): string {
  return configuration.Storage.Provider === 'local'
    ? path.join(configuration.Storage.Root, 'uploads')
    : path.join(configuration.Data.Directory, 'uploads');
}

async function productVersion(): Promise<string> {
  const file = path.join(import.meta.dirname, '..', 'package.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string'
    ? parsed.version
    : '0.0.0';
}
