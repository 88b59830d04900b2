import { and, eq, exists, inArray, sql, type SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { JobStatus } from '../../contract/vocabulary/states.ts';
import type { AuditedRequest } from './audit.ts';
import { bound, joinKey } from './database.ts';
import { signatureRequests, signingJobs } from './schema.ts';

/** WHERE of every write to a claimed job. */
export function ownedJob(database: BetterSQLite3Database, expected: readonly JobStatus[]): SQL | undefined {
  return and(
    eq(signingJobs.id, sql.placeholder('jobId')),
    eq(signingJobs.attempt, sql.placeholder('attempt')),
    eq(signingJobs.lockedUntil, bound(signingJobs.lockedUntil, 'lockedUntil')),
    inArray(signingJobs.status, expected),
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

/** The request of a job, with its newest message. */
export function prepareRequestOfJob(
  database: BetterSQLite3Database,
): (jobId: string) => AuditedRequest & { readonly messageId: string | null } {
  const select = database
    .select({
      id: signatureRequests.id,
      tenantId: signatureRequests.tenantId,
      correlationId: signatureRequests.correlationId,
      messageId: signatureRequests.messageId,
    })
    .from(signingJobs)
    .innerJoin(signatureRequests, eq(signatureRequests.id, signingJobs.signatureRequestId))
    .where(eq(signingJobs.id, joinKey(signingJobs.id, 'jobId')))
    .prepare();
  return (jobId) => {
    const request = select.get({ jobId });
    if (request === undefined) throw new Error('A job has lost its request.');
    return request;
  };
}
