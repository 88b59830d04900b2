import { and, count, desc, sql, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { COUNTED_ROWS, type ItemCount } from '../pages.ts';
import type { Persistence } from '../persistence.ts';
import type { DatabaseAccess } from './database.ts';
import { auditConditions, jobConditions, requestConditions } from './list-conditions.ts';
import type { Condition, Conditions } from './page-reader.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';

type Counts = Pick<Persistence, 'countRequests' | 'countJobs' | 'countAuditEvents'>;

/** A table, and the order of its list, which leads the query to the index of a tenant's rows. */
interface Counted {
  readonly table: SQLiteTable;
  readonly order: readonly SQL[];
}

const REQUESTS: Counted = {
  table: signatureRequests,
  order: [desc(signatureRequests.createdAt), desc(signatureRequests.id)],
};
const JOBS: Counted = { table: signingJobs, order: [desc(signingJobs.createdAt), desc(signingJobs.id)] };
const EVENTS: Counted = { table: auditEvents, order: [desc(auditEvents.timestamp), desc(auditEvents.sequence)] };

/** How many items the lists have, of a bounded number of rows; those of several values one value after the other. */
export function createCounts({ database, writer }: DatabaseAccess): Counts {
  const countIn = <V>(counted: Counted, values: readonly V[] | undefined, of: (value: V | undefined) => Conditions) =>
    writer.read((): ItemCount => {
      let left = COUNTED_ROWS + 1;
      let value = 0;
      for (const one of values === undefined ? [undefined] : new Set(values)) {
        if (left === 0) break;
        const { lookedAt, fitting } = countRows(database, counted, of(one), left);
        left -= lookedAt;
        value += fitting;
      }
      return { value: Math.min(value, COUNTED_ROWS), isExact: left > 0 };
    });
  return {
    countRequests: (tenantId, filter) =>
      countIn(REQUESTS, filter.status, (status) => requestConditions(tenantId, { ...filter, status })),
    countJobs: (tenantId, filter) => countIn(JOBS, filter.status, (status) => jobConditions(tenantId, { status })),
    countAuditEvents: (tenantId, filter) =>
      countIn(EVENTS, filter.eventType, (eventType) => auditConditions(tenantId, { ...filter, eventType })),
  };
}

function countRows(
  database: DatabaseAccess['database'],
  { table, order }: Counted,
  { indexed, residual }: Conditions,
  limit: number,
): { readonly lookedAt: number; readonly fitting: number } {
  const conditions = [...indexed, ...residual].filter((condition) => condition !== undefined);
  const fits = and(...testsOf(residual)) ?? sql`1`;
  const rows = database
    .select({ fits: sql<number>`(${fits})`.as('fits') })
    .from(table)
    .where(and(...testsOf(indexed)))
    .orderBy(...order)
    .limit(limit)
    .as('looked_at');
  const counted = database
    .select({ lookedAt: count(), fitting: sql<number>`coalesce(sum(${rows.fits}), 0)` })
    .from(rows)
    .prepare()
    .get(Object.assign({}, ...conditions.map(({ values }) => values)) as Record<string, unknown>);
  return counted ?? { lookedAt: 0, fitting: 0 };
}

function testsOf(conditions: Conditions['indexed']): Condition['test'][] {
  return conditions.filter((condition) => condition !== undefined).map(({ test }) => test);
}
