import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { foldCase } from '../fold-case.ts';
import type { IntakeStore } from '../intake-store.ts';
import type { AcceptResult, AcceptUnit, ReadingStore, RejectedUnit, RequestDetails } from '../persistence.ts';
import { cancelledJob, cancelledRequest } from '../tables/state-changes.ts';
import { appendAuditForRequest } from './audit.ts';
import { archivedKey } from './request-archive.ts';
import { insertOutboxMessage } from './outbox-messages.ts';
import { completeDetails, selectDetails } from './request-rows.ts';
import { additionalInputs, signatureRequests, signingJobs, storedFiles } from './schema.ts';
import { insertInto, placeholders, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/** Requests as clients make, read and cancel them. */
export function createRequestStore(units: Units): IntakeStore & Pick<ReadingStore, 'findRequest' | 'newestRenewal'> {
  return {
    acceptSignatureRequest: (unit) => accept(units, unit),
    rejectSignatureRequest: (rejected) => units.write((unit) => reject(unit, rejected)),
    findByIdempotencyKey: (tenantId, idempotencyKey) =>
      units.read(async (unit) => (await findByKey(unit, tenantId, idempotencyKey))?.request),
    findRequest: (tenantId, id) => units.read((unit) => findById(unit, tenantId, id)),
    newestRenewal: (tenantId, renewalOf) =>
      units.read(async (unit) => {
        return (await completeDetails(unit, await newestRenewal(unit).execute({ tenantId, renewalOf })))[0];
      }),
    cancelRequest: (args) => units.write((unit) => cancel(unit, args)),
  };
}

const requestById = statement('request_by_id', (database, name) =>
  selectDetails(database)
    .where(
      and(eq(signatureRequests.id, sql.placeholder('id')), eq(signatureRequests.tenantId, sql.placeholder('tenantId'))),
    )
    .prepare(name),
);

const requestByKey = statement('request_by_idempotency_key', (database, name) =>
  selectDetails(database)
    .where(
      and(
        eq(signatureRequests.tenantId, sql.placeholder('tenantId')),
        eq(signatureRequests.idempotencyKey, sql.placeholder('idempotencyKey')),
      ),
    )
    .prepare(name),
);

/** A request as every answer tells of it. */
export async function findById(unit: Unit, tenantId: string, id: string): Promise<RequestDetails | undefined> {
  return (await completeDetails(unit, await requestById(unit).execute({ tenantId, id })))[0];
}

async function findByKey(unit: Unit, tenantId: string, idempotencyKey: string): Promise<RequestDetails | undefined> {
  return (await completeDetails(unit, await requestByKey(unit).execute({ tenantId, idempotencyKey })))[0];
}

const successorOf = statement('successor_of_request', (database, name) =>
  selectDetails(database)
    .where(
      and(
        eq(signatureRequests.retryOf, sql.placeholder('retryOf')),
        eq(signatureRequests.tenantId, sql.placeholder('tenantId')),
        sql`${signatureRequests.status} NOT IN ('Failed', 'Rejected', 'Cancelled')`,
      ),
    )
    .prepare(name),
);

const isRenewal = and(
  eq(signatureRequests.renewalOf, sql.placeholder('renewalOf')),
  eq(signatureRequests.tenantId, sql.placeholder('tenantId')),
);

const openRenewal = statement('open_renewal_of_request', (database, name) =>
  selectDetails(database)
    .where(and(isRenewal, sql`${signatureRequests.status} NOT IN ('Completed', 'Failed', 'Rejected', 'Cancelled')`))
    .prepare(name),
);

const newestRenewal = statement('newest_renewal_of_request', (database, name) =>
  selectDetails(database)
    .where(and(isRenewal, sql`${signatureRequests.status} = 'Completed'`))
    .orderBy(desc(signatureRequests.completedAt), desc(signatureRequests.id))
    .limit(1)
    .prepare(name),
);

/**
 * Why a request is not accepted anew: one with its key, one that does the same request again, or one that renews the same
 * signature, is there.
 */
async function earlierOne(unit: Unit, { request }: AcceptUnit): Promise<AcceptResult | undefined> {
  const { tenantId, idempotencyKey, retryOf, renewalOf } = request;
  const replayed = idempotencyKey === null ? undefined : await findByKey(unit, tenantId, idempotencyKey);
  if (replayed !== undefined) return { outcome: 'replayed', original: replayed.request };
  const archived = idempotencyKey === null ? [] : await archivedKey(unit).execute({ tenantId, idempotencyKey });
  if (archived[0] !== undefined) return { outcome: 'archived', original: archived[0] };
  const successors = retryOf === null ? [] : await successorOf(unit).execute({ tenantId, retryOf });
  const [successor] = await completeDetails(unit, successors);
  if (successor !== undefined) return { outcome: 'retried', successor: successor.request };
  const renewals = renewalOf === null ? [] : await openRenewal(unit).execute({ tenantId, renewalOf });
  const [renewal] = await completeDetails(unit, renewals);
  return renewal === undefined ? undefined : { outcome: 'renewing', renewal: renewal.request };
}

/** Thrown to roll a unit back: another one was committed first that holds a place of which there is one. */
class PlaceTaken extends Error {}

/**
 * One unit. Where its connection was lost while the commit was under way the database is asked whether the request is
 * there, so that a client is not told of a failure that was none.
 */
async function accept(units: Units, accepted: AcceptUnit): Promise<AcceptResult> {
  const { tenantId, id } = accepted.request;
  try {
    return await units.write((unit) => write(unit, accepted));
  } catch (fault) {
    if (fault instanceof PlaceTaken) {
      const earlier = await units.read((unit) => earlierOne(unit, accepted));
      if (earlier !== undefined) return earlier;
    }
    const isUnclear = fault instanceof Error && 'code' in fault && fault.code === 'SERVICE_UNAVAILABLE';
    const found = isUnclear ? await units.read((unit) => findById(unit, tenantId, id)) : undefined;
    if (found !== undefined) return { outcome: 'accepted' };
    throw fault;
  }
}

const insertRequest = statement('insert_request', (database, name) =>
  database
    .insert(signatureRequests)
    .values(placeholders(signatureRequests))
    .onConflictDoNothing()
    .returning({ id: signatureRequests.id })
    .prepare(name),
);
const insertJob = insertInto('insert_job', signingJobs);

async function write(unit: Unit, accepted: AcceptUnit): Promise<AcceptResult> {
  const { request, job, outboxMessage, audit } = accepted;
  const earlier = await earlierOne(unit, accepted);
  if (earlier !== undefined) return earlier;
  const endedAt = request.completedAt ?? request.failedAt;
  const messageId = request.waitReason === null ? outboxMessage.id : null;
  await writeRequest(unit, accepted, { messageId, endedAt, inputsKept: true, outputKept: true });
  await insertJob(unit, { ...job, tenantId: request.tenantId, claimant: null });
  if (messageId !== null) await insertOutboxMessage(unit, request.id, outboxMessage);
  await appendAuditForRequest(unit, request, audit, request.createdAt);
  return { outcome: 'accepted' };
}

async function reject(unit: Unit, rejected: RejectedUnit): Promise<void> {
  const { request, audit } = rejected;
  await writeRequest(unit, rejected, {
    messageId: null,
    endedAt: request.createdAt,
    inputsKept: false,
    outputKept: false,
  });
  await appendAuditForRequest(unit, request, audit, request.createdAt);
}

/** The rows of a request and its files. Throws PlaceTaken when its id, its idempotency key or its place as successor is. */
async function writeRequest(
  unit: Unit,
  { request, files }: RejectedUnit,
  columns: Pick<typeof signatureRequests.$inferSelect, 'messageId' | 'endedAt' | 'inputsKept' | 'outputKept'>,
): Promise<void> {
  const { id: signatureRequestId } = request;
  await unit.database.insert(storedFiles).values(files.map((file) => ({ ...file, signatureRequestId })));
  const inserted = await insertRequest(unit).execute({
    ...request,
    ...columns,
    searchText: searchText([...files.map((file) => file.originalFileName), request.correlationId ?? '', request.id]),
  });
  if (inserted.length === 0) throw new PlaceTaken('A request with the same id, key or predecessor is there.');
  if (request.additionalInputFileIds.length === 0) return;
  const rows = request.additionalInputFileIds.map((fileId, position) => ({ signatureRequestId, position, fileId }));
  await unit.database.insert(additionalInputs).values(rows);
}

/** One lower-case text of all that the list's text filter looks through; lines keep matches from running across parts. */
function searchText(parts: readonly string[]): string {
  return foldCase(parts.join('\n'));
}

// The job first, as a claim takes it: two that lock in different orders would wait for each other.
export const lockJobOfRequest = statement('lock_job_of_request', (database, name) =>
  database
    .select({ id: signingJobs.id })
    .from(signingJobs)
    .where(eq(signingJobs.signatureRequestId, sql.placeholder('id')))
    .for('update')
    .prepare(name),
);
const cancelRequest = statement('cancel_request', (database, name) =>
  database
    .update(signatureRequests)
    .set(cancelledRequest(signatureRequests))
    .where(
      and(
        eq(signatureRequests.id, sql.placeholder('id')),
        eq(signatureRequests.tenantId, sql.placeholder('tenantId')),
        inArray(signatureRequests.status, ['Created', 'Queued']),
      ),
    )
    .returning({ id: signatureRequests.id })
    .prepare(name),
);
export const cancelJob = statement('cancel_job', (database, name) =>
  database
    .update(signingJobs)
    .set(cancelledJob())
    .where(eq(signingJobs.signatureRequestId, sql.placeholder('id')))
    .prepare(name),
);

async function cancel(
  unit: Unit,
  { tenantId, id, at, audit }: Parameters<IntakeStore['cancelRequest']>[0],
): Promise<Awaited<ReturnType<IntakeStore['cancelRequest']>>> {
  const found = await findById(unit, tenantId, id);
  if (found === undefined) return 'not-found';
  await lockJobOfRequest(unit).execute({ id });
  if ((await cancelRequest(unit).execute({ tenantId, id, at })).length === 0) return 'not-cancellable';
  await cancelJob(unit).execute({ id });
  await appendAuditForRequest(unit, found.request, audit, at);
  return 'cancelled';
}
