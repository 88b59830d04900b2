import { unaskedServices } from '../config/revocation-rules.ts';
import { settingsInForce } from '../config/settings-in-force.ts';
import { SIGNATURE_FORMATS } from '../contract/vocabulary/signature-formats.ts';
import type { StateFeed } from '../events/state-feed.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { createHttpApp } from '../http/http-app.ts';
import { listen } from '../http/http-listener.ts';
import { removeStaleUploads, UPLOAD_SUFFIX } from '../http/uploads/stale-uploads.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { createProcessList } from '../processes/process-list.ts';
import type { TokenDoctor } from '../providers/token-doctor.ts';
import { createOnlineVerifier } from '../validation-data/online/online-verifier.ts';
import type { EvidenceFetcher } from '../validation-data/online/evidence-fetcher.ts';
import type { Verifier } from '../verification/verification.ts';
import { createVerificationPool, type VerificationPool } from '../verification/verifier/verification-pool.ts';
import { timeLimitOf } from '../verification/verifier/time-limit.ts';
import { childEnvironment } from '../secrets/child-environment.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import type { DemoIdentity } from '../demo/demo-identity.ts';
import { healthChecks, type HealthParts } from '../health/health-checks.ts';
import { startWatchedFolders, type WatchedFolders } from '../watched-folders/watched-folders.ts';
import type { Infrastructure } from './infrastructure.ts';
import { createTokenDoctor, doctoredProviders } from './signing-providers.ts';
import type { TimestampAuthority } from '../timestamping/timestamp-authority.ts';
import { trustAnchorList } from '../trust/trust-anchor-list.ts';
import type { TrustWatch } from '../trust/trust-watch.ts';
import { levelFacts } from './level-facts.ts';
import { commandLine } from '../program/command-line.ts';
import { productVersion } from '../program/product-version.ts';
import { errorFields } from '../telemetry/logger.ts';
import { warnOfOpenKeys } from './open-keys.ts';
import type { StationOptions, Telemetry } from './station-options.ts';

const VERIFIERS = 2;
const VERIFIER_IDLE_MILLISECONDS = 60_000;
const VERIFICATION_HEAP_MEBIBYTES = 512;

interface ServeParts {
  readonly persistence: Persistence;
  readonly feed: StateFeed;
  readonly telemetry: Telemetry;
  readonly fleet: Fleet;
  readonly demo: DemoIdentity | null;
  readonly infrastructure: Infrastructure;
  readonly timestamping: TimestampAuthority;
  readonly verifier: Verifier;
  readonly pool: VerificationPool;
  readonly fetcher: EvidenceFetcher | null;
  readonly trust: TrustWatch;
  readonly checks: Omit<HealthParts, 'configuration' | 'folders'>;
  readonly wakePublisher: () => void;
  /** Where this station has one: it starts when the first document is on its way. */
  readonly worker: { begin(): void } | undefined;
}

/** Serves HTTP, without the role `api` health and metrics alone; answers where. `closers` gets what ends it. */
export async function startApi(
  options: StationOptions,
  data: DataDirectory,
  parts: Omit<ServeParts, 'verifier' | 'pool'>,
  closers: (() => Promise<void> | void)[],
): Promise<string> {
  await removeStaleUploads(data.uploads, new Date());
  const pool = createVerifier(options);
  closers.push(() => pool.close());
  const { TimeoutMilliseconds } = options.configuration.ValidationData;
  const verifier = parts.fetcher === null ? pool : createOnlineVerifier(pool, parts.fetcher, TimeoutMilliseconds);
  return serve(options, data, { ...parts, pool, verifier }, closers);
}

async function serve(
  options: StationOptions,
  data: DataDirectory,
  parts: ServeParts,
  closers: (() => Promise<void> | void)[],
): Promise<string> {
  const { configuration, entries, logger } = options;
  if (configuration.Authentication.Enabled) await warnOfOpenKeys(parts.persistence, logger);
  const watched: { folders?: WatchedFolders } = {};
  const unasked = unaskedServices(configuration);
  if (unasked !== null) logger.warn(unasked);
  const ownCommands = await commandLine();
  const app = createHttpApp({
    persistence: parts.persistence,
    objectStore: parts.infrastructure.objectStore,
    acceptanceMarks: parts.infrastructure.acceptanceMarks,
    providers: parts.fleet.directory,
    stations: async () => ({
      known: await parts.fleet.stations(),
      ownId: data.installationId,
      commandLine: ownCommands,
    }),
    tokenDoctor: createDoctor(options, parts.demo),
    timestampAuthority: parts.timestamping,
    verifier: parts.verifier,
    // Its words are loaded when the first one is asked for.
    drawReport: async (sheets, language) => (await import('../reports/draw-report.ts')).drawReport(sheets, language),
    processes: createProcessList(parts.checks.supervised, () => [parts.pool.report()]),
    trustMaterial: parts.trust.material,
    trustAnchors: async () => trustAnchorList(await parts.trust.reading(), new Date()),
    settings: () => settingsInForce(configuration),
    levelFacts: async () => levelFacts(configuration, await parts.trust.material()),
    stateFeed: parts.feed,
    logger,
    metrics: parts.telemetry.metrics,
    metricsRegistry: parts.telemetry.metrics,
    tracing: parts.telemetry.tracing,
    clock: () => new Date(),
    newId: newUuidV7,
    onAccepted: parts.wakePublisher,
    onDocumentComing: () => parts.worker?.begin(),
    supportedFormats: SIGNATURE_FORMATS,
    configuration,
    healthChecks: healthChecks({ ...parts.checks, configuration, folders: () => watched.folders?.problems() ?? [] }),
    uploadDirectory: data.uploads,
    rendererDirectory: configuration.Roles.includes('api') ? entries.renderer : null,
    version: await productVersion(),
  });
  const listener = await listen(app, configuration, logger);
  closers.push(() => listener.close());
  // Commands ask a station that takes requests.
  if (configuration.Roles.includes('api')) announce(data, listener.url, logger);
  const folders = startWatchedFolders({
    ...{ configuration, logger, feed: parts.feed, ports: app.ports },
    ...{ station: data.installationId, uploadDirectory: data.uploads, uploadSuffix: UPLOAD_SUFFIX },
  });
  watched.folders = folders;
  closers.push(() => folders.stop());
  return listener.url;
}

/** Who starts a second station with this data is told where the first one is; without it they are told less. */
function announce(data: DataDirectory, url: string, logger: StationOptions['logger']): void {
  try {
    data.announce(url);
  } catch (fault) {
    logger.warn('The address of the station could not be written into its data directory.', errorFields(fault));
  }
}

/** In Production no module is loaded but the configured ones, whoever asks. */
function createDoctor(options: StationOptions, demo: DemoIdentity | null): TokenDoctor {
  const { configuration, launcher, entries, environment } = options;
  const parts = { configuration, launcher, script: entries.doctor, environment };
  const hasTokens = configuration.Roles.includes('token-host');
  const { providers, standIn } = hasTokens
    ? doctoredProviders(configuration, demo?.provider ?? null)
    : { providers: [], standIn: null };
  return { ...createTokenDoctor(parts, providers, configuration.Environment !== 'Production'), standIn };
}

function createVerifier({ launcher, entries, environment }: StationOptions): VerificationPool {
  return createVerificationPool({
    launcher,
    entry: entries.verifier,
    env: childEnvironment('verifier', environment),
    size: VERIFIERS,
    timeLimitOf,
    heapMebibytes: VERIFICATION_HEAP_MEBIBYTES,
    idleMilliseconds: VERIFIER_IDLE_MILLISECONDS,
  });
}
