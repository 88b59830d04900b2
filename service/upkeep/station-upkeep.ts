import type { Archive } from '../archive/archive.ts';
import type { Broker } from '../broker/broker.ts';
import type { Configuration } from '../config/configuration.ts';
import { durationMilliseconds } from '../config/duration.ts';
import type { StateFeed } from '../events/state-feed.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { countedObjectStore } from '../telemetry/counted-object-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { expireApprovals } from '../use-cases/approvals.ts';
import { NOTHING_DUE, renewOnSchedule } from '../use-cases/renew-on-schedule.ts';
import { clearCutOff } from '../use-cases/clear-cut-off.ts';
import { recoverJobs } from '../use-cases/recover-jobs.ts';
import {
  bringJobsInLine,
  failOverdueJobs,
  wakeDueJobs,
  wakeWaitingJobs,
  type WaitingPorts,
} from '../use-cases/wake-waiting-jobs.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { AcceptanceMarks } from '../storage/acceptance-marks.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { describeClearingFaults, UNDONE } from './clearing-faults.ts';
import { startLineFilling } from './line-filling.ts';
import { createRenewalWatch } from './renewal-watch.ts';
import { retentionChores } from './retention-chores.ts';
import { startRetentionTimer, type Chore, type RetentionTimer } from './retention-timer.ts';
import { startWaitingWatch, type WaitingWatch } from './waiting-watch.ts';

/** Once the start is over and the first requests are served. */
const FIRST_SWEEP_MILLISECONDS = 2_000;
const FIRST_RECOVERY_MILLISECONDS = 1_000;
const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;
const DUE_LOOK_MILLISECONDS = 10_000;

export interface UpkeepParts {
  readonly configuration: Configuration;
  readonly objectStore: ObjectStore;
  readonly acceptanceMarks: AcceptanceMarks;
  /** The database is a server's, where a commit of an earlier life may still be under way. */
  readonly isShared: boolean;
  readonly broker: Broker;
  /** Where what leaves the database is kept. */
  readonly archive: Archive;
  readonly persistence: Persistence;
  readonly fleet: Pick<Fleet, 'directory' | 'leads' | 'wake'>;
  /** Of the lanes of this station's workers; undefined where they have none. */
  readonly roomFor: WaitingPorts['roomFor'] | undefined;
  readonly feed: Pick<StateFeed, 'subscribeTokens'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Messages were committed. */
  readonly wakePublisher: () => void;
  /** Removes received files that a crash has left behind; answers how many. */
  readonly sweepUploads: (now: Date) => Promise<number>;
}

/** What a station does by itself for jobs and files that nobody works on. */
export interface Upkeep {
  /** A job was parked. */
  jobParked(): void;
  /** A job may wait for a key of this station. */
  keyWanted(): void;
  /** The workers have done all that was brought to them. */
  workersFree(): void;
  /** A lane of theirs has room for jobs that stand in line. */
  laneHasRoom(): void;
  /** Null where nothing is renewed without being asked for; else what did not work of it, if anything. */
  readonly renewal: (() => string | null) | null;
  /** Null where this process clears nothing up; else what of it did not work, if anything. */
  readonly clearingUp: (() => string | null) | null;
  stop(): Promise<void>;
}

/** Starts what this process's roles ask for. */
export function startUpkeep(parts: UpkeepParts): Upkeep {
  const { Roles } = parts.configuration;
  const ports: WaitingPorts = {
    persistence: parts.persistence,
    device: parts.fleet.directory,
    wake: parts.fleet.wake,
    roomFor: parts.roomFor ?? (() => null),
    clock: () => new Date(),
    newId: newUuidV7,
    logger: parts.logger,
  };
  const renewal = Roles.includes('publisher') ? startRenewal(parts) : null;
  const jobs = Roles.includes('publisher') ? startJobCare(parts, ports) : undefined;
  const waking = Roles.includes('publisher') ? startWaking(parts, ports) : undefined;
  const files = Roles.some((role) => role === 'api' || role === 'worker') ? startRetention(parts) : undefined;
  const waiting = Roles.includes('token-host') ? watchWaiting(parts, ports) : undefined;
  const line = parts.roomFor && startLineFilling(() => bringJobsInLine(ports), parts.logger);
  return {
    jobParked: () => waiting?.parked(),
    keyWanted() {
      waiting?.keyWanted();
      line?.look();
    },
    laneHasRoom: () => line?.look(),
    workersFree: () => waiting?.workersFree(),
    renewal: renewal?.fault ?? null,
    clearingUp: files === undefined ? null : () => describeClearingFaults(files.faults()),
    async stop() {
      await Promise.all([jobs?.stop(), waking?.stop(), files?.stop(), waiting?.stop(), line?.stop(), renewal?.stop()]);
    },
  };
}

/** Brings jobs to workers whose time to wait is over. */
function startWaking({ fleet, logger }: UpkeepParts, ports: WaitingPorts): RetentionTimer {
  return startRetentionTimer({
    chores: [
      {
        message: 'Jobs that had waited for a time were brought to a worker.',
        run: async (isStopped) => ((await fleet.leads('jobs')) ? wakeDueJobs(ports, isStopped) : 0),
        restMilliseconds: 0,
      },
    ],
    intervalMilliseconds: DUE_LOOK_MILLISECONDS,
    firstAfterMilliseconds: FIRST_RECOVERY_MILLISECONDS,
    logger,
  });
}

/** Looks for jobs that lost their message or waited too long, soon after the start and every minute. */
function startJobCare({ configuration, broker, fleet, logger }: UpkeepParts, ports: WaitingPorts): RetentionTimer {
  const maxWait = durationMilliseconds(configuration.Signing.MaxWait);
  const patience = durationMilliseconds(configuration.Approvals.ExpireAfter);
  return startRetentionTimer({
    chores: [
      {
        message: 'Jobs that had lost their message were handed over again.',
        run: async (isStopped) => ((await fleet.leads('jobs')) ? recoverJobs({ ...ports, broker }, isStopped) : 0),
        restMilliseconds: 0,
      },
      {
        message: 'Documents that nobody had approved in time (Approvals:ExpireAfter) were cancelled.',
        run: async () => ((await fleet.leads('jobs')) ? expireApprovals(ports, new Date(Date.now() - patience)) : 0),
        restMilliseconds: 0,
      },
      {
        message: 'Jobs that had waited for longer than Signing:MaxWait failed.',
        run: async () => ((await fleet.leads('jobs')) ? failOverdueJobs(ports, new Date(Date.now() - maxWait)) : 0),
        restMilliseconds: 0,
      },
      {
        // Nothing to tell: it goes on as events come.
        message: 'Audit events were summarized for the text filter.',
        run: async (isStopped) => {
          while (!isStopped() && (await ports.persistence.summarizeAudit()));
          return 0;
        },
        restMilliseconds: 0,
      },
    ],
    intervalMilliseconds: MINUTE_MILLISECONDS,
    firstAfterMilliseconds: FIRST_RECOVERY_MILLISECONDS,
    logger,
  });
}

function watchWaiting({ feed, logger }: UpkeepParts, ports: WaitingPorts): WaitingWatch {
  const watch = startWaitingWatch({ look: (limit) => wakeWaitingJobs(ports, limit), logger });
  const unsubscribe = feed.subscribeTokens(() => watch.tokensChanged());
  return {
    parked: () => watch.parked(),
    tokensChanged: () => watch.tokensChanged(),
    keyWanted: () => watch.keyWanted(),
    workersFree: () => watch.workersFree(),
    stop: async () => {
      unsubscribe();
      await watch.stop();
    },
  };
}

/** Once for all stations that share the files. */
function startRenewal(parts: UpkeepParts): { readonly fault: () => string | null; stop(): Promise<void> } | null {
  const { configuration, persistence, fleet, metrics, logger, wakePublisher } = parts;
  const { WithinDays: withinDays, IntervalMinutes } = configuration.Renewal;
  if (withinDays === null) return null;
  const stores = {
    objectStore: countedObjectStore(parts.objectStore, metrics),
    acceptanceMarks: parts.acceptanceMarks,
  };
  const ports = { persistence, ...stores, clock: () => new Date(), newId: newUuidV7, logger, metrics };
  const watch = createRenewalWatch({
    withinDays,
    logger,
    look: async (isStopped) =>
      (await fleet.leads('files'))
        ? renewOnSchedule({ ...ports, onAccepted: wakePublisher }, withinDays, isStopped)
        : NOTHING_DUE,
  });
  const timer = startRetentionTimer({
    chores: [watch.chore],
    intervalMilliseconds: IntervalMinutes * MINUTE_MILLISECONDS,
    firstAfterMilliseconds: FIRST_SWEEP_MILLISECONDS,
    logger,
  });
  return { fault: watch.fault, stop: () => timer.stop() };
}

/** A server may take until it is well again to finish a commit whose station has died: a day is waited there. */
function cutOffChore(ports: Parameters<typeof clearCutOff>[0], isShared: boolean): Chore {
  const since = performance.now();
  return {
    message: 'Files of requests that a crash had cut off before they were accepted were removed.',
    undone: UNDONE.leftovers,
    run: async (isStopped) =>
      isShared && performance.now() - since < DAY_MILLISECONDS ? 0 : clearCutOff(ports, isStopped),
    restMilliseconds: 0,
  };
}

/** A request whose files are kept stays, which whoever has set days for requests may not expect. */
function warnOfKeptFiles({ Retention }: UpkeepParts['configuration'], logger: UpkeepParts['logger']): void {
  const { RequestDays, InputFileDays, OutputFileDays } = Retention;
  const days = [InputFileDays.Completed, OutputFileDays.Completed, InputFileDays.Failed, InputFileDays.Cancelled];
  if (RequestDays === null || !days.includes(null)) return;
  logger.warn(
    'Requests stay in the database for as long as a file of theirs is kept: set days for files of every state.',
  );
}

function startRetention(parts: UpkeepParts): RetentionTimer {
  const { configuration, persistence, archive, fleet, metrics, logger, sweepUploads } = parts;
  const { InputFileDays: inputDays, OutputFileDays: outputDays, SweepIntervalMinutes } = configuration.Retention;
  const { AuditEventDays, RequestDays } = configuration.Retention;
  const tenantId = configuration.Signatures.DefaultTenantId;
  const objectStore = countedObjectStore(parts.objectStore, metrics);
  const ports = { persistence, objectStore, clock: () => new Date(), newId: newUuidV7, logger };
  warnOfKeptFiles(configuration, logger);
  // Once for all stations that share the files.
  const shared = retentionChores(
    { ...ports, archive },
    { inputDays, outputDays },
    AuditEventDays === null ? null : { days: AuditEventDays, tenantId },
    RequestDays === null ? null : { days: RequestDays, tenantId },
  ).map((chore): Chore => ({
    ...chore,
    run: async (isStopped) => ((await fleet.leads('files')) ? chore.run(isStopped) : 0),
  }));
  const uploads: Chore = {
    message: 'Uploads that a crash had left behind were removed.',
    undone: UNDONE.leftovers,
    run: () => sweepUploads(new Date()),
    restMilliseconds: 0,
  };
  return startRetentionTimer({
    chores: [...shared, uploads, cutOffChore({ ...ports, acceptanceMarks: parts.acceptanceMarks }, parts.isShared)],
    intervalMilliseconds: SweepIntervalMinutes * MINUTE_MILLISECONDS,
    firstAfterMilliseconds: FIRST_SWEEP_MILLISECONDS,
    logger,
  });
}
