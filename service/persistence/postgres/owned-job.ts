import { and, eq, exists, gt, inArray, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { JobStatus } from '../../contract/vocabulary/states.ts';
import type { FencedResult } from '../persistence.ts';
import type { AuditedRequest } from './audit.ts';
import { outboxMessages, signatureRequests, signingJobs } from './schema.ts';
import { bound, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/**
 * WHERE of every write to a claimed job. What it finds it locks, and whoever takes a request out of Processing holds
 * the lock of its job.
 */
export function ownedJob(database: NodePgDatabase, expected: readonly JobStatus[]): SQL | undefined {
  return and(
    eq(signingJobs.id, sql.placeholder('jobId')),
    eq(signingJobs.attempt, sql.placeholder('attempt')),
    eq(signingJobs.lockedUntil, bound(signingJobs.lockedUntil, 'lockedUntil')),
    inArray(signingJobs.status, [...expected]),
    exists(
      database
        .select({ found: sql`1` })
        .from(signatureRequests)
        .where(
          and(eq(signatureRequests.id, signingJobs.signatureRequestId), eq(signatureRequests.status, 'Processing')),
        ),
    ),
  );
}

const requestById = statement('request_of_job', (database, name) =>
  database
    .select({
      id: signatureRequests.id,
      tenantId: signatureRequests.tenantId,
      correlationId: signatureRequests.correlationId,
      messageId: signatureRequests.messageId,
    })
    .from(signatureRequests)
    .where(eq(signatureRequests.id, sql.placeholder('requestId')))
    .prepare(name),
);

/** The request of a job, with its newest message. */
export async function requestOfJob(
  unit: Unit,
  requestId: string,
): Promise<AuditedRequest & { readonly messageId: string | null }> {
  const [request] = await requestById(unit).execute({ requestId });
  if (request === undefined) throw new Error('A job has lost its request.');
  return request;
}

/**
 * A second delivery may have left a message for the end of this lease: nobody needs it now. One that waits for nothing is
 * being handed over at this moment.
 */
export function uselessMessage(messageId: SQL | Placeholder): SQL | undefined {
  return and(
    eq(outboxMessages.id, messageId),
    isNull(outboxMessages.publishedAt),
    gt(outboxMessages.availableAt, outboxMessages.occurredAt),
  );
}

/** It counts as handed over, and stays: a job that waits from now on goes on in the trace of its newest message. */
export const takenBack = { publishedAt: sql`${outboxMessages.occurredAt}` };

const takeBack = statement('take_message_back', (database, name) =>
  database
    .update(outboxMessages)
    .set(takenBack)
    .where(uselessMessage(sql.placeholder('messageId')))
    .prepare(name),
);

/**
 * Runs `apply` for the request of the job in one unit with `endJob`, or answers `lost` when `endJob` matched no row.
 * `endJob` answers the ids of the requests whose jobs it has ended.
 */
export function fenced(
  units: Units,
  endJob: (unit: Unit) => Promise<readonly { readonly requestId: string }[]>,
  apply: (unit: Unit, request: AuditedRequest) => Promise<void>,
): Promise<FencedResult> {
  return units.write(async (unit) => {
    const [ended] = await endJob(unit);
    if (ended === undefined) return 'lost';
    const request = await requestOfJob(unit, ended.requestId);
    await takeBack(unit).execute({ messageId: request.messageId });
    await apply(unit, request);
    return 'done';
  });
}
