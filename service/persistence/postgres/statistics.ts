import { and, count, desc, eq, gte, isNotNull, min, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { median, total } from '../figures.ts';
import type { StatisticsSnapshot } from '../persistence.ts';
import { requestCounts, signatureRequests } from './schema.ts';
import { bound, statement } from './statements.ts';
import type { Unit } from './units.ts';

/** The median is taken over this many newest completions at most. */
const MEDIAN_SAMPLE = 1000;

const { tenantId, status, endedAt, queuedAt, completedAt, createdAt } = signatureRequests;

const counts = statement('statistics_counts', (database, name) =>
  database
    .select({
      status: requestCounts.status,
      format: requestCounts.format,
      count: sql`sum(${requestCounts.count})`.mapWith(Number),
    })
    .from(requestCounts)
    .where(eq(requestCounts.tenantId, sql.placeholder('tenantId')))
    .groupBy(requestCounts.status, requestCounts.format)
    .prepare(name),
);

const endedSince = and(
  eq(tenantId, sql.placeholder('tenantId')),
  eq(status, sql.placeholder('status')),
  isNotNull(endedAt),
  gte(endedAt, bound(endedAt, 'since')),
);

const countEnded = statement('statistics_ended', (database: NodePgDatabase, name) =>
  database.select({ count: count() }).from(signatureRequests).where(endedSince).prepare(name),
);

const durations = statement('statistics_durations', (database, name) =>
  database
    .select({ milliseconds: sql`extract(epoch FROM ${completedAt} - ${createdAt}) * 1000`.mapWith(Number) })
    .from(signatureRequests)
    .where(endedSince)
    .orderBy(desc(endedAt))
    .limit(MEDIAN_SAMPLE)
    .prepare(name),
);

const oldestQueued = statement('statistics_oldest', (database, name) =>
  database
    .select({ at: min(queuedAt) })
    .from(signatureRequests)
    .where(and(eq(tenantId, sql.placeholder('tenantId')), eq(status, sql`'Queued'`)))
    .prepare(name),
);

/** Figures of the dashboard; nothing here reads a row per request but those ended since and the sample of the median. */
export async function readStatistics(unit: Unit, tenant: string, since: Date): Promise<StatisticsSnapshot> {
  const args = { tenantId: tenant, since };
  const rows = (await counts(unit).execute(args)).filter((row) => row.count > 0);
  const [completed] = await countEnded(unit).execute({ ...args, status: 'Completed' });
  const [failed] = await countEnded(unit).execute({ ...args, status: 'Failed' });
  const [oldest] = await oldestQueued(unit).execute(args);
  const sample = await durations(unit).execute({ ...args, status: 'Completed' });
  return {
    byStatus: total(rows, (row) => row.status),
    byFormat: total(rows, (row) => row.format),
    completedSince: completed?.count ?? 0,
    failedSince: failed?.count ?? 0,
    oldestQueuedAt: oldest?.at ?? null,
    medianDurationMilliseconds: median(sample.map((row) => row.milliseconds)),
  };
}
