import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import type { StateChange } from '../contract/http/signatures.ts';
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
import { countedSigningDevice } from '../telemetry/counted-signing-device.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createMetricsRegistry, type MetricsRegistry } from '../telemetry/metrics.ts';
import { tracedPublisher } from '../telemetry/traced-broker.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { createOnlineVerifier } from '../validation-data/online/online-verifier.ts';
import type { EvidenceFetcher } from '../validation-data/online/evidence-fetcher.ts';
import type { TrustMaterial, Verifier } from '../verification/verification.ts';
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
import { hostSecrets } from './host-secrets.ts';
import { healthChecks, type HealthParts } from './health-checks.ts';
import { openInfrastructure, type Infrastructure } from './infrastructure.ts';
import { storageSecretNames } from './open-storage.ts';
import { createTokenDoctor, doctorProcesses, signingProviders } from './signing-providers.ts';
import { startTracing } from './start-tracing.ts';
import { readTrustMaterial, trustFolders } from './trust-material.ts';
import { openTimestamping } from './timestamping.ts';
import type { TimestampAuthority } from '../timestamping/timestamp-authority.ts';
import { trustAnchorList } from './trust-anchor-list.ts';
import { watchTrustMaterial, type TrustWatch } from './trust-watch.ts';
import { workerConcurrency } from './worker-concurrency.ts';
import { startUpkeep, type Upkeep } from './upkeep.ts';
import { createValidationData, openEvidenceFetcher } from './validation-data.ts';
import { warnOfOpenKeys } from './open-keys.ts';

export interface StationOptions {
  readonly configuration: Configuration;
  readonly launcher: ProcessLauncher;
  readonly entries: StationEntries;
  readonly logger: Logger;
  /** Told once, when the station can't keep anything any more (a disk that refuses to): it has to be ended. */
  readonly onFatal: (fault: Error) => void;
  /** The host's environment before its secrets were taken out of process.env. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Station {
  /** Where it serves; null without the role `api`. */
  readonly url: string | null;
  /** State changes of the default tenant's requests as they are committed; answers the function that ends it. */
  watch(listener: (change: StateChange) => void): () => void;
  /** Finishes or gives back what is begun, ends every child, closes files. Safe to call again. */
  stop(): Promise<void>;
}

/** What this build can sign and verify. */
export const SUPPORTED_FORMATS: readonly SignatureFormat[] = SIGNATURE_FORMATS;

const STOP_GRACE_MILLISECONDS = 10_000;
const VERIFIERS = 2;
const VERIFIER_IDLE_MILLISECONDS = 60_000;
const VERIFICATION_TIMEOUT_MILLISECONDS = 30_000;
const VERIFICATION_HEAP_MEBIBYTES = 512;

/** Starts every configured role in the order of what needs what, and stops them in the reverse one. */
export async function startStation(options: StationOptions): Promise<Station> {
  const { configuration } = options;
  const data = await openDataDirectory(configuration.Data.Directory, uploadDirectory(configuration));
  const closers: (() => Promise<void> | void)[] = [() => data.release()];
  const feed = createStateFeed();
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= closeAll(closers));
  try {
    const tracing = await startTracing(configuration, options.logger);
    if (tracing !== undefined) closers.push(() => tracing.stop());
    const url = await startRoles(options, data, { metrics: createMetricsRegistry(), tracing, feed }, closers);
    const watch: Station['watch'] = (listener) => feed.subscribe(configuration.Signatures.DefaultTenantId, listener);
    return { url, stop, watch };
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
  const infrastructure = await openOwnInfrastructure(options, data);
  closers.push(() => infrastructure.close());
  const { metrics, feed } = telemetry;
  const care: { publisher?: PublisherChild; upkeep?: Upkeep } = {};
  const wakePublisher = (): void => care.publisher?.wake();
  const persistence = announcePersistence(infrastructure.persistence, {
    feed,
    metrics,
    onOutboxChanged: wakePublisher,
    onJobParked: () => care.upkeep?.jobParked(),
  });
  // The data directory is ours alone: whatever was being worked on in it was being worked on by a station that is gone.
  await persistence.releaseClaims(`${data.installationId}/`, new Date(), false);

  const demo = configuration.Environment === 'Production' ? null : await ensureDemoIdentity(data, new Date());
  const demoAnchors = demo === null ? [] : [demo.trustFolder];
  const trust = watchTrustMaterial(() => readTrustMaterial(trustFolders(configuration, demoAnchors)), options.logger);
  const fetcher = await openEvidenceFetcher(configuration, options.logger);
  const tokenHosts = has('token-host') ? startTokenHosts(options, data, demo, feed) : undefined;
  if (tokenHosts !== undefined) closers.push(() => tokenHosts.stop(2_000));
  const directory = createTokenHostDirectory({ hosts: tokenHosts?.places ?? [], now: () => new Date() });
  const intermediates = async (): Promise<TrustMaterial['intermediates']> => (await trust.material()).intermediates;
  const timestamping = openTimestampAuthority(options);
  closers.push(() => timestamping.stop(1_000));
  const worker = has('worker')
    ? startWorker(options, data, infrastructure, {
        persistence,
        ...telemetry,
        device: completeChains(countedSigningDevice(directory, metrics), intermediates),
        timestamping,
        validationData: createValidationData(configuration, trust.material, fetcher),
      })
    : undefined;
  if (worker !== undefined) closers.push(() => worker.stop(STOP_GRACE_MILLISECONDS));
  if (has('publisher')) {
    care.publisher = startPublisher(options, infrastructure, persistence, telemetry);
    closers.push(() => care.publisher?.stop(2_000));
  }
  const { logger } = options;
  care.upkeep = startUpkeep({ configuration, infrastructure, persistence, device: directory, feed, metrics, logger });
  closers.push(() => care.upkeep?.stop());
  if (!has('api')) return null;
  const checks = {
    infrastructure,
    worker,
    publisher: care.publisher,
    directory: tokenHosts === undefined ? undefined : directory,
    trust,
  };
  const served = { persistence, feed, telemetry, directory, demo, infrastructure, wakePublisher, timestamping };
  return startApi(options, data, { ...served, checks, fetcher, trust }, closers);
}

function openOwnInfrastructure(options: StationOptions, data: DataDirectory): Promise<Infrastructure> {
  const { configuration, entries, environment, logger, onFatal } = options;
  return openInfrastructure({
    configuration,
    entries,
    data,
    secrets: hostSecrets(environment, data.root),
    logger,
    station: data.installationId,
    onFault: onFatal,
  });
}

async function startApi(
  options: StationOptions,
  data: DataDirectory,
  parts: Omit<ServeParts, 'verifier'>,
  closers: (() => Promise<void> | void)[],
): Promise<string> {
  await removeStaleUploads(data.uploads, new Date());
  const pool = createVerifier(options);
  closers.push(() => pool.close());
  const verifier = parts.fetcher === null ? pool : createOnlineVerifier(pool, parts.fetcher);
  const listener = await serve(options, data, { ...parts, verifier });
  closers.push(() => listener.close());
  return listener.url;
}

interface Telemetry {
  readonly metrics: MetricsRegistry;
  readonly feed: StateFeed;
  readonly tracing: Tracing | undefined;
}

interface ServeParts {
  readonly persistence: Persistence;
  readonly feed: StateFeed;
  readonly telemetry: Telemetry;
  readonly directory: ProviderDirectory;
  readonly demo: DemoIdentity | null;
  readonly infrastructure: Infrastructure;
  readonly timestamping: TimestampAuthority;
  readonly verifier: Verifier;
  readonly fetcher: EvidenceFetcher | null;
  readonly trust: TrustWatch;
  readonly checks: Omit<HealthParts, 'configuration'>;
  readonly wakePublisher: () => void;
}

async function serve(options: StationOptions, data: DataDirectory, parts: ServeParts): Promise<HttpListener> {
  const { configuration, entries, logger } = options;
  if (configuration.Authentication.Enabled) await warnOfOpenKeys(parts.persistence, logger);
  const app = createHttpApp({
    persistence: parts.persistence,
    objectStore: parts.infrastructure.objectStore,
    providers: parts.directory,
    tokenDoctor: createDoctor(options, parts.demo),
    timestampAuthority: parts.timestamping,
    verifier: parts.verifier,
    trustMaterial: parts.trust.material,
    trustAnchors: async () => trustAnchorList(await parts.trust.reading(), new Date()),
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
    healthChecks: healthChecks({ ...parts.checks, configuration }),
    uploadDirectory: data.uploads,
    rendererDirectory: entries.renderer,
    version: await productVersion(),
  });
  return listen(app, configuration, logger);
}

/** Workers ask for timestamps, and whoever tests the settings over HTTP. */
function openTimestampAuthority({ configuration, launcher, entries, environment, logger }: StationOptions) {
  return openTimestamping({ configuration, launcher, script: entries.timestampClient, environment, logger });
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

/** From the environment first, then from the secrets folder; read anew each time. */
function startWorker(
  options: StationOptions,
  data: DataDirectory,
  infrastructure: Infrastructure,
  ports: Pick<WorkerChildOptions, 'persistence' | 'device' | 'validationData' | 'timestamping' | 'metrics' | 'tracing'>,
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

function createVerifier({ launcher, entries, environment }: StationOptions): VerificationPool {
  return createVerificationPool({
    launcher,
    entry: entries.verifier,
    env: childEnvironment('verifier', environment),
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
