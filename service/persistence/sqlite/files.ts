import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { TERMINAL_SIGNATURE_STATUSES } from '../../contract/vocabulary/states.ts';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ExpiredFile, Persistence } from '../persistence.ts';
import type { AuditTrail } from './audit.ts';
import { bound, type DatabaseAccess } from './database.ts';
import { additionalInputs, signatureRequests, storedFiles } from './schema.ts';

type FileStore = Pick<Persistence, 'endedWithoutOutput' | 'filesEndedBefore' | 'markFileDeleted'>;

/** Stored files after their request has ended. Inputs are the input file, further data objects and the appearance. */
export function createFileStore(access: DatabaseAccess, audit: AuditTrail): FileStore {
  return {
    endedWithoutOutput: (ids) => Promise.try(() => withoutOutput(access, ids)),
    filesEndedBefore: (args) => Promise.try(() => selectEnded(access, args)),
    markFileDeleted: prepareMarkDeleted(access, audit),
  };
}

const additionalFileIds = sql`(SELECT ${additionalInputs.fileId} FROM ${additionalInputs}
  WHERE ${additionalInputs.signatureRequestId} = ${signatureRequests.id})`;

const isInput = or(
  eq(storedFiles.id, signatureRequests.inputFileId),
  eq(storedFiles.id, signatureRequests.appearanceFileId),
  inArray(storedFiles.id, additionalFileIds),
);

function selectEnded(
  { database }: DatabaseAccess,
  { kind, statuses, endedBefore, limit }: Parameters<Persistence['filesEndedBefore']>[0],
): readonly ExpiredFile[] {
  const { status, endedAt, inputsKept, outputKept, outputFileId } = signatureRequests;
  const ended = [inArray(status, statuses), isNotNull(endedAt), lt(endedAt, endedBefore)];
  // The flags are written out as constants, so that the partial indexes serve the query.
  const kept = kind === 'input' ? sql`${inputsKept} = 1` : sql`${outputKept} = 1 AND ${outputFileId} IS NOT NULL`;
  return database
    .select({
      fileId: storedFiles.id,
      storageKey: storedFiles.storageKey,
      stagedKey: storedFiles.stagedKey,
      tenantId: signatureRequests.tenantId,
      signatureId: signatureRequests.id,
    })
    .from(signatureRequests)
    .innerJoin(storedFiles, kind === 'input' ? isInput : eq(storedFiles.id, outputFileId))
    .where(and(...ended, kept, isNull(storedFiles.deletedAt)))
    .limit(limit)
    .all();
}

function withoutOutput({ database }: DatabaseAccess, ids: readonly string[]) {
  const { id, tenantId, status, outputFileId } = signatureRequests;
  const ended = and(inArray(id, [...ids]), inArray(status, [...TERMINAL_SIGNATURE_STATUSES]));
  return database
    .select({ tenantId, id })
    .from(signatureRequests)
    .leftJoin(storedFiles, eq(storedFiles.id, outputFileId))
    .where(and(ended, or(isNull(storedFiles.id), isNotNull(storedFiles.deletedAt))))
    .all();
}

function prepareMarkDeleted({ database, writer }: DatabaseAccess, audit: AuditTrail): Persistence['markFileDeleted'] {
  const mark = database
    .update(storedFiles)
    .set({ deletedAt: bound(storedFiles.deletedAt, 'at'), stagedKey: sql`NULL` })
    .where(and(eq(storedFiles.id, sql.placeholder('fileId')), isNull(storedFiles.deletedAt)))
    .returning({ requestId: storedFiles.signatureRequestId })
    .prepare();
  const left = (condition: ReturnType<typeof or>) =>
    sql`EXISTS (SELECT 1 FROM ${storedFiles} WHERE ${and(isNull(storedFiles.deletedAt), condition)})`;
  const isOutput = (column: SQLiteColumn) => eq(storedFiles.id, column);
  const recount = database
    .update(signatureRequests)
    .set({ inputsKept: left(isInput), outputKept: left(isOutput(signatureRequests.outputFileId)) })
    .where(and(eq(signatureRequests.id, sql.placeholder('requestId')), isNotNull(signatureRequests.endedAt)))
    .prepare();
  return (fileId, at, event) =>
    writer.write(() => {
      for (const { requestId } of mark.all({ fileId, at })) {
        recount.run({ requestId });
        audit.append(event);
      }
    });
}
