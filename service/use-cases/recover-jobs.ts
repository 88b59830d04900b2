import type { Broker } from '../broker/broker.ts';
import type { JobMessage } from '../contract/jobs/job-message.ts';
import { AT_ONCE, jobMessageRow } from '../domain/job-message-row.ts';
import type { HandOverAgain, UnattendedJob } from '../persistence/persistence.ts';
import { inTraceOf } from '../telemetry/trace-context.ts';
import type { UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'clock' | 'newId' | 'logger'> & {
  readonly broker: Pick<Broker, 'heldMessages'>;
};

/**
 * Finds accepted jobs that nobody would ever come for (no message in the outbox or on the queue, no live claim) and
 * hands each of them over again. Whatever has lost a message (a disk that was full when it was to be kept, a queue that
 * was purged), this makes it good; a message too many does no harm, since jobs are claimed. Answers how many there were.
 */
export async function recoverJobs(ports: Ports, isStopped: () => boolean): Promise<number> {
  let count = 0;
  for await (const page of ports.persistence.unattendedJobs(ports.clock())) {
    if (isStopped()) break;
    if (page.length > 0) count += await recoverPage(ports, page);
  }
  return count;
}

async function recoverPage(ports: Ports, page: readonly UnattendedJob[]): Promise<number> {
  const ids = page.map((job) => job.messageId).filter((id) => id !== null);
  const held = await ports.broker.heldMessages(ids);
  const lost = page.filter((job) => job.messageId === null || !held.has(job.messageId));
  if (lost.length === 0) return 0;
  const now = ports.clock();
  const done = await ports.persistence.handOverAgain(
    lost.map((job) => newMessage(ports.newId(), job, now)),
    now,
  );
  const recovered = new Set(done);
  for (const job of lost.filter(({ jobId }) => recovered.has(jobId))) {
    inTraceOf(job, () => ports.logger.warn('A job that had lost its message is handed over again.'));
  }
  return done.length;
}

/** What a message says of a job. */
export function messageOfJob(job: UnattendedJob): JobMessage {
  return {
    jobId: job.jobId,
    tenantId: job.tenantId,
    signatureId: job.signatureId,
    inputPath: job.inputPath,
    requestedFormat: job.requestedFormat,
    requestedProfile: job.requestedProfile,
    createdAt: job.createdAt.toISOString(),
    attempt: job.retryCount + 1,
  };
}

function newMessage(id: string, job: UnattendedJob, now: Date): HandOverAgain {
  const outboxMessage = jobMessageRow({ id, traceparent: job.traceparent }, messageOfJob(job), now, AT_ONCE);
  return { jobId: job.jobId, lostMessageId: job.messageId, outboxMessage };
}
