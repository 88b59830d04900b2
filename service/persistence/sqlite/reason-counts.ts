import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../contract/vocabulary/error-catalogue.ts';
import type { WaitReason } from '../../contract/vocabulary/failures.ts';
import type { SignatureStatus } from '../../contract/vocabulary/states.ts';
import { withMostFirst } from '../figures.ts';
import { COUNTED_ROWS } from '../pages.ts';
import type { Persistence } from '../persistence.ts';
import type { DatabaseAccess } from './database.ts';
import { IS_RETRIED } from './list-conditions.ts';
import { signatureRequests } from './schema.ts';

const { tenantId, status, kind, createdAt, id, errorCode, waitReason } = signatureRequests;

/** Why requests are not signed, of the newest ones in each of the two states; reads as many rows as a count does. */
export function createReasonCounts({ database, writer }: DatabaseAccess): Persistence['countReasons'] {
  const prepare = <Reason>(state: SignatureStatus, reason: typeof errorCode | typeof waitReason) => {
    const rows = database
      .select({
        reason: sql<Reason | null>`${reason}`.as('reason'),
        fits: sql<number>`${kind} = 'Signature' AND NOT ${IS_RETRIED}`.as('fits'),
      })
      .from(signatureRequests)
      .where(and(eq(tenantId, sql.placeholder('tenantId')), eq(status, sql`${state}`)))
      .orderBy(desc(createdAt), desc(id))
      .limit(COUNTED_ROWS + 1)
      .as('looked_at');
    return database
      .select({ reason: rows.reason, lookedAt: count(), count: sql<number>`sum(${rows.fits})` })
      .from(rows)
      .groupBy(sql`${rows.reason}`)
      .prepare();
  };
  const [failed, queued] = [prepare<ErrorCode>('Failed', errorCode), prepare<WaitReason>('Queued', waitReason)];
  return (tenant) =>
    writer.read(() => withMostFirst(failed.all({ tenantId: tenant }), queued.all({ tenantId: tenant })));
}
