import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AcceptResult, AcceptUnit, Persistence, RejectedUnit, RequestDetails } from '../persistence.ts';
import { cancelledJob, cancelledRequest } from '../tables/state-changes.ts';
import type { AuditTrail } from './audit.ts';
import { createBatchStore } from './batches.ts';
import { joinKey, prepareInsert, type DatabaseAccess } from './database.ts';
import { prepareCompleteDetails, selectDetails } from './request-rows.ts';
import type { FindArchivedKey } from './request-archive.ts';
import { foldCase } from '../fold-case.ts';
import { additionalInputs, outboxMessages, signatureRequests, signingJobs, storedFiles } from './schema.ts';

type RequestStore = Pick<
  Persistence,
  | 'acceptSignatureRequest'
  | 'rejectSignatureRequest'
  | 'findByIdempotencyKey'
  | 'findRequest'
  | 'newestRenewal'
  | 'cancelRequest'
  | 'addBatch'
  | 'findBatch'
>;

/** Requests as clients make, read and cancel them. */
export function createRequestStore(
  access: DatabaseAccess,
  audit: AuditTrail,
  archivedKey: FindArchivedKey,
): RequestStore {
  const finders = prepareFinders(access);
  const insertRequest = prepareInsertRequest(access);
  const accept = prepareAccept(access, audit, insertRequest, { ...finders, archivedKey });
  return {
    acceptSignatureRequest: (unit) => access.writer.write(() => accept(unit)),
    rejectSignatureRequest: (unit) =>
      access.writer.write(() => {
        const { request } = unit;
        insertRequest(unit, { messageId: null, endedAt: request.createdAt, inputsKept: false, outputKept: false });
        audit.appendForRequest(request, unit.audit, request.createdAt);
      }),
    findByIdempotencyKey: (tenantId, idempotencyKey) =>
      access.writer.read(() => finders.byIdempotencyKey(tenantId, idempotencyKey)?.request),
    findRequest: (tenantId, id) => access.writer.read(() => finders.byId(tenantId, id)),
    newestRenewal: (tenantId, id) => access.writer.read(() => finders.newestRenewal(tenantId, id)),
    cancelRequest: prepareCancel(access, audit, finders),
    ...createBatchStore(access, finders.byId),
  };
}

interface Finders {
  readonly byId: (tenantId: string, id: string) => RequestDetails | undefined;
  readonly byIdempotencyKey: (tenantId: string, idempotencyKey: string) => RequestDetails | undefined;
  /** The one that lives or is Completed of those that do a request again. */
  readonly successorOf: (tenantId: string, retryOf: string) => RequestDetails | undefined;
  /** The one that has not ended. */
  readonly openRenewal: (tenantId: string, renewalOf: string) => RequestDetails | undefined;
  readonly newestRenewal: (tenantId: string, renewalOf: string) => RequestDetails | undefined;
}

function prepareFinders({ database }: DatabaseAccess): Finders {
  const completeDetails = prepareCompleteDetails(database);
  const byId = selectDetails(database)
    .where(
      and(
        eq(signatureRequests.id, joinKey(signatureRequests.id, 'id')),
        eq(signatureRequests.tenantId, joinKey(signatureRequests.tenantId, 'tenantId')),
      ),
    )
    .prepare();
  const byIdempotencyKey = selectDetails(database)
    .where(
      and(
        eq(signatureRequests.tenantId, joinKey(signatureRequests.tenantId, 'tenantId')),
        eq(signatureRequests.idempotencyKey, joinKey(signatureRequests.idempotencyKey, 'idempotencyKey')),
      ),
    )
    .prepare();
  const successorOf = selectDetails(database)
    .where(
      and(
        eq(signatureRequests.retryOf, joinKey(signatureRequests.retryOf, 'retryOf')),
        eq(signatureRequests.tenantId, joinKey(signatureRequests.tenantId, 'tenantId')),
        sql`${signatureRequests.status} NOT IN ('Failed', 'Rejected', 'Cancelled')`,
      ),
    )
    .prepare();
  const isRenewal = and(
    eq(signatureRequests.renewalOf, joinKey(signatureRequests.renewalOf, 'renewalOf')),
    eq(signatureRequests.tenantId, joinKey(signatureRequests.tenantId, 'tenantId')),
  );
  const openRenewal = selectDetails(database)
    .where(and(isRenewal, sql`${signatureRequests.status} NOT IN ('Completed', 'Failed', 'Rejected', 'Cancelled')`))
    .prepare();
  const newestRenewal = selectDetails(database)
    .where(and(isRenewal, sql`${signatureRequests.status} = 'Completed'`))
    .orderBy(desc(signatureRequests.completedAt), desc(signatureRequests.id))
    .limit(1)
    .prepare();
  return {
    openRenewal: (tenantId, renewalOf) => completeDetails(openRenewal.all({ tenantId, renewalOf }))[0],
    newestRenewal: (tenantId, renewalOf) => completeDetails(newestRenewal.all({ tenantId, renewalOf }))[0],
    successorOf: (tenantId, retryOf) => completeDetails(successorOf.all({ tenantId, retryOf }))[0],
    byId: (tenantId, id) => completeDetails(byId.all({ tenantId, id }))[0],
    byIdempotencyKey: (tenantId, idempotencyKey) =>
      completeDetails(byIdempotencyKey.all({ tenantId, idempotencyKey }))[0],
  };
}

type InsertRequest = (
  unit: RejectedUnit,
  columns: {
    readonly messageId: string | null;
    readonly endedAt: Date | null;
    readonly inputsKept: boolean;
    readonly outputKept: boolean;
  },
) => void;

/** The rows of a request and its files. */
function prepareInsertRequest({ database }: DatabaseAccess): InsertRequest {
  const insertFile = prepareInsert(database, storedFiles);
  const insertRequest = prepareInsert(database, signatureRequests);
  const insertAdditionalInput = prepareInsert(database, additionalInputs);
  return ({ request, files }, columns) => {
    const { id: signatureRequestId } = request;
    for (const file of files) insertFile({ ...file, signatureRequestId });
    insertRequest({
      ...request,
      ...columns,
      searchText: searchText([...files.map((file) => file.originalFileName), request.correlationId ?? '', request.id]),
    });
    for (const [position, fileId] of request.additionalInputFileIds.entries()) {
      insertAdditionalInput({ signatureRequestId, position, fileId });
    }
  };
}

function prepareAccept(
  { database }: DatabaseAccess,
  audit: AuditTrail,
  insertRequest: InsertRequest,
  finders: Finders & { readonly archivedKey: FindArchivedKey },
): (unit: AcceptUnit) => AcceptResult {
  const insertJob = prepareInsert(database, signingJobs);
  const insertOutboxMessage = prepareInsert(database, outboxMessages);
  return (unit) => {
    const { request, job, outboxMessage, audit: events } = unit;
    const { id: signatureRequestId, tenantId } = request;
    const replayed =
      request.idempotencyKey === null ? undefined : finders.byIdempotencyKey(tenantId, request.idempotencyKey);
    if (replayed !== undefined) return { outcome: 'replayed', original: replayed.request };
    const archived =
      request.idempotencyKey === null ? undefined : finders.archivedKey(tenantId, request.idempotencyKey);
    if (archived !== undefined) return { outcome: 'archived', original: archived };
    const successor = request.retryOf === null ? undefined : finders.successorOf(tenantId, request.retryOf);
    if (successor !== undefined) return { outcome: 'retried', successor: successor.request };
    const renewal = request.renewalOf === null ? undefined : finders.openRenewal(tenantId, request.renewalOf);
    if (renewal !== undefined) return { outcome: 'renewing', renewal: renewal.request };
    const endedAt = request.completedAt ?? request.failedAt;
    const messageId = request.waitReason === null ? outboxMessage.id : null;
    insertRequest(unit, { messageId, endedAt, inputsKept: true, outputKept: true });
    insertJob({ ...job, tenantId, claimant: null });
    if (messageId !== null) insertOutboxMessage({ ...outboxMessage, signatureRequestId });
    audit.appendForRequest(request, events, request.createdAt);
    return { outcome: 'accepted' };
  };
}

function prepareCancel(
  { database, writer }: DatabaseAccess,
  audit: AuditTrail,
  finders: Finders,
): Persistence['cancelRequest'] {
  const cancelRequest = database
    .update(signatureRequests)
    .set(cancelledRequest(signatureRequests))
    .where(
      and(
        eq(signatureRequests.id, sql.placeholder('id')),
        eq(signatureRequests.tenantId, sql.placeholder('tenantId')),
        inArray(signatureRequests.status, ['Created', 'Queued']),
      ),
    )
    .prepare();
  const cancelJob = database
    .update(signingJobs)
    .set(cancelledJob())
    .where(eq(signingJobs.signatureRequestId, sql.placeholder('id')))
    .prepare();
  return ({ tenantId, id, at, audit: events }) =>
    writer.write(() => {
      const found = finders.byId(tenantId, id);
      if (found === undefined) return 'not-found';
      if (cancelRequest.run({ tenantId, id, at }).changes === 0) return 'not-cancellable';
      cancelJob.run({ id });
      audit.appendForRequest(found.request, events, at);
      return 'cancelled';
    });
}

/** One lower-case text of all that the list's text filter looks through; lines keep matches from running across parts. */
function searchText(parts: readonly string[]): string {
  return foldCase(parts.join('\n'));
}
