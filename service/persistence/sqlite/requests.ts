import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AcceptanceQueue, TakenMessage } from '../acceptance-queue.ts';
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

/** Where messages of accepted requests may go at once; undefined while there is no such queue. */
export interface HandOver {
  queue: AcceptanceQueue | undefined;
}

/** Requests as clients make, read and cancel them. */
export function createRequestStore(
  access: DatabaseAccess,
  audit: AuditTrail,
  archivedKey: FindArchivedKey,
  handOver: HandOver,
): RequestStore {
  const finders = prepareFinders(access);
  const insertRequest = prepareInsertRequest(access);
  const accept = prepareAccept(access, audit, insertRequest, { ...finders, archivedKey });
  return {
    acceptSignatureRequest: acceptWithMessage(access, accept, handOver),
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

type Accept = (unit: AcceptUnit, taken: TakenMessage | undefined) => AcceptResult;

/**
 * One commit for the request and for its place in the queue, where the queue is in the same file and takes it. The row of
 * the outbox is written all the same, as published.
 */
function acceptWithMessage(
  { writer }: DatabaseAccess,
  accept: Accept,
  handOver: HandOver,
): Persistence['acceptSignatureRequest'] {
  return async (unit) => {
    const taken = unit.request.waitReason === null ? handOver.queue?.take(unit.outboxMessage) : undefined;
    let isKept = false;
    try {
      const result = await writer.write(() => accept(unit, taken));
      if (result.outcome !== 'accepted' || taken === undefined) return result;
      isKept = true;
      return { outcome: 'accepted', isHandedOver: true };
    } finally {
      taken?.ended(isKept);
    }
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

/** What there is already that such a request would do once more. */
function findInItsPlace(
  { tenantId, idempotencyKey, retryOf, renewalOf }: AcceptUnit['request'],
  finders: Finders & { readonly archivedKey: FindArchivedKey },
): AcceptResult | undefined {
  const replayed = idempotencyKey === null ? undefined : finders.byIdempotencyKey(tenantId, idempotencyKey);
  if (replayed !== undefined) return { outcome: 'replayed', original: replayed.request };
  const archived = idempotencyKey === null ? undefined : finders.archivedKey(tenantId, idempotencyKey);
  if (archived !== undefined) return { outcome: 'archived', original: archived };
  const successor = retryOf === null ? undefined : finders.successorOf(tenantId, retryOf);
  if (successor !== undefined) return { outcome: 'retried', successor: successor.request };
  const renewal = renewalOf === null ? undefined : finders.openRenewal(tenantId, renewalOf);
  return renewal === undefined ? undefined : { outcome: 'renewing', renewal: renewal.request };
}

function prepareAccept(
  { database }: DatabaseAccess,
  audit: AuditTrail,
  insertRequest: InsertRequest,
  finders: Finders & { readonly archivedKey: FindArchivedKey },
): Accept {
  const insertJob = prepareInsert(database, signingJobs);
  const insertOutboxMessage = prepareInsert(database, outboxMessages);
  return (unit, taken) => {
    const { request, job, outboxMessage, audit: events } = unit;
    const { id: signatureRequestId, tenantId } = request;
    const found = findInItsPlace(request, finders);
    if (found !== undefined) return found;
    const endedAt = request.completedAt ?? request.failedAt;
    const messageId = request.waitReason === null ? outboxMessage.id : null;
    insertRequest(unit, { messageId, endedAt, inputsKept: true, outputKept: true });
    insertJob({ ...job, tenantId, claimant: null });
    const publishedAt = taken === undefined ? outboxMessage.publishedAt : request.createdAt;
    if (messageId !== null) insertOutboxMessage({ ...outboxMessage, publishedAt, signatureRequestId });
    taken?.write();
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
