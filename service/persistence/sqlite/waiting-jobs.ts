import { and, asc, count, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { JobStore, Persistence, WaitingGroup } from '../persistence.ts';
import { changedWait, overdueRequest, parkedRequest, wokenRequest } from '../tables/state-changes.ts';
import { isOfLine, isParked, linesOf, mayBeOverdue, waitsForKey } from '../tables/waiting.ts';
import type { AuditTrail } from './audit.ts';
import { joinKey, prepareInsert, type DatabaseAccess } from './database.ts';
import { prepareFailJob, prepareFenced } from './job-results.ts';
import { columnsOfMessage, inputFiles, inputJoin } from './request-rows.ts';
import { outboxMessages, signatureRequests, signingJobs } from './schema.ts';

type WaitingStore = Pick<JobStore, 'parkJob'> &
  Pick<
    Persistence,
    'waitingGroups' | 'waitingJobs' | 'dueWaitingJobs' | 'wakeJobs' | 'changeWaitReason' | 'failWaitingJobs'
  >;

/** Jobs that wait for a token, a card, a PIN, or a time. */
export function createWaitingStore(access: DatabaseAccess, audit: AuditTrail): WaitingStore {
  return {
    parkJob: preparePark(access, audit),
    wakeJobs: prepareWake(access),
    failWaitingJobs: prepareFailWaiting(access, audit),
    ...prepareGroups(access),
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

function preparePark(access: DatabaseAccess, audit: AuditTrail): JobStore['parkJob'] {
  const { database } = access;
  const failJob = prepareFailJob(database);
  const fenced = prepareFenced(access);
  const park = database
    .update(signatureRequests)
    .set(parkedRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare();
  return (claim, wait) =>
    fenced(
      () => failJob(claim, { errorCode: wait.errorCode, errorMessage: wait.message }),
      claim,
      (request) => {
        const { message, audit: events, ...row } = wait;
        park.run({ requestId: request.id, ...row, errorMessage: message });
        audit.appendForRequest(request, events, wait.at);
      },
    );
}

/** One tenant, provider and certificate; a request without a thumbprint, or without a provider, is of its own group. */
const isOfGroup = and(
  eq(tenantId, joinKey(tenantId, 'tenantId')),
  sql`${signingProvider} IS ${joinKey(signingProvider, 'signingProvider')}`,
  sql`${certificateThumbprint} IS ${joinKey(certificateThumbprint, 'certificateThumbprint')}`,
  isWithoutKey,
  isOfLine(signatureRequests),
);
const { isInLine, asks } = linesOf(signatureRequests);

function prepareGroups({
  database,
  writer,
}: DatabaseAccess): Pick<Persistence, 'waitingGroups' | 'waitingJobs' | 'dueWaitingJobs' | 'changeWaitReason'> {
  const groups = database
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
    .prepare();
  const jobs = database
    .select(columnsOfMessage)
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, signatureRequests.id))
    .innerJoin(inputFiles, inputJoin)
    .where(isOfGroup)
    .orderBy(asc(waitingSince), asc(signatureRequests.id))
    .limit(sql.placeholder('limit'))
    .prepare();
  const due = database
    .select(columnsOfMessage)
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, signatureRequests.id))
    .innerJoin(inputFiles, inputJoin)
    .where(and(isNotNull(waitReason), lte(nextAttemptAt, joinKey(nextAttemptAt, 'now'))))
    .orderBy(asc(nextAttemptAt), asc(signatureRequests.id))
    .limit(sql.placeholder('limit'))
    .prepare();
  const change = database.update(signatureRequests).set(changedWait(signatureRequests)).where(isOfGroup).prepare();
  return {
    waitingGroups: () => writer.read(() => groups.all()),
    waitingJobs: (group, limit) => writer.read(() => jobs.all({ ...group, limit })),
    dueWaitingJobs: (now, limit) => writer.read(() => due.all({ now, limit })),
    changeWaitReason: (group, { waitReason: reason, message: errorMessage, ...obstacle }) =>
      writer.write(() => {
        change.run({ ...group, ...obstacle, reason, errorMessage });
      }),
  };
}

function prepareWake({ database, writer }: DatabaseAccess): Persistence['wakeJobs'] {
  const wake = database
    .update(signatureRequests)
    .set(wokenRequest(signatureRequests))
    .where(
      and(eq(signatureRequests.id, sql.placeholder('requestId')), eq(signatureRequests.status, 'Queued'), isWaiting),
    )
    .returning({ signatureId: signatureRequests.id, tenantId: signatureRequests.tenantId })
    .prepare();
  const requestOf = database
    .select({ requestId: signingJobs.signatureRequestId })
    .from(signingJobs)
    .where(eq(signingJobs.id, sql.placeholder('jobId')))
    .prepare();
  const insert = prepareInsert(database, outboxMessages);
  return (messages, now) =>
    writer.write(() =>
      messages.flatMap(({ jobId, outboxMessage }) => {
        const found = requestOf.get({ jobId });
        if (found === undefined) return [];
        const woken = wake.all({ requestId: found.requestId, messageId: outboxMessage.id, now });
        if (woken.length > 0) insert({ ...outboxMessage, signatureRequestId: found.requestId });
        return woken;
      }),
    );
}

function prepareFailWaiting({ database, writer }: DatabaseAccess, audit: AuditTrail): Persistence['failWaitingJobs'] {
  const overdue = database
    .select({ job: columnsOfMessage, waitReason, correlationId, kind })
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, signatureRequests.id))
    .innerJoin(inputFiles, inputJoin)
    .where(and(mayBeOverdue(signatureRequests), lt(waitingSince, joinKey(waitingSince, 'waitingBefore'))))
    .limit(sql.placeholder('limit'))
    .prepare();
  const fail = database
    .update(signatureRequests)
    .set(overdueRequest(signatureRequests))
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare();
  const insert = prepareInsert(database, outboxMessages);
  return ({ waitingBefore, limit, failure }) =>
    writer.write(() =>
      overdue.all({ waitingBefore, limit }).map(({ job, waitReason: reason, ...request }) => {
        const { audit: events, deadLetter, ...why } = failure(job, reason ?? 'PROVIDER_UNAVAILABLE', request.kind);
        fail.run({ requestId: job.signatureId, ...why });
        insert({ ...deadLetter, signatureRequestId: job.signatureId });
        audit.appendForRequest(
          { id: job.signatureId, tenantId: job.tenantId, correlationId: request.correlationId },
          events,
          why.at,
        );
        return job;
      }),
    );
}
