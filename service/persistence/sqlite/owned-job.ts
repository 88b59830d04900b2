import { and, eq, exists, inArray, sql, type SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { JobStatus } from '../../contract/vocabulary/states.ts';
import { bound } from './database.ts';
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
