import { and, asc, eq, sql } from 'drizzle-orm';
import type { Persistence, RequestDetails } from '../persistence.ts';
import { joinKey, prepareInsert, type DatabaseAccess } from './database.ts';
import { batches, batchMembers } from './schema.ts';

type FindRequest = (tenantId: string, id: string) => RequestDetails | undefined;

/** Batches; `findRequest` reads a member as every other answer about a request does. */
export function createBatchStore(
  { database, writer }: DatabaseAccess,
  findRequest: FindRequest,
): Pick<Persistence, 'addBatch' | 'findBatch'> {
  const insertBatch = prepareInsert(database, batches);
  const insertMember = prepareInsert(database, batchMembers);
  const find = database
    .select()
    .from(batches)
    .where(and(eq(batches.id, joinKey(batches.id, 'id')), eq(batches.tenantId, joinKey(batches.tenantId, 'tenantId'))))
    .prepare();
  const members = database
    .select({ id: batchMembers.signatureRequestId })
    .from(batchMembers)
    .where(eq(batchMembers.batchId, joinKey(batchMembers.batchId, 'batchId')))
    .orderBy(asc(batchMembers.position))
    .limit(sql.placeholder('limit'))
    .prepare();
  return {
    addBatch: ({ signatureIds, ...batch }) =>
      writer.write(() => {
        if (signatureIds.some((id) => findRequest(batch.tenantId, id)?.request.kind !== 'Signature'))
          return 'unknown-request';
        insertBatch(batch);
        for (const [position, signatureRequestId] of signatureIds.entries()) {
          insertMember({ batchId: batch.id, position, signatureRequestId });
        }
        return 'added';
      }),
    findBatch: (tenantId, id) =>
      writer.read(() => {
        const batch = find.get({ id, tenantId });
        if (batch === undefined) return undefined;
        const signatureIds = members.all({ batchId: id, limit: -1 }).map((member) => member.id);
        const details = signatureIds.map((signatureId) => findRequest(tenantId, signatureId));
        return {
          batch: { ...batch, signatureIds },
          members: details.filter((member) => member !== undefined),
        };
      }),
  };
}
