import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ErrorCode } from '../../contract/vocabulary/error-catalogue.ts';
import type { WaitReason } from '../../contract/vocabulary/failures.ts';
import type { SignatureStatus } from '../../contract/vocabulary/states.ts';
import { withMostFirst } from '../figures.ts';
import { COUNTED_ROWS } from '../pages.ts';
import type { ReasonCounts } from '../persistence.ts';
import { IS_RETRIED } from './list-conditions.ts';
import { signatureRequests } from './schema.ts';
import { statement } from './statements.ts';
import type { Unit } from './units.ts';

const { tenantId, status, kind, createdAt, id, errorCode, waitReason } = signatureRequests;

function ofState<Reason>(state: SignatureStatus, reason: typeof errorCode | typeof waitReason) {
  return (database: NodePgDatabase, name: string) => {
    const rows = database
      .select({
        reason: sql<Reason | null>`${reason}`.as('reason'),
        fits: sql<boolean>`${kind} = 'Signature' AND NOT ${IS_RETRIED}`.as('fits'),
      })
      .from(signatureRequests)
      .where(and(eq(tenantId, sql.placeholder('tenantId')), eq(status, sql.raw(`'${state}'`))))
      .orderBy(desc(createdAt), desc(id))
      .limit(COUNTED_ROWS + 1)
      .as('looked_at');
    const fitting = sql`count(*) FILTER (WHERE ${rows.fits})`.mapWith(Number);
    return database
      .select({ reason: rows.reason, lookedAt: count(), count: fitting })
      .from(rows)
      .groupBy(rows.reason)
      .prepare(name);
  };
}

const failedReasons = statement('reasons_failed', ofState<ErrorCode>('Failed', errorCode));
const waitReasons = statement('reasons_waiting', ofState<WaitReason>('Queued', waitReason));

/** Why requests are not signed, of the newest ones in each of the two states; reads as many rows as a count does. */
export async function countReasons(unit: Unit, tenant: string): Promise<ReasonCounts> {
  const failed = await failedReasons(unit).execute({ tenantId: tenant });
  return withMostFirst(failed, await waitReasons(unit).execute({ tenantId: tenant }));
}
