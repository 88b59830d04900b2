import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ArchivedKey, RequestArchiveStore } from '../persistence.ts';
import { bound, type DatabaseAccess } from './database.ts';
import { prepareCompleteDetails, selectEndedDetails } from './request-rows.ts';
import {
  additionalInputs,
  archivedKeys,
  batches,
  batchMembers,
  signatureRequests,
  signingJobs,
  storedFiles,
} from './schema.ts';

export type FindArchivedKey = (tenantId: string, idempotencyKey: string) => ArchivedKey | undefined;

const { id, endedAt, inputsKept, outputKept, outputFileId, retryOf } = signatureRequests;

/** Constants are written out, so that the partial index serves the query. */
const mayGo = and(
  isNotNull(endedAt),
  sql`${inputsKept} = 0 AND (${outputFileId} IS NULL OR ${outputKept} = 0)`,
  sql`NOT EXISTS (SELECT 1 FROM ${signatureRequests} AS other WHERE other.retry_of = ${id})`,
  sql`NOT EXISTS (SELECT 1 FROM ${signatureRequests} AS other WHERE other.renewal_of = ${id})`,
  sql`NOT EXISTS (SELECT 1 FROM ${signatureRequests} AS other WHERE other.id = ${retryOf} AND other.inputs_kept = 1)`,
);
const given = sql`(SELECT value FROM json_each(${sql.placeholder('ids')}))`;

/** Ended requests on their way to the archive. */
export function createRequestArchiveStore(
  access: DatabaseAccess,
  findArchivedKey: FindArchivedKey,
): RequestArchiveStore {
  const { writer } = access;
  const remove = prepareRemove(access);
  return {
    requestsToArchive: prepareSelect(access),
    deleteArchivedRequests: (ids) => writer.write(() => remove(ids)),
    findArchivedKey: (tenantId, key) => writer.read(() => findArchivedKey(tenantId, key)),
  };
}

/** Reads what is left of a request by its key. */
export function prepareFindArchivedKey({ database }: Pick<DatabaseAccess, 'database'>): FindArchivedKey {
  const { kind, createdAt, idempotencyKey, tenantId } = archivedKeys;
  const find = database
    .select({ id: archivedKeys.id, kind, createdAt })
    .from(archivedKeys)
    .where(and(eq(tenantId, sql.placeholder('tenantId')), eq(idempotencyKey, sql.placeholder('key'))))
    .prepare();
  return (tenant, key) => find.get({ tenantId: tenant, key });
}

function prepareSelect({ database, writer }: DatabaseAccess): RequestArchiveStore['requestsToArchive'] {
  const completeDetails = prepareCompleteDetails(database);
  const select = selectEndedDetails(database)
    .where(
      and(
        mayGo,
        sql`${endedAt} < ${bound(endedAt, 'before')}`,
        sql`(${endedAt}, ${id}) > (${sql.placeholder('afterTime')}, ${sql.placeholder('afterId')})`,
      ),
    )
    .orderBy(asc(endedAt), asc(id))
    .limit(sql.placeholder('limit'))
    .prepare();
  const memberships = database
    .select({ requestId: batchMembers.signatureRequestId, batchId: batchMembers.batchId })
    .from(batchMembers)
    .where(inArray(batchMembers.signatureRequestId, given))
    .prepare();
  return ({ endedBefore: before, cursor, limit }) =>
    writer.read(() => {
      const afterTime = cursor?.endedAt.getTime() ?? Number.MIN_SAFE_INTEGER;
      const found = completeDetails(select.all({ before, afterTime, afterId: cursor?.id ?? '', limit }));
      const ids = JSON.stringify(found.map(({ request }) => request.id));
      const ofRequest = Map.groupBy(memberships.all({ ids }), ({ requestId }) => requestId);
      return found.map((row) => {
        return { ...row, batchIds: (ofRequest.get(row.request.id) ?? []).map(({ batchId }) => batchId) };
      });
    });
}

/** All rows of requests; what names a row goes before it. */
function prepareRemove({ database }: DatabaseAccess): (ids: readonly string[]) => number {
  const eligible = database
    .select({ id })
    .from(signatureRequests)
    .where(and(inArray(id, given), mayGo))
    .prepare();
  const fileIds = database
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(
      sql`${storedFiles.id} IN (SELECT input_file_id FROM ${signatureRequests} WHERE id IN ${given}
        UNION ALL SELECT output_file_id FROM ${signatureRequests} WHERE id IN ${given}
        UNION ALL SELECT appearance_file_id FROM ${signatureRequests} WHERE id IN ${given}
        UNION ALL SELECT file_id FROM ${additionalInputs} WHERE signature_request_id IN ${given})`,
    )
    .prepare();
  const batchIds = database
    .selectDistinct({ id: batchMembers.batchId })
    .from(batchMembers)
    .where(inArray(batchMembers.signatureRequestId, given))
    .prepare();
  const emptied = and(
    inArray(batches.id, given),
    sql`NOT EXISTS (SELECT 1 FROM ${batchMembers} WHERE ${batchMembers.batchId} = ${batches.id})`,
  );
  const keepKeys = database
    .insert(archivedKeys)
    .select(
      sql`SELECT tenant_id, idempotency_key, id, kind, created_at FROM ${signatureRequests}
        WHERE id IN ${given} AND idempotency_key IS NOT NULL`,
    )
    .prepare();
  const ofRequests = [batchMembers, additionalInputs, signingJobs].map((table) =>
    database.delete(table).where(inArray(table.signatureRequestId, given)).prepare(),
  );
  const removeRequests = database.delete(signatureRequests).where(inArray(id, given)).prepare();
  const removeFiles = database.delete(storedFiles).where(inArray(storedFiles.id, given)).prepare();
  const removeBatches = database.delete(batches).where(emptied).prepare();
  const listed = (rows: readonly { readonly id: string }[]): { readonly ids: string } => ({
    ids: JSON.stringify(rows.map((row) => row.id)),
  });
  return (wanted) => {
    const requests = listed(eligible.all({ ids: JSON.stringify(wanted) }));
    const files = listed(fileIds.all(requests));
    const touched = listed(batchIds.all(requests));
    keepKeys.run(requests);
    for (const statement of ofRequests) statement.run(requests);
    const { changes } = removeRequests.run(requests);
    removeFiles.run(files);
    removeBatches.run(touched);
    return changes;
  };
}
