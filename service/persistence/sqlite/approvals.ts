import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { ApprovalStore } from '../approval-store.ts';
import { approvedRequest, cancelledJob, unapprovedRequest } from '../tables/state-changes.ts';
import type { AuditTrail } from './audit.ts';
import { bound, joinKey, prepareInsert, type DatabaseAccess } from './database.ts';
import { columnsOfMessage, inputFiles, inputJoin } from './request-rows.ts';
import { batchMembers, outboxMessages, signatureRequests, signingJobs } from './schema.ts';

const { id, tenantId, correlationId, waitReason, waitingSince } = signatureRequests;

/** Such a request is Queued, and nobody has claimed its job. */
const isPending = eq(waitReason, sql`'APPROVAL_PENDING'`);
const isThisOne = and(
  eq(id, sql.placeholder('signatureId')),
  eq(tenantId, sql.placeholder('tenantId')),
  eq(signatureRequests.status, 'Queued'),
  isPending,
);
const named = { signatureId: id, tenantId, correlationId };

/** Jobs that a person has to approve. */
export function createApprovalStore(access: DatabaseAccess, audit: AuditTrail): ApprovalStore {
  return { ...prepareReading(access), ...prepareApprove(access, audit), ...prepareEnd(access, audit) };
}

function prepareReading({
  database,
  writer,
}: DatabaseAccess): Pick<ApprovalStore, 'pendingApprovals' | 'overdueApprovals'> {
  const batchId = sql<string | null>`(SELECT min(${batchMembers.batchId}) FROM ${batchMembers}
    WHERE ${batchMembers.signatureRequestId} = ${id})`;
  const pending = database
    .select({ ...columnsOfMessage, batchId })
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, id))
    .innerJoin(inputFiles, inputJoin)
    .where(and(eq(tenantId, joinKey(tenantId, 'tenantId')), isPending))
    .orderBy(asc(waitingSince), asc(id))
    .limit(sql.placeholder('limit'))
    .prepare();
  const overdue = database
    .select({ signatureId: id, tenantId })
    .from(signatureRequests)
    .where(and(isPending, lt(waitingSince, bound(waitingSince, 'waitingBefore'))))
    .limit(sql.placeholder('limit'))
    .prepare();
  return {
    pendingApprovals: (tenant, limit) => writer.read(() => pending.all({ tenantId: tenant, limit })),
    overdueApprovals: (waitingBefore, { limit }) => writer.read(() => overdue.all({ waitingBefore, limit })),
  };
}

function prepareApprove(
  { database, writer }: DatabaseAccess,
  audit: AuditTrail,
): Pick<ApprovalStore, 'approveRequests'> {
  const approve = database
    .update(signatureRequests)
    .set(approvedRequest(signatureRequests))
    .where(isThisOne)
    .returning(named)
    .prepare();
  const insert = prepareInsert(database, outboxMessages);
  return {
    approveRequests: (approvals, at) =>
      writer.write(() =>
        approvals.flatMap(({ outboxMessage, audit: events, ...given }) => {
          const [done] = approve.all({ ...given, messageId: outboxMessage.id, at });
          if (done === undefined) return [];
          const { signatureId, tenantId: tenant } = done;
          insert({ ...outboxMessage, signatureRequestId: signatureId });
          audit.appendForRequest({ ...done, id: signatureId }, events, at);
          return [{ signatureId, tenantId: tenant }];
        }),
      ),
  };
}

function prepareEnd({ database, writer }: DatabaseAccess, audit: AuditTrail): Pick<ApprovalStore, 'endApprovals'> {
  const cancel = database
    .update(signatureRequests)
    .set(unapprovedRequest(signatureRequests))
    .where(isThisOne)
    .returning(named)
    .prepare();
  const cancelJob = database
    .update(signingJobs)
    .set(cancelledJob())
    .where(eq(signingJobs.signatureRequestId, sql.placeholder('signatureId')))
    .prepare();
  return {
    endApprovals: (ended, at) =>
      writer.write(() =>
        ended.flatMap(({ audit: events, ...end }) => {
          const [done] = cancel.all({ ...end, at });
          if (done === undefined) return [];
          const { signatureId, tenantId: tenant } = done;
          cancelJob.run({ signatureId });
          audit.appendForRequest({ ...done, id: signatureId }, events, at);
          return [{ signatureId, tenantId: tenant }];
        }),
      ),
  };
}
