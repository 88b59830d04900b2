import { and, eq, sql } from 'drizzle-orm';
import type { Claim } from '../../domain/claim.ts';
import type { CertificateRecord } from '../../domain/records.ts';
import type { Completion, FencedResult, JobFailure, JobRetry, JobStore } from '../persistence.ts';
import { completedJob, completedRequest, failedJob, failedRequest, retriedRequest } from '../tables/state-changes.ts';
import { appendAuditForRequest } from './audit.ts';
import { insertOutboxMessage } from './outbox-messages.ts';
import { fenced, ownedJob } from './owned-job.ts';
import { certificates, signatureRequests, signingJobs, storedFiles } from './schema.ts';
import { insertInto, placeholders, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/**
 * How a job ends. Each write repeats the claim and the expected states of job and request; the caller whose claim is
 * no longer ours has written nothing (specification section 3, rules 4 to 7).
 */
export function createResultStore(units: Units): Pick<JobStore, 'completeJob' | 'failJob' | 'scheduleRetry'> {
  return {
    completeJob: (claim, completion) => complete(units, claim, completion),
    failJob: (claim, failure) => fail(units, claim, failure),
    scheduleRetry: (claim, retry) => scheduleRetry(units, claim, retry),
  };
}

const completeJob = statement('complete_job', (database, name) =>
  database
    .update(signingJobs)
    .set(completedJob(signingJobs))
    .where(ownedJob(database, ['Processing']))
    .returning({ requestId: signingJobs.signatureRequestId })
    .prepare(name),
);

const completeRequest = statement('complete_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(completedRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare(name),
);

const insertFile = insertInto('insert_file', storedFiles);

function complete(units: Units, claim: Claim, completion: Completion): Promise<FencedResult> {
  const { output, certificate, evidenceGoodUntil, at, audit } = completion;
  return fenced(
    units,
    (unit) => completeJob(unit).execute({ ...claim, at }),
    async (unit, request) => {
      await insertFile(unit, { ...output, signatureRequestId: request.id });
      const certificateId = certificate === null ? null : await keepCertificate(unit, certificate);
      const result = { outputFileId: output.id, certificateId, evidenceGoodUntil };
      await completeRequest(unit).execute({ requestId: request.id, ...result, at });
      await appendAuditForRequest(unit, request, audit, at);
    },
  );
}

const findCertificate = statement('find_certificate', (database, name) =>
  database
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.thumbprint, sql.placeholder('thumbprint')),
        eq(certificates.providerType, sql.placeholder('providerType')),
        eq(certificates.providerReference, sql.placeholder('providerReference')),
      ),
    )
    .prepare(name),
);

const insertCertificate = statement('insert_certificate', (database, name) =>
  database.insert(certificates).values(placeholders(certificates)).onConflictDoNothing().prepare(name),
);

/** One record per certificate and provider entry: answers the id of the one there is, or stores this one. */
async function keepCertificate(unit: Unit, certificate: CertificateRecord): Promise<string> {
  const [known] = await findCertificate(unit).execute({ ...certificate });
  if (known !== undefined) return known.id;
  // Another unit may store it at the same moment: then this one waits for it, and finds it.
  await insertCertificate(unit).execute({ ...certificate });
  const [kept] = await findCertificate(unit).execute({ ...certificate });
  if (kept === undefined) throw new Error('A certificate record has the id of another one.');
  return kept.id;
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
