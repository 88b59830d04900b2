import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { foldCase } from '../fold-case.ts';
import type { IntakeStore } from '../intake-store.ts';
import type { AcceptResult, AcceptUnit, ReadingStore, RejectedUnit, RequestDetails } from '../persistence.ts';
import { cancelledJob, cancelledRequest } from '../tables/state-changes.ts';
import { appendAuditForRequest, auditRows, eventsOfRequest } from './audit.ts';
import { archivedKey } from './request-archive.ts';
import { messageRows, messageTimes } from './outbox-messages.ts';
import { completeDetails, selectDetails } from './request-rows.ts';
import {
  additionalInputs,
  archivedKeys,
  auditEvents,
  outboxMessages,
  signatureRequests,
  signingJobs,
  storedFiles,
} from './schema.ts';
import { decidingNow, statement, writtenStatement } from './statements.ts';
import type { Unit, Units } from './units.ts';
import { insertRows, rowsAsJson, type WholeRow } from './whole-rows.ts';

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

/** Another one was committed first that holds a place of which there is one. */
class PlaceTaken extends Error {}

/**
 * A request with its files, job, message and events in one statement, which writes all of them or, where the request finds
 * its place taken, nothing. A key of an archived request is taken, too; that of one that is being archived at this moment
 * is seen in either place.
 */
const acceptRequest = writtenStatement<{ readonly id: string }>(
  'accept_request',
  () => sql`WITH request AS (${insertRows({
    ...{ table: signatureRequests, parameter: 'request' },
    // Whether it has waited for too long, and whether it is still approved, is asked of the same clock.
    filled: {
      approved_until: sql`given.approved_until + (${decidingNow(signatureRequests.approvedUntil)} - given.created_at)`,
      waiting_since: sql`CASE WHEN given.waiting_since IS NOT NULL THEN ${decidingNow(signatureRequests.waitingSince)} END`,
    },
    where: sql`given.idempotency_key IS NULL OR NOT EXISTS (
      SELECT 1 FROM ${archivedKeys} AS earlier
      WHERE earlier.tenant_id = given.tenant_id AND earlier.idempotency_key = given.idempotency_key
      UNION ALL SELECT 1 FROM ${signatureRequests} AS earlier
      WHERE earlier.tenant_id = given.tenant_id AND earlier.idempotency_key = given.idempotency_key)`,
  })} ON CONFLICT DO NOTHING RETURNING id),
  files AS (${insertRows({ table: storedFiles, parameter: 'files', after: 'request' })}),
  further AS (${insertRows({ table: additionalInputs, parameter: 'additionalInputs', after: 'request' })}),
  job AS (${insertRows({ table: signingJobs, parameter: 'job', after: 'request' })}),
  message AS (${insertRows({ table: outboxMessages, parameter: 'messages', after: 'request', filled: messageTimes() })}),
  audit AS (${insertRows({ table: auditEvents, parameter: 'audit', after: 'request' })})
  SELECT id FROM request`,
);

async function accept(units: Units, accepted: AcceptUnit): Promise<AcceptResult> {
  const { tenantId, id } = accepted.request;
  return units.writeAtOnce(async (unit, isAgain) => {
    if ((await acceptRequest(unit, rowsOfUnit(unit, accepted))).length > 0) return { outcome: 'accepted' };
    // Where the answer alone was lost, the client is not told of a failure that was none.
    if (isAgain && (await findById(unit, tenantId, id)) !== undefined) return { outcome: 'accepted' };
    const earlier = await earlierOne(unit, accepted);
    if (earlier === undefined) throw new PlaceTaken('A request with the same id, key or predecessor is there.');
    return earlier;
  });
}

function rowsOfUnit(unit: Unit, { request, files, job, outboxMessage, audit }: AcceptUnit): Record<string, unknown> {
  const { tenantId, createdAt } = request;
  const endedAt = request.completedAt ?? request.failedAt;
  const messages = request.waitReason === null ? [outboxMessage] : [];
  const messageId = messages[0]?.id ?? null;
  const row = requestRow({ request, files }, { messageId, endedAt, inputsKept: true, outputKept: true });
  return {
    request: rowsAsJson(signatureRequests, [row]),
    ...fileRows({ request, files }),
    job: rowsAsJson(signingJobs, [{ ...job, tenantId, claimant: null }]),
    ...messageRows(unit, request.id, messages),
    told: unit.told(request.waitingSince ?? outboxMessage.occurredAt),
    audit: auditRows(eventsOfRequest(request, audit, createdAt)),
  };
}

const rejectRequest = writtenStatement<{ readonly id: string }>(
  'reject_request',
  () => sql`WITH request AS (${insertRows({ table: signatureRequests, parameter: 'request' })}
    ON CONFLICT DO NOTHING RETURNING id),
  files AS (${insertRows({ table: storedFiles, parameter: 'files', after: 'request' })}),
  further AS (${insertRows({ table: additionalInputs, parameter: 'additionalInputs', after: 'request' })}),
  audit AS (${insertRows({ table: auditEvents, parameter: 'audit', after: 'request' })})
  SELECT id FROM request`,
);

async function reject(unit: Unit, { request, files, audit }: RejectedUnit): Promise<void> {
  const { createdAt } = request;
  const kept = { messageId: null, endedAt: createdAt, inputsKept: false, outputKept: false };
  const written = await rejectRequest(unit, {
    request: rowsAsJson(signatureRequests, [requestRow({ request, files }, kept)]),
    ...fileRows({ request, files }),
    audit: auditRows(eventsOfRequest(request, audit, createdAt)),
  });
  if (written.length === 0) throw new PlaceTaken('A request with the same id is there.');
}

function requestRow(
  { request, files }: Pick<RejectedUnit, 'request' | 'files'>,
  columns: Pick<typeof signatureRequests.$inferSelect, 'messageId' | 'endedAt' | 'inputsKept' | 'outputKept'>,
): WholeRow<typeof signatureRequests> {
  const names = files.map((file) => file.originalFileName);
  return { ...request, ...columns, searchText: searchText([...names, request.correlationId ?? '', request.id]) };
}

function fileRows({ request, files }: Pick<RejectedUnit, 'request' | 'files'>): Record<string, string> {
  const { id: signatureRequestId, additionalInputFileIds } = request;
  const further = additionalInputFileIds.map((fileId, position) => ({ signatureRequestId, position, fileId }));
  return {
    files: rowsAsJson(
      storedFiles,
      files.map((file) => ({ ...file, signatureRequestId })),
    ),
    additionalInputs: rowsAsJson(additionalInputs, further),
  };
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
