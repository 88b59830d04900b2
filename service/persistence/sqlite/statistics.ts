import { and, count, desc, eq, gte, isNotNull, min, sql } from 'drizzle-orm';
import { median, total } from '../figures.ts';
import type { Persistence, StatisticsSnapshot } from '../persistence.ts';
import { bound, type DatabaseAccess } from './database.ts';
import { requestCounts, signatureRequests } from './schema.ts';

/** The median is taken over this many newest completions at most. */
const MEDIAN_SAMPLE = 1000;

/** Figures of the dashboard; nothing here reads a row per request but the bounded sample of the median. */
export function createStatistics({ database }: DatabaseAccess): Persistence['statistics'] {
  const { tenantId, status, endedAt, queuedAt, completedAt, createdAt } = signatureRequests;
  const counts = database
    .select({ status: requestCounts.status, format: requestCounts.format, count: requestCounts.count })
    .from(requestCounts)
    .where(eq(requestCounts.tenantId, sql.placeholder('tenantId')))
    .prepare();
  const endedSince = and(
    eq(tenantId, sql.placeholder('tenantId')),
    eq(status, sql.placeholder('status')),
    isNotNull(endedAt),
    gte(endedAt, bound(endedAt, 'since')),
  );
  const countEnded = database.select({ count: count() }).from(signatureRequests).where(endedSince).prepare();
  const durations = database
    .select({ milliseconds: sql<number>`${completedAt} - ${createdAt}` })
    .from(signatureRequests)
    .where(endedSince)
    .orderBy(desc(endedAt))
    .limit(MEDIAN_SAMPLE)
    .prepare();
  const oldestQueued = database
    .select({ at: min(queuedAt) })
    .from(signatureRequests)
    .where(and(eq(tenantId, sql.placeholder('tenantId')), eq(status, sql`'Queued'`)))
    .prepare();
  return (tenant, since) =>
    Promise.try((): StatisticsSnapshot => {
      const args = { tenantId: tenant, since };
      const rows = counts.all(args).filter((row) => row.count > 0);
      return {
        byStatus: total(rows, (row) => row.status),
        byFormat: total(rows, (row) => row.format),
        completedSince: countEnded.get({ ...args, status: 'Completed' })?.count ?? 0,
        failedSince: countEnded.get({ ...args, status: 'Failed' })?.count ?? 0,
        oldestQueuedAt: oldestQueued.get(args)?.at ?? null,
        medianDurationMilliseconds: median(
          durations.all({ ...args, status: 'Completed' }).map((row) => row.milliseconds),
        ),
      };
    });
}
