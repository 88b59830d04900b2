import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { ApprovalStore, EndedApproval, GivenApproval } from '../approval-store.ts';
import type { WokenJob } from '../unattended-store.ts';
import { approvedRequest, unapprovedRequest } from '../tables/state-changes.ts';
import { appendAuditForRequest } from './audit.ts';
import { insertOutboxMessage } from './outbox-messages.ts';
import { columnsOfMessage, inputFiles, inputJoin } from './request-rows.ts';
import { cancelJob, lockJobOfRequest } from './requests.ts';
import { batchMembers, signatureRequests, signingJobs } from './schema.ts';
import { bound, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

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
export function createApprovalStore(units: Units): ApprovalStore {
  return {
    pendingApprovals: (tenant, limit) => units.read((unit) => pending(unit).execute({ tenantId: tenant, limit })),
    overdueApprovals: (waitingBefore, { now, limit }) =>
      units.write((unit) => overdue(unit).execute({ waitingBefore: unit.moved(waitingBefore, now), limit }), {
        isRepeatable: true,
      }),
    approveRequests: (approvals, at) => units.write((unit) => approve(unit, approvals, at)),
    endApprovals: (ended, at) => units.write((unit) => end(unit, ended, at)),
  };
}

const pending = statement('pending_approvals', (database, name) =>
  database
    .select({
      ...columnsOfMessage,
      batchId: sql<string | null>`(SELECT min(${batchMembers.batchId}) FROM ${batchMembers}
        WHERE ${batchMembers.signatureRequestId} = ${id})`,
    })
    .from(signatureRequests)
    .innerJoin(signingJobs, eq(signingJobs.signatureRequestId, id))
    .innerJoin(inputFiles, inputJoin)
    .where(and(eq(tenantId, sql.placeholder('tenantId')), isPending))
    .orderBy(asc(waitingSince), asc(id))
    .limit(sql.placeholder('limit'))
    .prepare(name),
);

const overdue = statement('overdue_approvals', (database, name) =>
  database
    .select({ signatureId: id, tenantId })
    .from(signatureRequests)
    .where(and(isPending, lt(waitingSince, bound(waitingSince, 'waitingBefore'))))
    .limit(sql.placeholder('limit'))
    .prepare(name),
);

const approveRequest = statement('approve_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(approvedRequest(signatureRequests))
    .where(isThisOne)
    .returning(named)
    .prepare(name),
);

async function approve(unit: Unit, approvals: readonly GivenApproval[], at: Date): Promise<readonly WokenJob[]> {
  const all: WokenJob[] = [];
  for (const { outboxMessage, audit, ...given } of inOneOrder(approvals)) {
    const approvedUntil = unit.moved(given.approvedUntil, at);
    const [done] = await approveRequest(unit).execute({ ...given, approvedUntil, messageId: outboxMessage.id, at });
    if (done === undefined) continue;
    await insertOutboxMessage(unit, done.signatureId, outboxMessage);
    await appendAuditForRequest(unit, { ...done, id: done.signatureId }, audit, at);
    all.push({ signatureId: done.signatureId, tenantId: done.tenantId });
  }
  return all;
}

const endApproval = statement('end_approval', (database, name) =>
  database
    .update(signatureRequests)
    .set(unapprovedRequest(signatureRequests))
    .where(isThisOne)
    .returning(named)
    .prepare(name),
);

async function end(unit: Unit, ended: readonly EndedApproval[], at: Date): Promise<readonly WokenJob[]> {
  const all: WokenJob[] = [];
  for (const { audit, ...reason } of inOneOrder(ended)) {
    await lockJobOfRequest(unit).execute({ id: reason.signatureId });
    const [done] = await endApproval(unit).execute({ ...reason, at });
    if (done === undefined) continue;
    await cancelJob(unit).execute({ id: done.signatureId });
    await appendAuditForRequest(unit, { ...done, id: done.signatureId }, audit, at);
    all.push({ signatureId: done.signatureId, tenantId: done.tenantId });
  }
  return all;
}

/** Always in one order, so that two stations that change the same requests do not wait for each other. */
function inOneOrder<T extends { readonly signatureId: string }>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => (a.signatureId < b.signatureId ? -1 : 1));
}
