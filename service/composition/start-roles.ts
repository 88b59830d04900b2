import type { Configuration } from '../config/configuration.ts';
import { createTokenHostDirectory } from '../providers/configured/token-host-directory.ts';
import { countedSigningDevice } from '../telemetry/counted-signing-device.ts';
import type { TrustMaterial } from '../verification/verification.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { announcePersistence } from '../events/announcing-persistence.ts';
import { createSignal } from '../events/signal.ts';
import type { Supervised } from '../processes/supervisor.ts';
import type { TokenHostChildren } from '../providers/children/token-host-children.ts';
import type { LaneSources, ProviderLanes } from '../signing-worker/provider-lanes.ts';
import type { WorkerChild } from '../signing-worker/worker-child.ts';
import type { TimestampClientChild } from '../timestamping/link/timestamp-client-child.ts';
import type { StationPublisher } from '../outbox/station-publisher.ts';
import type { StateFeed } from '../events/state-feed.ts';
import { completedChains } from '../providers/completed-chains.ts';
import { createArchiveFolder } from '../archive/local/archive-folder.ts';
import { createUploadSweep } from '../http/uploads/stale-uploads.ts';
import { auditArchiveFolder } from '../data-directory/audit-archive-folder.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { ensureDemoIdentity, type DemoIdentity } from '../demo/demo-identity.ts';
import { hostSecrets } from './host-secrets.ts';
import { openInfrastructure, type Infrastructure } from './infrastructure.ts';
import { KnownFiles } from '../trust/known-files.ts';
import { readTrustMaterial, trustFolders, withLists } from '../trust/trust-material.ts';
import { openTrustedLists } from './trusted-lists.ts';
import { openTimestamping } from './timestamping.ts';
import { watchTrustMaterial } from '../trust/trust-watch.ts';
import { feedOfFleet, openStationsFleet, type Care } from './open-fleet.ts';
import { startUpkeep } from '../upkeep/station-upkeep.ts';
import { createValidationData, openEvidenceFetcher } from './validation-data.ts';
import { countWaiting, type WaitingForPerson } from '../use-cases/count-waiting.ts';
import type { PinDesk } from '../use-cases/pin-desk.ts';
import { openPinDesk, type OpenedPins } from './open-pin-desk.ts';
import { startApi } from './start-api.ts';
import { lanesOfProviders, startPublisher, startTokenHosts, startWorker } from './start-children.ts';
import type { StationOptions, Telemetry } from './station-options.ts';

const STOP_GRACE_MILLISECONDS = 10_000;
/** The start of a station is over for whoever waits for it: a window is drawn, a first answer given. */
const STARTED_MILLISECONDS = 1_000;

interface StartedRoles {
  readonly url: string;
  readonly pins: PinDesk | null;
  readonly waiting: () => Promise<WaitingForPerson>;
}

/** Starts the configured roles; `closers` gets what ends them, to be called from the last to the first. */
export async function startRoles(
  options: StationOptions,
  data: DataDirectory,
  telemetry: Telemetry,
  closers: (() => Promise<void> | void)[],
): Promise<StartedRoles> {
  const { configuration } = options;
  const has = (role: Configuration['Roles'][number]): boolean => configuration.Roles.includes(role);
  const { metrics } = telemetry;
  const care: Care = {};
  const { infrastructure, feed, persistence, wakePublisher } = await openStores(options, data, telemetry, care);
  closers.push(() => infrastructure.close());

  const demo = await openDemo(options, data);
  const trust = await openTrust(options, demo === null ? [] : [demo.trustFolder], closers);
  const fetcher = await openEvidenceFetcher(options);
  const { tokenHosts, desk, own, asked } = openOwnTokens(
    { options, data, telemetry, care, demo, persistence },
    closers,
  );
  const fleet = await openStationsFleet(options, data, {
    ...{ infrastructure, persistence, own, demo, care },
    feed: telemetry.feed,
  });
  care.fleet = fleet;
  closers.push(() => fleet.stop());
  const intermediates = async (): Promise<TrustMaterial['intermediates']> => (await trust.material()).intermediates;
  const timestamping = openTimestampAuthority(options);
  closers.push(() => timestamping.stop(1_000));
  const lanes = lanesOf(options, demo, infrastructure, { ...asked, store: persistence }, care);
  const worker = has('worker')
    ? startWorker(options, data, infrastructure, fleet, {
        persistence,
        ...telemetry,
        device: completedChains(countedSigningDevice(fleet.directory, metrics), intermediates),
        lanes,
        timestamping,
        validationData: createValidationData(configuration, trust.material, fetcher),
      })
    : undefined;
  if (worker !== undefined) closers.push(() => worker.stop(STOP_GRACE_MILLISECONDS));
  if (has('publisher')) {
    care.publisher = startPublisher(options, infrastructure, persistence, telemetry, () => worker?.begin());
    closers.push(() => care.publisher?.stop(2_000));
  }
  const upkeep = { configuration, persistence, fleet, feed, metrics, wakePublisher, roomFor: worker && lanes?.roomFor };
  care.upkeep = startUpkeep({ ...upkeep, ...careOfFiles(options, data, infrastructure) });
  closers.push(() => care.upkeep?.stop());
  const waiting = (): Promise<WaitingForPerson> =>
    countWaiting(persistence, desk, configuration.Signatures.DefaultTenantId);
  const checks = {
    ...{ infrastructure, worker, publisher: care.publisher, trust, upkeep: care.upkeep, timestamping },
    directory: tokenHosts === undefined ? undefined : own,
    supervised: () => present(worker, care.publisher, tokenHosts, timestamping),
  };
  const served = { persistence, feed, telemetry, fleet, demo, infrastructure, wakePublisher, timestamping };
  const url = await startApi(options, data, { ...served, worker, checks, fetcher, trust }, closers);
  if (worker !== undefined) closers.push(beginAfterStart(worker));
  return { url, pins: desk, waiting };
}

/** The first document of the day does not wait for its worker to be loaded. Answers what calls it off. */
function beginAfterStart(worker: WorkerChild): () => void {
  const timer = setTimeout(() => worker.begin(), STARTED_MILLISECONDS);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Where what waits and what is old lies. */
function careOfFiles(
  { configuration, logger }: StationOptions,
  data: DataDirectory,
  { objectStore, acceptanceMarks, broker, shared }: Infrastructure,
) {
  const archive = createArchiveFolder(auditArchiveFolder(configuration.Data.Directory));
  const files = { objectStore, acceptanceMarks, isShared: shared !== undefined };
  return { ...files, broker, archive, sweepUploads: createUploadSweep(data.uploads), logger };
}

/** What lanes ask about the providers of this station. */
type LaneQuestions = Pick<LaneSources, 'providerAsked' | 'isShownHere'>;

/** A lane for each provider; one that has room again asks for what stands in line. */
function lanesOf(
  options: StationOptions,
  demo: TokenParts['demo'],
  { shared }: Infrastructure,
  sources: LaneQuestions & Pick<LaneSources, 'store'>,
  care: Care,
): ProviderLanes | undefined {
  const onRoom = (): void => care.upkeep?.laneHasRoom();
  return lanesOfProviders(options, demo, { ...sources, isSharedDatabase: shared !== undefined, onRoom });
}

/** What is trusted: the folders, and what the trusted lists add to them where there are any. */
async function openTrust(
  options: StationOptions,
  demoAnchors: readonly string[],
  closers: (() => Promise<void> | void)[],
): Promise<ReturnType<typeof watchTrustMaterial>> {
  const lists = await openTrustedLists({ ...options, script: options.entries.trustedLists });
  // A look may be waiting for the network; the end of the station does not wait for that.
  closers.push(() => void lists?.stop());
  const folders = trustFolders(options.configuration, demoAnchors);
  const known = new KnownFiles();
  return watchTrustMaterial(async () => {
    const reading = await readTrustMaterial(folders, known);
    return lists === null ? reading : withLists(reading, await lists.reading(), lists.unreadSigners());
  }, options.logger);
}

interface TokenParts {
  readonly options: StationOptions;
  readonly data: DataDirectory;
  readonly telemetry: Telemetry;
  readonly care: Care;
  readonly demo: DemoIdentity | null;
  readonly persistence: Persistence;
}

/** Null: there is none in Production. */
async function openDemo({ configuration, logger }: StationOptions, data: DataDirectory): Promise<DemoIdentity | null> {
  if (configuration.Environment === 'Production') return null;
  const demo = await ensureDemoIdentity(data, new Date());
  if (demo.isMadeAnew) {
    logger.warn('The demo identity had lost its key file or password and was made anew, with another certificate.');
  }
  return demo;
}

/** The keys of this station. Whoever signs with them, from here or from another one, signs what was approved here. */
function openOwnTokens(
  { options, data, telemetry, care, demo, persistence }: TokenParts,
  closers: (() => Promise<void> | void)[],
): OpenedPins & { readonly asked: LaneQuestions; readonly tokenHosts: TokenHostChildren | undefined } {
  const tokenHosts = options.configuration.Roles.includes('token-host')
    ? startTokenHosts(options, data, demo, {
        onTokensChanged: () => tokensChanged(telemetry.feed, care),
        onSpan: (span) => telemetry.tracing?.record(span),
      })
    : undefined;
  if (tokenHosts !== undefined) closers.push(() => tokenHosts.stop(2_000));
  const directory = createTokenHostDirectory({ hosts: tokenHosts?.places ?? [], now: () => new Date() });
  const waits = createSignal();
  care.waitChanged = waits.announce;
  const pins = openPinDesk({ persistence, directory, feed: telemetry.feed, subscribe: waits.subscribe });
  closers.push(() => pins.desk?.forget());
  const asked: LaneQuestions = {
    providerAsked: (selection) => directory.providerAsked(selection),
    isShownHere: (selection) => directory.isShownHere(selection),
  };
  return { ...pins, tokenHosts, asked };
}

/** The children that there are by now; more token-hosts may come. */
function present(
  worker: WorkerChild | undefined,
  publisher: StationPublisher | undefined,
  tokenHosts: TokenHostChildren | undefined,
  timestamping: TimestampClientChild,
): readonly Supervised[] {
  const others = tokenHosts?.supervised() ?? [];
  const all = [worker?.supervised, publisher?.supervised, ...others, timestamping.supervised];
  return all.filter((child) => child !== undefined);
}

/** The database and what tells of its commits; claims that this station has left in it are released. */
async function openStores(options: StationOptions, data: DataDirectory, { feed, metrics }: Telemetry, care: Care) {
  const infrastructure = await openOwnInfrastructure(options, data);
  const feedOfAll = feedOfFleet(feed, infrastructure.shared);
  const wakePublisher = (): void => {
    if (options.configuration.Roles.includes('publisher')) care.publisher?.wake();
    else care.fleet?.outboxChanged();
  };
  const persistence = announcePersistence(infrastructure.persistence, {
    feed: feedOfAll,
    metrics,
    onOutboxChanged: wakePublisher,
    onWaitChanged: () => care.waitChanged?.(),
    onJobParked: (reason) => {
      if (reason === 'KEY_AT_OTHER_STATION' || reason === 'KEY_ABSENT') care.fleet?.keyWantedElsewhere();
      else care.upkeep?.jobParked();
    },
  });
  // Data directory and installation id are ours alone: whatever bears that id was worked on by a process that is gone.
  await persistence.releaseClaims(`${data.installationId}/`, new Date(), 'nobody').catch(async (fault: unknown) => {
    await infrastructure.close();
    throw fault;
  });
  return { infrastructure, feed: feedOfAll, persistence, wakePublisher };
}

function tokensChanged(feed: StateFeed, { fleet }: Care): void {
  feed.announceTokens();
  fleet?.ownTokensChanged();
}

function openOwnInfrastructure(options: StationOptions, data: DataDirectory): Promise<Infrastructure> {
  const { configuration, entries, environment, logger, onFatal } = options;
  return openInfrastructure({
    configuration,
    entries,
    data,
    secrets: hostSecrets(environment, configuration.Data.Directory),
    logger,
    station: data.installationId,
    onFault: onFatal,
  });
}

/** Workers ask for timestamps, and whoever tests the settings over HTTP. */
function openTimestampAuthority({ configuration, launcher, entries, environment, logger }: StationOptions) {
  return openTimestamping({ configuration, launcher, script: entries.timestampClient, environment, logger });
}
