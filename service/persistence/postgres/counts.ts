import { and, count, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { COUNTED_ROWS, type ItemCount } from '../pages.ts';
import type { ReadingStore } from '../persistence.ts';
import { auditConditions, jobConditions, requestConditions, type ListConditions } from './list-conditions.ts';
import { auditEvents, signatureRequests, signingJobs } from './schema.ts';
import type { Units } from './units.ts';

export type Counts = Pick<ReadingStore, 'countRequests' | 'countJobs' | 'countAuditEvents'>;

/** How many items the lists have, of a bounded number of rows. */
export function createCounts(units: Units): Counts {
  const countIn = (table: PgTable, { indexed, residual }: ListConditions): Promise<ItemCount> =>
    units.read(async ({ database }) => {
      const rows = database
        .select({ fits: sql<boolean>`${and(...residual) ?? sql`true`}`.as('fits') })
        .from(table)
        .where(and(...indexed))
        .limit(COUNTED_ROWS + 1)
        .as('looked_at');
      const fitting = sql<string>`count(*) FILTER (WHERE ${rows.fits})`;
      const [counted] = await database.select({ rows: count(), fitting }).from(rows);
      const value = Math.min(Number(counted?.fitting ?? 0), COUNTED_ROWS);
      return { value, isExact: (counted?.rows ?? 0) <= COUNTED_ROWS };
    });
  return {
    countRequests: (tenantId, filter) => countIn(signatureRequests, requestConditions(tenantId, filter)),
    countJobs: (tenantId, filter) => countIn(signingJobs, jobConditions(tenantId, filter)),
    countAuditEvents: (tenantId, filter) => countIn(auditEvents, auditConditions(tenantId, filter)),
  };
}
