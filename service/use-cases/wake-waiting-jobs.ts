import { recorded } from '../contract/vocabulary/sentence.ts';
import type { WaitReason } from '../contract/vocabulary/failures.ts';
import { deadLetterRow } from '../domain/dead-letter-row.ts';
import { eventsBy } from '../domain/audit-events.ts';
import { AT_ONCE, jobMessageRow } from '../domain/job-message-row.ts';
import type { SignatureRequest } from '../domain/records.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type {
  Obstacle,
  UnattendedJob,
  UnattendedStore,
  WaitFailure,
  WaitingGroup,
} from '../persistence/persistence.ts';
import type { SigningDevice } from '../providers/providers.ts';
import type { UseCasePorts } from './ports.ts';
import { messageOfJob } from './recover-jobs.ts';

export type WaitingPorts = Pick<UseCasePorts, 'persistence' | 'clock' | 'newId' | 'logger'> & {
  readonly device: Pick<SigningDevice, 'selectKey'>;
  /** Brings jobs whose key can be had to a worker: over the outbox, or straight to the workers beside the key. */
  readonly wake: UnattendedStore['wakeJobs'];
  /**
   * How many of a group that stands in line the workers here have room for; null where their lanes are not for it, or
   * where they have none.
   */
  readonly roomFor: (group: WaitingGroup) => number | null;
};

export interface WaitingLook {
  /** Jobs that were woken by this look. */
  readonly woken: number;
  /** Jobs that wait still. */
  readonly waiting: number;
}

const STEP_JOBS = 100;

/**
 * Looks whether what parked jobs wait for is there again: asks the device for the key that each group of them wants, and
 * wakes up to `limit` jobs of a group whose key can be had or whose fault is one that no waiting cures (they fail by
 * themselves then). Where the obstacle is another one now, the jobs say so.
 */
export async function wakeWaitingJobs(ports: WaitingPorts, limit: number): Promise<WaitingLook> {
  const groups = await ports.persistence.waitingGroups();
  // Beside each other: a device that hangs must not keep the jobs of others waiting.
  const counts = await Promise.all(groups.map((group) => lookAt(ports, group, limit)));
  const woken = counts.reduce((sum, count) => sum + count, 0);
  return { woken, waiting: groups.reduce((sum, group) => sum + group.count, 0) - woken };
}

/** Brings jobs that stand in line to those lanes here that have room for them; asks no device. Answers how many. */
export async function bringJobsInLine(ports: WaitingPorts): Promise<number> {
  const groups = await ports.persistence.waitingGroups();
  let brought = 0;
  for (const group of groups.filter(isInLine)) {
    const room = ports.roomFor(group) ?? 0;
    if (room <= 0) continue;
    brought += await wake(ports, ports.wake, await ports.persistence.waitingJobs(group, room));
  }
  return brought;
}

function isInLine({ waitReason }: WaitingGroup): boolean {
  return waitReason === 'PROVIDER_BUSY';
}

/** Answers how many jobs of the group were woken. */
async function lookAt(ports: WaitingPorts, group: WaitingGroup, limit: number): Promise<number> {
  // A lane here is for them: they are brought when it has room, and the device has enough to do as it is.
  if (isInLine(group) && ports.roomFor(group) !== null) return 0;
  const obstacle = await obstacleOf(ports, group);
  if (obstacle === null) return wakeGroup(ports, group, limit);
  const { waitReason } = obstacle;
  const isSaid = waitReason === group.waitReason && waitReason === group.otherReason;
  // What the station that has the key says of it is more than that it has it.
  const isNews = !isSaid && waitReason !== 'KEY_AT_OTHER_STATION';
  if (isNews) await ports.persistence.changeWaitReason(group, obstacle);
  return 0;
}

async function obstacleOf({ device, clock }: WaitingPorts, group: WaitingGroup): Promise<Obstacle | null> {
  const { asks, tenantId, signingProvider: providerType, certificateThumbprint } = group;
  // No key would help those that ask authorities, and none that is missing stands in their way.
  if (asks === 'authorities' || providerType === null) return null;
  try {
    await device.selectKey({ tenantId, providerType, certificateThumbprint });
    return null;
  } catch (fault) {
    if (!(fault instanceof StationError) || fault.waitReason === null) return null;
    const { waitReason, code: errorCode, message, sentence: errorSentence, area: failureArea } = fault;
    return { waitReason, errorCode, message, errorSentence, failureArea, at: clock() };
  }
}

async function wakeGroup(ports: WaitingPorts, group: WaitingGroup, limit: number): Promise<number> {
  let woken = 0;
  while (woken < limit) {
    const jobs = await ports.persistence.waitingJobs(group, Math.min(STEP_JOBS, limit - woken));
    const done = await wake(ports, ports.wake, jobs);
    woken += done;
    if (done === 0) break;
  }
  return woken;
}

type WakingPorts = Pick<WaitingPorts, 'persistence' | 'clock' | 'newId'>;

async function wake(
  { clock, newId }: Pick<WaitingPorts, 'clock' | 'newId'>,
  bring: UnattendedStore['wakeJobs'],
  jobs: readonly UnattendedJob[],
): Promise<number> {
  const now = clock();
  const messages = jobs.map((job) => ({
    jobId: job.jobId,
    lostMessageId: job.messageId,
    outboxMessage: jobMessageRow({ id: newId(), traceparent: job.traceparent }, messageOfJob(job), now, AT_ONCE),
  }));
  return (await bring(messages, now)).length;
}

/** Brings jobs to workers that waited for a time which has come; answers how many there were. */
export async function wakeDueJobs(ports: WakingPorts, isStopped: () => boolean): Promise<number> {
  let count = 0;
  while (!isStopped()) {
    const jobs = await ports.persistence.dueWaitingJobs(ports.clock(), STEP_JOBS);
    if (jobs.length === 0) break;
    const done = await wake(ports, (...messages) => ports.persistence.wakeJobs(...messages), jobs);
    if (done === 0) break;
    count += done;
  }
  return count;
}

/** Fails what has waited since before `waitingBefore`, with its dead letters in the outbox; answers how many there were. */
export async function failOverdueJobs(ports: OverduePorts, waitingBefore: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const failed = await ports.persistence.failWaitingJobs({
      waitingBefore,
      now: ports.clock(),
      limit: STEP_JOBS,
      failure: (job, ...why) => overdue(ports, job, ...why),
    });
    count += failed.length;
    if (failed.length < STEP_JOBS) return count;
  }
}

type OverduePorts = Pick<WaitingPorts, 'persistence' | 'clock' | 'newId'>;

function overdue(
  ports: OverduePorts,
  job: UnattendedJob,
  waitReason: WaitReason,
  kind: SignatureRequest['kind'],
): WaitFailure {
  const at = ports.clock();
  const isOfEvidence = waitReason === 'GRACE_PERIOD_RUNNING' || waitReason === 'REVOCATION_DATA_DUE';
  const errorCode = isOfEvidence ? 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE' : 'SIGNING_PROVIDER_UNAVAILABLE';
  const area = waitReason.startsWith('PIN_') ? 'pin' : 'token';
  return {
    errorCode,
    ...recorded(tell('WAIT_TOO_LONG', { waitReason })),
    failureArea: isOfEvidence ? 'timestamp' : area,
    at,
    audit: [
      eventsBy(ports, 'station')(kind === 'Signature' ? 'SigningFailed' : 'ExtensionFailed', {
        ...{ errorCode, kind: 'permanent', waitReason, attempt: job.retryCount + 1 },
      }),
    ],
    deadLetter: deadLetterRow(
      { id: ports.newId(), traceparent: job.traceparent },
      { message: messageOfJob(job), kind: 'permanent', reason: errorCode },
      at,
    ),
  };
}
