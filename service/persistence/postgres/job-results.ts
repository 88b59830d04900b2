import { eq, sql } from 'drizzle-orm';
import type { Claim } from '../../domain/claim.ts';
import type { FencedResult, JobFailure, JobRetry, JobStore } from '../persistence.ts';
import { failedJob, failedRequest, retriedRequest } from '../tables/state-changes.ts';
import { appendAuditForRequest } from './audit.ts';
import { createCompletionStore } from './job-completions.ts';
import { insertOutboxMessage } from './outbox-messages.ts';
import { fenced, ownedJob } from './owned-job.ts';
import { signatureRequests, signingJobs } from './schema.ts';
import { statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/**
 * How a job ends. Each write repeats the claim and the expected states of job and request; the caller whose claim is
 * no longer ours has written nothing (specification section 3, rules 4 to 7).
 */
export function createResultStore(units: Units): Pick<JobStore, 'completeJob' | 'failJob' | 'scheduleRetry'> {
  return {
    ...createCompletionStore(units),
    failJob: (claim, failure) => fail(units, claim, failure),
    scheduleRetry: (claim, retry) => scheduleRetry(units, claim, retry),
  };
}

/** Job Failed with the lock cleared: both for good and before a retry. */
const failJob = statement('fail_job', (database, name) =>
  database
    .update(signingJobs)
    .set(failedJob(signingJobs))
    .where(ownedJob(database, ['Locked', 'Processing']))
    .returning({ requestId: signingJobs.signatureRequestId })
    .prepare(name),
);

/** Ends the attempt of a claimed job with an error; answers its request. */
export function failAttempt(
  unit: Unit,
  claim: Claim,
  failure: Pick<JobFailure, 'errorCode' | 'errorMessage'>,
): Promise<readonly { readonly requestId: string }[]> {
  return failJob(unit).execute({ ...claim, lastError: `${failure.errorCode}: ${failure.errorMessage}` });
}

const failRequest = statement('fail_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(failedRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare(name),
);

function fail(units: Units, claim: Claim, failure: JobFailure): Promise<FencedResult> {
  return fenced(
    units,
    (unit) => failAttempt(unit, claim, failure),
    async (unit, request) => {
      const { errorCode, errorMessage, errorSentence, failureArea, at } = failure;
      await failRequest(unit).execute({
        requestId: request.id,
        errorCode,
        errorMessage,
        errorSentence,
        failureArea,
        at,
      });
      await appendAuditForRequest(unit, request, failure.audit, at);
    },
  );
}

const scheduleRequest = statement('schedule_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(retriedRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare(name),
);

function scheduleRetry(units: Units, claim: Claim, retry: JobRetry): Promise<FencedResult> {
  return fenced(
    units,
    (unit) => failAttempt(unit, claim, retry),
    async (unit, request) => {
      const { errorCode, errorMessage, errorSentence, failureArea, outboxMessage, at } = retry;
      await insertOutboxMessage(unit, request.id, outboxMessage);
      await scheduleRequest(unit).execute({
        requestId: request.id,
        nextAttemptAt: unit.moved(retry.nextAttemptAt, at),
        messageId: outboxMessage.id,
        errorCode,
        errorMessage,
        errorSentence,
        failureArea,
      });
      await appendAuditForRequest(unit, request, retry.audit, at);
    },
  );
}
