import { TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import type { Claim } from '../domain/claim.ts';
import type { ClaimExpectation, ClaimResult, JobDetails } from './persistence.ts';

/** Whether the message says of the job what the rows say. */
export function agrees({ request, input }: JobDetails, expected: ClaimExpectation): boolean {
  return (
    expected.signatureId === request.id &&
    expected.tenantId === request.tenantId &&
    expected.inputPath === input.storageKey &&
    expected.requestedFormat === request.format &&
    expected.requestedProfile === request.profile
  );
}

/** Why the job can't be claimed now; undefined when it can. */
export function obstacleToClaim({ job, request }: JobDetails, now: Date): ClaimResult | undefined {
  const { status } = request;
  if (TERMINAL_SIGNATURE_STATUSES.includes(status)) return { outcome: 'terminal', status };
  if (job.status === 'Completed' || job.status === 'Cancelled') return { outcome: 'terminal', status: job.status };
  if (job.status === 'Locked' || job.status === 'Processing') {
    return job.lockedUntil !== null && job.lockedUntil > now ? { outcome: 'held' } : undefined;
  }
  const isEarly = status === 'RetryScheduled' && request.nextAttemptAt !== null && request.nextAttemptAt > now;
  return status === 'Created' || isEarly ? { outcome: 'not-due' } : undefined;
}

/** The rows as the claim has left them, without reading them a second time. */
export function claimedDetails(details: JobDetails, claim: Claim, now: Date): JobDetails {
  return {
    ...details,
    job: {
      ...details.job,
      status: 'Locked',
      attempt: claim.attempt,
      lockedUntil: claim.lockedUntil,
      startedAt: now,
    },
    request: {
      ...details.request,
      status: 'Processing',
      startedAt: now,
      nextAttemptAt: null,
      waitReason: null,
      errorCode: null,
      errorMessage: null,
      errorSentence: null,
      failureArea: null,
    },
  };
}
