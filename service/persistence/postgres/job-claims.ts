import { and, eq, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Claim } from '../../domain/claim.ts';
import type { NewAuditEvent } from '../../domain/audit-events.ts';
import type { OutboxMessage } from '../../domain/records.ts';
import { agrees, claimedDetails, obstacleToClaim } from '../claim-rules.ts';
import type { ClaimResult, FencedResult, JobDetails, JobStore } from '../persistence.ts';
import { startedJob, takenJob, takenRequest } from '../tables/state-changes.ts';
import { appendAuditForRequest, auditAfter, auditAsJson } from './audit.ts';
import { byClaimantsClock } from './claimants-clock.ts';
import { claimNew } from './new-claims.ts';
import { writeOutboxMessage } from './outbox-messages.ts';
import { ownedJob, requestOfJob } from './owned-job.ts';
import { completeDetails, selectJobDetails } from './request-rows.ts';
import { auditEvents, outboxMessages, signatureRequests, signingJobs } from './schema.ts';
import { bound, leaseFromNow, notWaitedFor, statement, writtenStatement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/** Taking and renewing the lock of a job, and keeping what was signed under it; specification section 3, rules 3 to 5. */
export function createClaimStore(units: Units): Pick<JobStore, 'claimJob' | 'startProcessing' | 'stageSignature'> {
  return {
    claimJob: async (args) => {
      const tried = { isAgain: false };
      return (
        (await claimNew(units, args, tried)) ?? units.write((unit) => claim(unit, args, tried), { isRepeatable: true })
      );
    },
    startProcessing: (held, started) => startProcessing(units, held, started),
    stageSignature: (held, staged) => units.write((unit) => stageSignature(unit, held, staged)),
  };
}

const lockJob = statement('lock_job', (database, name) =>
  database
    .select({ requestId: signingJobs.signatureRequestId })
    .from(signingJobs)
    .where(eq(signingJobs.id, sql.placeholder('jobId')))
    .for('update')
    .prepare(name),
);

/** A job as a worker needs it, its request locked. The files of a request do not change. */
const jobDetails = statement('lock_job_details', (database, name) =>
  selectJobDetails(database)
    .where(eq(signingJobs.id, sql.placeholder('jobId')))
    .for('update', { of: signatureRequests })
    .prepare(name),
);

const takeJob = statement('take_job', (database, name) =>
  database
    .update(signingJobs)
    .set(takenJob(signingJobs))
    .where(and(eq(signingJobs.id, sql.placeholder('jobId')), eq(signingJobs.attempt, sql.placeholder('attempt'))))
    .prepare(name),
);

const processRequest = statement('process_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(takenRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare(name),
);

/**
 * Where the answer to a COMMIT was lost, nobody knows whether such a claim stands; if it does, it is the caller's, and
 * otherwise nobody would have it until its lease ends.
 */
async function claim(
  unit: Unit,
  args: Parameters<JobStore['claimJob']>[0],
  tried: { isAgain: boolean },
): Promise<ClaimResult> {
  const { jobId, expected, claimant, now, leaseMilliseconds, audit, whenHeld } = args;
  // The rows are read once nobody else can change them any more.
  if ((await lockJob(unit).execute({ jobId })).length === 0) return { outcome: 'unknown' };
  const [details] = await completeDetails(unit, await jobDetails(unit).execute({ jobId }));
  if (details === undefined) throw new Error('A job has lost its request.');
  if (!agrees(details, expected)) return { outcome: 'mismatch' };
  const decisive = unit.now(now);
  const standing = await standingClaim(unit, details, tried, args.audit);
  const told = byClaimantsClock(details, decisive, now);
  if (standing !== undefined) return { outcome: 'claimed', claim: standing, details: told };
  const obstacle = obstacleToClaim(details, decisive);
  if (obstacle?.outcome === 'held') await comeBackLater(unit, details, { ...whenHeld, occurredAt: decisive });
  if (obstacle !== undefined) return obstacle;
  const { attempt } = details.job;
  const lockedUntil = new Date(decisive.getTime() + leaseMilliseconds);
  await takeJob(unit).execute({ jobId, attempt, lockedUntil, claimant, now: decisive });
  await processRequest(unit).execute({ requestId: details.request.id, now: decisive });
  await appendAuditForRequest(unit, details.request, audit, now);
  const held = { jobId, attempt: attempt + 1, lockedUntil };
  tried.isAgain = true;
  return { outcome: 'claimed', claim: held, details: claimedDetails(told, held, decisive) };
}

const writtenEvent = statement('written_event', (database, name) =>
  database
    .select({ found: sql`1` })
    .from(auditEvents)
    .where(and(eq(auditEvents.entityId, sql.placeholder('requestId')), eq(auditEvents.id, sql.placeholder('eventId'))))
    .prepare(name),
);

/** The claim of an earlier run that was committed after all: only that run has written its audit event. */
async function standingClaim(
  unit: Unit,
  { job, request }: JobDetails,
  { isAgain }: { readonly isAgain: boolean },
  audit: readonly NewAuditEvent[],
): Promise<Claim | undefined> {
  const { id: jobId, attempt, lockedUntil, status } = job;
  const [event] = audit;
  if (!isAgain || event === undefined || status !== 'Locked' || lockedUntil === null) return undefined;
  const found = await writtenEvent(unit).execute({ requestId: request.id, eventId: event.id });
  return found.length > 0 ? { jobId, attempt, lockedUntil } : undefined;
}

const waitingMessage = statement('waiting_message', (database, name) =>
  database
    .select({ found: sql`1` })
    .from(outboxMessages)
    .innerJoin(signatureRequests, eq(signatureRequests.messageId, outboxMessages.id))
    .where(and(eq(signatureRequests.id, sql.placeholder('requestId')), isNull(outboxMessages.publishedAt)))
    .prepare(name),
);

/** Makes a message the newest one of a request's job. */
export const nameMessage = statement('name_message', (database, name) =>
  database
    .update(signatureRequests)
    .set({ messageId: bound(signatureRequests.messageId, 'messageId') })
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare(name),
);

/** Writes `message`, due when the lease of the job ends, unless the newest message of the job is still in the outbox. */
async function comeBackLater(unit: Unit, { job, request }: JobDetails, message: OutboxMessage): Promise<void> {
  const requestId = request.id;
  if ((await waitingMessage(unit).execute({ requestId })).length > 0) return;
  await writeOutboxMessage(unit, requestId, { ...message, availableAt: job.lockedUntil ?? message.occurredAt });
  await nameMessage(unit).execute({ requestId, messageId: message.id });
}

// A job already in Processing only has its lease renewed: signing may outlast the first lease.
const startJob = (database: NodePgDatabase) =>
  database
    .update(signingJobs)
    .set({ ...startedJob(signingJobs), lockedUntil: leaseFromNow(signingJobs.lockedUntil) })
    .where(ownedJob(database, ['Locked', 'Processing']))
    .returning({ requestId: signingJobs.signatureRequestId, lockedUntil: signingJobs.lockedUntil });

const start = writtenStatement<{ readonly lockedUntil: Date }>(
  'start_job',
  (database) => sql`WITH job AS ${startJob(database)},
  request AS (SELECT id, tenant_id, correlation_id FROM ${signatureRequests}
    WHERE ${signatureRequests.id} = (SELECT signature_request_id FROM job)),
  audit AS (${auditAfter('request')})
  SELECT locked_until AS "lockedUntil",
    CASE WHEN ${sql.placeholder('mayBeUndone')}::boolean THEN ${notWaitedFor} END AS kept FROM job`,
);

const startedBefore = statement('started_before', (database, name) =>
  database
    .select({ lockedUntil: signingJobs.lockedUntil })
    .from(signingJobs)
    .where(
      and(
        eq(signingJobs.id, sql.placeholder('jobId')),
        eq(signingJobs.attempt, sql.placeholder('attempt')),
        eq(signingJobs.status, 'Processing'),
      ),
    )
    .prepare(name),
);

async function startProcessing(
  units: Units,
  claim: Claim,
  { now, leaseMilliseconds, audit, mayBeUndone = false }: Parameters<JobStore['startProcessing']>[1],
): Promise<Claim | 'lost'> {
  const { jobId, attempt } = claim;
  const events = auditAsJson(audit, now);
  return units.writeAtOnce(async (unit, isAgain) => {
    const values = { ...claim, leaseMilliseconds, told: unit.told(now), audit: events, mayBeUndone };
    let [started] = await start(unit, values);
    // The attempt is this claim's alone: whoever finds it in Processing has been there before.
    if (started === undefined && isAgain) {
      const [before] = await startedBefore(unit).execute({ jobId, attempt });
      if (before?.lockedUntil != null) started = { lockedUntil: before.lockedUntil };
    }
    return started === undefined ? 'lost' : { jobId, attempt, lockedUntil: started.lockedUntil };
  });
}

const stage = statement('stage_signature', (database, name) =>
  database
    .update(signingJobs)
    .set({ stagedSignature: bound(signingJobs.stagedSignature, 'signature') })
    .where(ownedJob(database, ['Processing']))
    .returning({ requestId: signingJobs.signatureRequestId })
    .prepare(name),
);

/** The lease goes on, and with it the message that comes when it ends: whoever dies now leaves the job to that. */
async function stageSignature(
  unit: Unit,
  claim: Claim,
  { signature, at, audit }: Parameters<JobStore['stageSignature']>[1],
): Promise<FencedResult> {
  const [staged] = await stage(unit).execute({ ...claim, signature });
  if (staged === undefined) return 'lost';
  await appendAuditForRequest(unit, await requestOfJob(unit, staged.requestId), audit, at);
  return 'done';
}
