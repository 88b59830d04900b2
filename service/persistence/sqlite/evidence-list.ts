import { and, asc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import type { Persistence } from '../persistence.ts';
import { bound, joinKey, type DatabaseAccess } from './database.ts';
import { prepareCompleteDetails, selectDetails } from './request-rows.ts';
import { isNewestEvidence } from '../tables/request-details.ts';
import { signatureRequests } from './schema.ts';

const newer = alias(signatureRequests, 'newer');

const isNewest = isNewestEvidence(signatureRequests, newer);

/** What the filter leaves open ends after every evidence. */
const NEVER = new Date(8_640_000_000_000_000);
/** Before every row. */
const BEGIN = { at: new Date(-8_640_000_000_000_000), id: '' };

/** Outputs of level LTA, the ones first whose evidence ends first, along an index of their own. */
export function createEvidenceList({ database }: DatabaseAccess): Persistence['listEvidence'] {
  const completeDetails = prepareCompleteDetails(database);
  const { tenantId, evidenceGoodUntil, id } = signatureRequests;
  const page = selectDetails(database)
    .where(
      and(
        eq(tenantId, joinKey(tenantId, 'tenantId')),
        isNotNull(evidenceGoodUntil),
        // Written out as a constant, so that the partial index serves the query.
        sql`${signatureRequests.outputKept} = 1`,
        lt(evidenceGoodUntil, bound(evidenceGoodUntil, 'endsBefore')),
        sql`(${evidenceGoodUntil}, ${id}) > (${joinKey(evidenceGoodUntil, 'afterAt')}, ${joinKey(id, 'afterId')})`,
        isNewest,
      ),
    )
    .orderBy(asc(evidenceGoodUntil), asc(id))
    .limit(sql.placeholder('limit'))
    .prepare();
  return ({ tenantId: tenant, limit, cursor }, { endsBefore = NEVER }) =>
    Promise.try(() => {
      const after = cursor === null ? BEGIN : decodeCursor(cursor);
      const rows = completeDetails(
        page.all({ tenantId: tenant, endsBefore, afterAt: after.at, afterId: after.id, limit: limit + 1 }),
      );
      const items = rows.slice(0, limit);
      const last = items.at(-1)?.request;
      const isLastPage = rows.length <= limit || last?.evidenceGoodUntil == null;
      return { items, nextCursor: isLastPage ? null : encodeCursor({ at: last.evidenceGoodUntil, id: last.id }) };
    });
}

/** Some of their outputs may have newer versions by now. */
export function createTenantsWithEvidence({ database }: DatabaseAccess): Persistence['tenantsWithEvidence'] {
  const { tenantId, evidenceGoodUntil } = signatureRequests;
  const tenants = database
    .selectDistinct({ tenantId })
    .from(signatureRequests)
    .where(
      and(
        isNotNull(evidenceGoodUntil),
        sql`${signatureRequests.outputKept} = 1`,
        lt(evidenceGoodUntil, bound(evidenceGoodUntil, 'endsBefore')),
      ),
    )
    .prepare();
  return (endsBefore) => Promise.try(() => tenants.all({ endsBefore }).map((row) => row.tenantId));
}
