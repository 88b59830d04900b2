import type { Configuration } from '../config/configuration.ts';
import { createTokenHostDirectory } from '../providers/configured/token-host-directory.ts';
import { countedSigningDevice } from '../telemetry/counted-signing-device.ts';
import type { TrustMaterial } from '../verification/verification.ts';
import { announcePersistence } from '../events/announcing-persistence.ts';
import type { Supervised } from '../processes/supervisor.ts';
import type { TokenHostChildren } from '../providers/children/token-host-children.ts';
import type { WorkerChild } from '../signing-worker/worker-child.ts';
import type { TimestampClientChild } from '../timestamping/link/timestamp-client-child.ts';
import type { PublisherChild } from '../outbox/publisher-child.ts';
import { completeChains } from '../providers/completed-chains.ts';
import type { DataDirectory } from './data-directory.ts';
import { ensureDemoIdentity } from './demo/demo-identity.ts';
import { hostSecrets } from './host-secrets.ts';
import { openInfrastructure, type Infrastructure } from './infrastructure.ts';
import { readTrustMaterial, trustFolders } from '../trust/trust-material.ts';
import { openTimestamping } from './timestamping.ts';
import { watchTrustMaterial } from '../trust/trust-watch.ts';
import { startUpkeep, type Upkeep } from './upkeep.ts';
import { createValidationData, openEvidenceFetcher } from './validation-data.ts';
import { startApi } from './start-api.ts';
import { startPublisher, startTokenHosts, startWorker } from './start-children.ts';
import type { StationOptions, Telemetry } from './station-options.ts';

const STOP_GRACE_MILLISECONDS = 10_000;

/** Starts the configured roles; `closers` gets what ends them, to be called from the last to the first. Gives where it serves. */
export async function startRoles(
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
  const upkeep = { configuration, infrastructure, persistence, device: directory, feed, metrics };
  care.upkeep = startUpkeep({ ...upkeep, logger: options.logger, uploadDirectory: data.uploads });
  closers.push(() => care.upkeep?.stop());
  if (!has('api')) return null;
  const checks = {
    infrastructure,
    worker,
    publisher: care.publisher,
    directory: tokenHosts === undefined ? undefined : directory,
    trust,
    supervised: () => present(worker, care.publisher, tokenHosts, timestamping),
  };
  const served = { persistence, feed, telemetry, directory, demo, infrastructure, wakePublisher, timestamping };
  return startApi(options, data, { ...served, checks, fetcher, trust }, closers);
}

/** The children that there are by now; more token-hosts may come. */
function present(
  worker: WorkerChild | undefined,
  publisher: PublisherChild | undefined,
  tokenHosts: TokenHostChildren | undefined,
  timestamping: TimestampClientChild,
): readonly Supervised[] {
  const others = tokenHosts?.supervised() ?? [];
  const all = [worker?.supervised, publisher?.supervised, ...others, timestamping.supervised];
  return all.filter((child) => child !== undefined);
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
