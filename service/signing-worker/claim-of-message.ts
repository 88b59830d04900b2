import type { JobMessage } from '../contract/jobs/job-message.ts';
import { workerEvent } from '../domain/audit-events.ts';
import { jobMessageRow } from '../domain/job-message-row.ts';
import type { ClaimArguments } from '../persistence/persistence.ts';

export interface ClaimPorts {
  readonly leaseMilliseconds: number;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** What the job of a message is claimed with, whether the worker asks or its host does so before. */
export function claimOfMessage(
  ports: ClaimPorts,
  message: JobMessage,
  /** Of the trace that the message belongs to. */
  traceparent: string | null,
): ClaimArguments {
  const now = ports.now();
  return {
    jobId: message.jobId,
    expected: message,
    now,
    leaseMilliseconds: ports.leaseMilliseconds,
    audit: [workerEvent(ports, 'JobStarted', { attempt: message.attempt })],
    whenHeld: jobMessageRow({ id: ports.newId(), traceparent }, message, now, now),
  };
}
