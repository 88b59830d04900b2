import { and, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { OutboxMessage } from '../../domain/records.ts';
import { agrees, claimedDetails, obstacleToClaim } from '../claim-rules.ts';
import type { ClaimResult, JobDetails, JobStore } from '../persistence.ts';
import { startedJob, takenJob, takenRequest } from '../tables/state-changes.ts';
import type { AuditTrail } from './audit.ts';
import { bound, joinKey, prepareInsert, type DatabaseAccess } from './database.ts';
import { prepareCompleteDetails, selectJobDetails } from './request-rows.ts';
import { ownedJob, prepareRequestOfJob } from './owned-job.ts';
import { outboxMessages, signatureRequests, signingJobs } from './schema.ts';

type ClaimStore = Pick<JobStore, 'claimJob' | 'startProcessing' | 'stageSignature'>;

/** Taking and renewing the lock of a job, and keeping what was signed under it; specification section 3, rules 3 to 5. */
export function createClaimStore(access: DatabaseAccess, audit: AuditTrail): ClaimStore {
  return {
    claimJob: prepareClaim(access, audit),
    startProcessing: prepareStart(access, audit),
    stageSignature: prepareStage(access, audit),
  };
}

/** A job as a worker needs it. */
function prepareFindJob(database: BetterSQLite3Database): (jobId: string) => JobDetails | undefined {
  const completeDetails = prepareCompleteDetails(database);
  const select = selectJobDetails(database)
    .where(eq(signingJobs.id, joinKey(signingJobs.id, 'jobId')))
    .prepare();
  return (jobId) => completeDetails(select.all({ jobId }))[0];
}

function prepareLock(database: BetterSQLite3Database) {
  return database
    .update(signingJobs)
    .set(takenJob(signingJobs))
    .where(
      and(
        eq(signingJobs.id, sql.placeholder('jobId')),
        eq(signingJobs.attempt, sql.placeholder('attempt')),
        or(
          inArray(signingJobs.status, ['Pending', 'Failed']),
          and(
            inArray(signingJobs.status, ['Locked', 'Processing']),
            or(isNull(signingJobs.lockedUntil), lte(signingJobs.lockedUntil, bound(signingJobs.lockedUntil, 'now'))),
          ),
        ),
      ),
    )
    .prepare();
}

function prepareClaim({ database, writer }: DatabaseAccess, audit: AuditTrail): JobStore['claimJob'] {
  const findJob = prepareFindJob(database);
  const comeBackLater = prepareComeBackLater(database);
  const lockJob = prepareLock(database);
  const processRequest = database
    .update(signatureRequests)
    .set(takenRequest(signatureRequests))
    .where(
      and(
        eq(signatureRequests.id, sql.placeholder('requestId')),
        inArray(signatureRequests.status, ['Queued', 'RetryScheduled', 'Processing']),
      ),
    )
    .prepare();
  return ({ jobId, expected, claimant, now, leaseMilliseconds, audit: events, whenHeld }) =>
    // The device is asked behind the start, which goes to the disk after the claim; every other answer ends the message.
    writer.writeAhead((): ClaimResult => {
      const details = findJob(jobId);
      if (details === undefined) return { outcome: 'unknown' };
      if (!agrees(details, expected)) return { outcome: 'mismatch' };
      const obstacle = obstacleToClaim(details, now);
      if (obstacle?.outcome === 'held') comeBackLater(details, whenHeld);
      if (obstacle !== undefined) return obstacle;
      const { attempt } = details.job;
      const lockedUntil = new Date(now.getTime() + leaseMilliseconds);
      const requestId = details.request.id;
      // What was read a moment ago in this transaction still holds.
      if (lockJob.run({ jobId, attempt, lockedUntil, claimant, now }).changes === 0)
        throw new Error('The job to be claimed is not claimable.');
      if (processRequest.run({ requestId, now }).changes === 0)
        throw new Error('The claimed request is not claimable.');
      audit.appendForRequest(details.request, events, now);
      const claim = { jobId, attempt: attempt + 1, lockedUntil };
      return { outcome: 'claimed', claim, details: claimedDetails(details, claim, now) };
    }, isClaimed);
}

function isClaimed({ outcome }: ClaimResult): boolean {
  return outcome === 'claimed';
}

/** Writes `message`, due when the lease of the job ends, unless the newest message of the job is still in the outbox. */
function prepareComeBackLater(database: BetterSQLite3Database): (details: JobDetails, message: OutboxMessage) => void {
  const waiting = database
    .select({ found: sql`1` })
    .from(outboxMessages)
    .innerJoin(signatureRequests, eq(signatureRequests.messageId, outboxMessages.id))
    .where(
      and(eq(signatureRequests.id, joinKey(signatureRequests.id, 'requestId')), isNull(outboxMessages.publishedAt)),
    )
    .prepare();
  const insert = prepareInsert(database, outboxMessages);
  const name = database
    .update(signatureRequests)
    .set({ messageId: bound(signatureRequests.messageId, 'messageId') })
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare();
  return ({ job, request }, message) => {
    const requestId = request.id;
    if (waiting.get({ requestId }) !== undefined) return;
    insert({ ...message, availableAt: job.lockedUntil ?? message.availableAt, signatureRequestId: requestId });
    name.run({ requestId, messageId: message.id });
  };
}

function prepareStart({ database, writer }: DatabaseAccess, audit: AuditTrail): JobStore['startProcessing'] {
  const requestOfJob = prepareRequestOfJob(database);
  // A job already in Processing only has its lease renewed: signing may outlast the first lease.
  const start = database
    .update(signingJobs)
    .set(startedJob(signingJobs))
    .where(
      and(
        eq(signingJobs.id, sql.placeholder('jobId')),
        eq(signingJobs.attempt, sql.placeholder('attempt')),
        eq(signingJobs.lockedUntil, bound(signingJobs.lockedUntil, 'lockedUntil')),
        inArray(signingJobs.status, ['Locked', 'Processing']),
        exists(
          database
            .select({ found: sql`1` })
            .from(signatureRequests)
            .where(
              and(eq(signatureRequests.id, signingJobs.signatureRequestId), eq(signatureRequests.status, 'Processing')),
            ),
        ),
      ),
    )
    .prepare();
  return (claim, { now, leaseMilliseconds, audit: events, mayBeUndone }) =>
    writer.writeAhead(
      () => {
        const renewedUntil = new Date(now.getTime() + leaseMilliseconds);
        if (start.run({ ...claim, renewedUntil }).changes === 0) return 'lost';
        audit.appendForRequest(requestOfJob(claim.jobId), events, now);
        return { jobId: claim.jobId, attempt: claim.attempt, lockedUntil: renewedUntil };
      },
      () => mayBeUndone === true,
    );
}

/** The lease goes on, and with it the message that comes when it ends: whoever dies now leaves the job to that. */
function prepareStage({ database, writer }: DatabaseAccess, audit: AuditTrail): JobStore['stageSignature'] {
  const requestOfJob = prepareRequestOfJob(database);
  const stage = database
    .update(signingJobs)
    .set({ stagedSignature: bound(signingJobs.stagedSignature, 'signature') })
    .where(ownedJob(database, ['Processing']))
    .prepare();
  return (claim, { signature, at, audit: events }) =>
    writer.write(() => {
      if (stage.run({ ...claim, signature }).changes === 0) return 'lost';
      audit.appendForRequest(requestOfJob(claim.jobId), events, at);
      return 'done';
    });
}
