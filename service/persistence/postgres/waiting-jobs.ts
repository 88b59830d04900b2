import { and, asc, count, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { HandOverAgain, JobStore, JobWait, UnattendedStore, WaitingGroup, WokenJob } from '../persistence.ts';
import { changedWait, overdueRequest, parkedRequest, wokenRequest } from '../tables/state-changes.ts';
import { isOfLine, isParked, linesOf, mayBeOverdue, waitsForKey } from '../tables/waiting.ts';
import { appendAuditForRequest } from './audit.ts';
import { failAttempt } from './job-results.ts';
import { insertOutboxMessage } from './outbox-messages.ts';
import { fenced } from './owned-job.ts';
import { columnsOfMessage, inputFiles, inputJoin } from './request-rows.ts';
import { signatureRequests, signingJobs } from './schema.ts';
import { bound, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

type WaitingStore = Pick<JobStore, 'parkJob'> &
  Pick<
    UnattendedStore,
    'waitingGroups' | 'waitingJobs' | 'dueWaitingJobs' | 'wakeJobs' | 'changeWaitReason' | 'failWaitingJobs'
  >;

/** Jobs that wait for a token, a card, a PIN, or a time. */
export function createWaitingStore(units: Units): WaitingStore {
  return {
    parkJob: (claim, wait) =>
      fenced(
        units,
        (unit) => failAttempt(unit, claim, { errorCode: wait.errorCode, errorMessage: wait.message }),
        async (unit, request) => {
          await parkRequest(unit, request.id, wait);
          await appendAuditForRequest(unit, request, wait.audit, wait.at);
        },
      ),
    waitingGroups: () => units.read((unit) => groups(unit).execute()),
    waitingJobs: (group, limit) => units.read((unit) => jobsOfGroup(unit).execute({ ...group, limit })),
    dueWaitingJobs: (now, limit) =>
      units.write((unit) => dueJobs(unit).execute({ now: unit.now(now), limit }), { isRepeatable: true }),
    wakeJobs: (messages, now) => units.write((unit) => wake(unit, messages, now)),
    changeWaitReason: (group, { waitReason: reason, message: errorMessage, at, ...obstacle }) =>
      units.write(
        async (unit) => {
          await changeReason(unit).execute({ ...group, ...obstacle, reason, errorMessage, at: unit.now(at) });
        },
        { isRepeatable: true },
      ),
    failWaitingJobs: (args) => units.write((unit) => failOverdue(unit, args)),
  };
}

const {
  tenantId,
  signingProvider,
  certificateThumbprint,
  waitReason,
  waitingSince,
  nextAttemptAt,
  correlationId,
  kind,
} = signatureRequests;

const isWaiting = isParked(signatureRequests);
const isWithoutKey = waitsForKey(signatureRequests);

const park = statement('park_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(parkedRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare(name),
);

async function parkRequest(unit: Unit, requestId: string, wait: JobWait): Promise<void> {
  const { waitReason: reason, errorCode, message, errorSentence, failureArea, at } = wait;
  const until = wait.nextAttemptAt === null ? null : unit.moved(wait.nextAttemptAt, at);
  const row = {
    waitReason: reason,
    errorCode,
    errorMessage: message,
    errorSentence,
    failureArea,
    nextAttemptAt: until,
    at: unit.now(at),
  };
  await park(unit).execute({ requestId, ...row });
}

/** One tenant, provider and certificate; a request without a thumbprint, or without a provider, is of its own group. */
const isOfGroup = and(
  eq(tenantId, sql.placeholder('tenantId')),
  sql`${signingProvider} IS NOT DISTINCT FROM ${bound(signingProvider, 'signingProvider')}`,
  sql`${certificateThumbprint} IS NOT DISTINCT FROM ${bound(certificateThumbprint, 'certificateThumbprint')}`,
  isWithoutKey,
  isOfLine(signatureRequests),
);
const { isInLine, asks } = linesOf(signatureRequests);

const groups = statement('waiting_groups', (database, name) =>
  database
    .select({
      tenantId,
      signingProvider,
      certificateThumbprint,
      asks,
      waitReason: sql<WaitingGroup['waitReason']>`max(${waitReason})`,
      otherReason: sql<WaitingGroup['otherReason']>`min(${waitReason})`,
      count: count(),
    })
    .from(signatureRequests)
    .where(isWithoutKey)
    .groupBy(signingProvider, certificateThumbprint, tenantId, isInLine, asks)
    .prepare(name),
);

const jobsOfGroup = statement('waiting_jobs', (database, name) =>
  database
    .select(columnsOfMessage)
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, signatureRequests.id))
    .innerJoin(inputFiles, inputJoin)
    .where(isOfGroup)
    .orderBy(asc(waitingSince), asc(signatureRequests.id))
    .limit(sql.placeholder('limit'))
    .prepare(name),
);

const dueJobs = statement('due_waiting_jobs', (database, name) =>
  database
    .select(columnsOfMessage)
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, signatureRequests.id))
    .innerJoin(inputFiles, inputJoin)
    .where(and(isNotNull(waitReason), lte(nextAttemptAt, bound(nextAttemptAt, 'now'))))
    .orderBy(asc(nextAttemptAt), asc(signatureRequests.id))
    .limit(sql.placeholder('limit'))
    .prepare(name),
);

const changeReason = statement('change_wait_reason', (database, name) =>
  database.update(signatureRequests).set(changedWait(signatureRequests)).where(isOfGroup).prepare(name),
);

const wakeRequest = statement('wake_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(wokenRequest(signatureRequests))
    .where(
      and(
        sql`${signatureRequests.id} = (SELECT ${signingJobs.signatureRequestId} FROM ${signingJobs}
          WHERE ${signingJobs.id} = ${sql.placeholder('jobId')})`,
        eq(signatureRequests.status, 'Queued'),
        isWaiting,
      ),
    )
    .returning({ signatureId: signatureRequests.id, tenantId: signatureRequests.tenantId })
    .prepare(name),
);

async function wake(unit: Unit, messages: readonly HandOverAgain[], now: Date): Promise<readonly WokenJob[]> {
  const done: WokenJob[] = [];
  // Always in one order, so that two stations that wake the same jobs do not wait for each other.
  for (const { jobId, outboxMessage } of messages.toSorted((a, b) => (a.jobId < b.jobId ? -1 : 1))) {
    const [woken] = await wakeRequest(unit).execute({ jobId, messageId: outboxMessage.id, now });
    if (woken === undefined) continue;
    await insertOutboxMessage(unit, woken.signatureId, outboxMessage);
    done.push(woken);
  }
  return done;
}

const overdueRequests = statement('overdue_requests', (database, name) =>
  database
    .select({ job: columnsOfMessage, waitReason, correlationId, kind })
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, signatureRequests.id))
    .innerJoin(inputFiles, inputJoin)
    .where(and(mayBeOverdue(signatureRequests), lt(waitingSince, bound(waitingSince, 'waitingBefore'))))
    .limit(sql.placeholder('limit'))
    .for('update', { of: signatureRequests, skipLocked: true })
    .prepare(name),
);

const failOverdueRequest = statement('fail_overdue_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(overdueRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare(name),
);

async function failOverdue(
  unit: Unit,
  { waitingBefore, now, limit, failure }: Parameters<UnattendedStore['failWaitingJobs']>[0],
): Promise<Awaited<ReturnType<UnattendedStore['failWaitingJobs']>>> {
  const overdue = await overdueRequests(unit).execute({ waitingBefore: unit.moved(waitingBefore, now), limit });
  for (const { job, waitReason: reason, ...request } of overdue) {
    const { audit, deadLetter, ...why } = failure(job, reason ?? 'PROVIDER_UNAVAILABLE', request.kind);
    await failOverdueRequest(unit).execute({ requestId: job.signatureId, ...why });
    await insertOutboxMessage(unit, job.signatureId, deadLetter);
    await appendAuditForRequest(
      unit,
      { id: job.signatureId, tenantId: job.tenantId, correlationId: request.correlationId },
      audit,
      why.at,
    );
  }
  return overdue.map(({ job }) => job);
}
