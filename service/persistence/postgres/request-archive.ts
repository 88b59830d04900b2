import { and, asc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { ArchivableRequest, RequestArchiveStore } from '../persistence.ts';
import { completeDetails, selectEndedDetails } from './request-rows.ts';
import {
  additionalInputs,
  archivedKeys,
  batches,
  batchMembers,
  signatureRequests,
  signingJobs,
  storedFiles,
} from './schema.ts';
import { statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

const { id, endedAt, inputsKept, outputKept, outputFileId, retryOf } = signatureRequests;

const mayGo = and(
  isNotNull(endedAt),
  sql`NOT ${inputsKept} AND (${outputFileId} IS NULL OR NOT ${outputKept})`,
  sql`NOT EXISTS (SELECT 1 FROM ${signatureRequests} AS other WHERE other.retry_of = ${id})`,
  sql`NOT EXISTS (SELECT 1 FROM ${signatureRequests} AS other WHERE other.renewal_of = ${id})`,
  sql`NOT EXISTS (SELECT 1 FROM ${signatureRequests} AS other WHERE other.id = ${retryOf} AND other.inputs_kept)`,
);

/** Ended requests on their way to the archive. */
export function createRequestArchiveStore(units: Units): RequestArchiveStore {
  return {
    requestsToArchive: (args) => units.read((unit) => select(unit, args)),
    deleteArchivedRequests: (ids) => units.write((unit) => remove(unit, ids), { isRepeatable: true }),
    findArchivedKey: (tenantId, idempotencyKey) =>
      units.read(async (unit) => (await archivedKey(unit).execute({ tenantId, idempotencyKey }))[0]),
  };
}

/** Asked after the requests themselves: one that goes to the archive in between is found here. */
export const archivedKey = statement('archived_key', (database, name) =>
  database
    .select({ id: archivedKeys.id, kind: archivedKeys.kind, createdAt: archivedKeys.createdAt })
    .from(archivedKeys)
    .where(
      and(
        eq(archivedKeys.tenantId, sql.placeholder('tenantId')),
        eq(archivedKeys.idempotencyKey, sql.placeholder('idempotencyKey')),
      ),
    )
    .prepare(name),
);

async function select(
  unit: Unit,
  { endedBefore, cursor, limit }: Parameters<RequestArchiveStore['requestsToArchive']>[0],
): Promise<readonly ArchivableRequest[]> {
  const { database } = unit;
  const place = cursor && sql`(${endedAt}, ${id}) > (${sql.param(cursor.endedAt, endedAt)}, ${cursor.id})`;
  const rows = await selectEndedDetails(database)
    .where(and(mayGo, lt(endedAt, endedBefore), place ?? undefined))
    .orderBy(asc(endedAt), asc(id))
    .limit(limit);
  const found = await completeDetails(unit, rows);
  if (found.length === 0) return [];
  const ids = found.map(({ request }) => request.id);
  const members = await database.select().from(batchMembers).where(inArray(batchMembers.signatureRequestId, ids));
  const ofRequest = Map.groupBy(members, ({ signatureRequestId }) => signatureRequestId);
  return found.map((row) => ({
    ...row,
    batchIds: (ofRequest.get(row.request.id) ?? []).map(({ batchId }) => batchId),
  }));
}

/** All rows of requests, in one unit; what names a row goes before it. */
async function remove({ database }: Unit, wanted: readonly string[]): Promise<number> {
  const eligible = await database
    .select()
    .from(signatureRequests)
    .where(and(inArray(id, [...wanted]), mayGo))
    .for('update', { of: signatureRequests });
  const ids = eligible.map((row) => row.id);
  if (ids.length === 0) return 0;
  const keys = eligible.flatMap(({ idempotencyKey, ...row }) =>
    idempotencyKey === null
      ? []
      : [{ tenantId: row.tenantId, idempotencyKey, id: row.id, kind: row.kind, createdAt: row.createdAt }],
  );
  if (keys.length > 0) await database.insert(archivedKeys).values(keys);
  const members = await database
    .delete(batchMembers)
    .where(inArray(batchMembers.signatureRequestId, ids))
    .returning({ batchId: batchMembers.batchId });
  const additional = await database
    .delete(additionalInputs)
    .where(inArray(additionalInputs.signatureRequestId, ids))
    .returning({ fileId: additionalInputs.fileId });
  await database.delete(signingJobs).where(inArray(signingJobs.signatureRequestId, ids));
  await database.delete(signatureRequests).where(inArray(id, ids));
  const named = eligible.flatMap((row) => [row.inputFileId, row.outputFileId, row.appearanceFileId]);
  const fileIds = [...named.filter((fileId) => fileId !== null), ...additional.map(({ fileId }) => fileId)];
  await database.delete(storedFiles).where(inArray(storedFiles.id, fileIds));
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${batchMembers} WHERE ${batchMembers.batchId} = ${batches.id})`;
  const touched = [...new Set(members.map(({ batchId }) => batchId))];
  if (touched.length > 0) await database.delete(batches).where(and(inArray(batches.id, touched), isEmpty));
  return ids.length;
}
