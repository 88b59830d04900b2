import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Claim } from '../../domain/claim.ts';
import type { CertificateRecord } from '../../domain/records.ts';
import type { FencedResult, JobFailure, JobStore } from '../persistence.ts';
import { completedJob, completedRequest, failedJob, failedRequest, retriedRequest } from '../tables/state-changes.ts';
import type { AuditedRequest, AuditTrail } from './audit.ts';
import { prepareInsert, type DatabaseAccess } from './database.ts';
import { ownedJob, prepareRequestOfJob } from './owned-job.ts';
import { certificates, outboxMessages, signatureRequests, signingJobs, storedFiles } from './schema.ts';

type ResultStore = Pick<JobStore, 'completeJob' | 'failJob' | 'scheduleRetry'>;

/**
 * How a job ends. Each write repeats the claim and the expected states of job and request; the caller whose claim is
 * no longer ours has written nothing (specification section 3, rules 4 to 7).
 */
export function createResultStore(access: DatabaseAccess, audit: AuditTrail): ResultStore {
  const fenced = prepareFenced(access);
  return {
    completeJob: prepareComplete(access, audit, fenced),
    failJob: prepareFail(access, audit, fenced),
    scheduleRetry: prepareRetry(access, audit, fenced),
  };
}

/** Runs `apply` for the request of the job in one unit with `endJob`, or answers `lost` when `endJob` matched no row. */
export type Fenced = (
  endJob: () => { readonly changes: number },
  claim: Claim,
  apply: (request: AuditedRequest) => void,
) => Promise<FencedResult>;

export function prepareFenced({ database, writer }: DatabaseAccess): Fenced {
  const requestOfJob = prepareRequestOfJob(database);
  // A second delivery may have left a message for the end of this lease: nobody needs it now. It counts as handed over, and
  // stays, since a job that waits from now on goes on in the trace of its newest message.
  const takeBack = database
    .update(outboxMessages)
    .set({ publishedAt: sql`${outboxMessages.occurredAt}` })
    .where(
      and(
        eq(outboxMessages.id, sql.placeholder('messageId')),
        isNull(outboxMessages.publishedAt),
        // One that waits for nothing is being handed over at this moment.
        gt(outboxMessages.availableAt, outboxMessages.occurredAt),
      ),
    )
    .prepare();
  return (endJob, claim, apply) =>
    writer.write(() => {
      if (endJob().changes === 0) return 'lost';
      const request = requestOfJob(claim.jobId);
      takeBack.run({ messageId: request.messageId });
      apply(request);
      return 'done';
    });
}

function prepareComplete({ database }: DatabaseAccess, audit: AuditTrail, fenced: Fenced): JobStore['completeJob'] {
  const completeJob = database
    .update(signingJobs)
    .set(completedJob(signingJobs))
    .where(ownedJob(database, ['Processing']))
    .prepare();
  const completeRequest = database
    .update(signatureRequests)
    .set(completedRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare();
  const insertFile = prepareInsert(database, storedFiles);
  const keepCertificate = prepareKeepCertificate(database);
  return (claim, { output, certificate, evidenceGoodUntil, at, audit: events }) =>
    fenced(
      () => completeJob.run({ ...claim, at }),
      claim,
      (request) => {
        insertFile({ ...output, signatureRequestId: request.id });
        const certificateId = certificate === null ? null : keepCertificate(certificate);
        const result = { outputFileId: output.id, certificateId, evidenceGoodUntil };
        completeRequest.run({ requestId: request.id, ...result, at });
        audit.appendForRequest(request, events, at);
      },
    );
}

/** One record per certificate and provider entry: answers the id of the one there is, or stores this one. */
function prepareKeepCertificate(database: BetterSQLite3Database): (certificate: CertificateRecord) => string {
  const find = database
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.thumbprint, sql.placeholder('thumbprint')),
        eq(certificates.providerType, sql.placeholder('providerType')),
        eq(certificates.providerReference, sql.placeholder('providerReference')),
      ),
    )
    .prepare();
  const insert = prepareInsert(database, certificates);
  return (certificate) => {
    const known = find.get({ ...certificate });
    if (known !== undefined) return known.id;
    insert(certificate);
    return certificate.id;
  };
}

/** Job Failed with the lock cleared: both for good and before a retry. */
export function prepareFailJob(
  database: BetterSQLite3Database,
): (claim: Claim, failure: Pick<JobFailure, 'errorCode' | 'errorMessage'>) => { changes: number } {
  const failJob = database
    .update(signingJobs)
    .set(failedJob(signingJobs))
    .where(ownedJob(database, ['Locked', 'Processing']))
    .prepare();
  return (claim, { errorCode, errorMessage }) => failJob.run({ ...claim, lastError: `${errorCode}: ${errorMessage}` });
}

function prepareFail({ database }: DatabaseAccess, audit: AuditTrail, fenced: Fenced): JobStore['failJob'] {
  const failJob = prepareFailJob(database);
  const failRequest = database
    .update(signatureRequests)
    .set(failedRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare();
  return (claim, failure) =>
    fenced(
      () => failJob(claim, failure),
      claim,
      (request) => {
        const { errorCode, errorMessage, errorSentence, failureArea, at } = failure;
        failRequest.run({ requestId: request.id, errorCode, errorMessage, errorSentence, failureArea, at });
        audit.appendForRequest(request, failure.audit, at);
      },
    );
}

function prepareRetry({ database }: DatabaseAccess, audit: AuditTrail, fenced: Fenced): JobStore['scheduleRetry'] {
  const failJob = prepareFailJob(database);
  const scheduleRequest = database
    .update(signatureRequests)
    .set(retriedRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare();
  const insertOutboxMessage = prepareInsert(database, outboxMessages);
  return (claim, retry) =>
    fenced(
      () => failJob(claim, retry),
      claim,
      (request) => {
        const { errorCode, errorMessage, errorSentence, failureArea, nextAttemptAt, outboxMessage, at } = retry;
        insertOutboxMessage({ ...outboxMessage, signatureRequestId: request.id });
        scheduleRequest.run({
          requestId: request.id,
          nextAttemptAt,
          messageId: outboxMessage.id,
          errorCode,
          errorMessage,
          errorSentence,
          failureArea,
        });
        audit.appendForRequest(request, retry.audit, at);
      },
    );
}
