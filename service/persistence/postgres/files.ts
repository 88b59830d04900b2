import { and, eq, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { TERMINAL_SIGNATURE_STATUSES } from '../../contract/vocabulary/states.ts';
import type { AuditEvent } from '../../domain/records.ts';
import type { ExpiredFile, UpkeepStore } from '../persistence.ts';
import { appendAudit } from './audit.ts';
import { additionalInputs, signatureRequests, storedFiles } from './schema.ts';
import { bound, statement } from './statements.ts';
import type { Unit, Units } from './units.ts';

type FileStore = Pick<UpkeepStore, 'endedWithoutOutput' | 'filesEndedBefore' | 'markFileDeleted'>;

/** Stored files after their request has ended. Inputs are the input file, further data objects and the appearance. */
export function createFileStore(units: Units): FileStore {
  return {
    endedWithoutOutput: (ids) => units.read((unit) => withoutOutput(unit).execute({ ids: [...ids] })),
    filesEndedBefore: (args) => units.read((unit) => selectEnded(unit, args)),
    markFileDeleted: (fileId, at, event) => units.write((unit) => markDeleted(unit, fileId, at, event)),
  };
}

const withoutOutput = statement('ended_without_output', (database, name) =>
  database
    .select({ tenantId: signatureRequests.tenantId, id: signatureRequests.id })
    .from(signatureRequests)
    .leftJoin(storedFiles, eq(storedFiles.id, signatureRequests.outputFileId))
    .where(
      and(
        sql`${signatureRequests.id} = ANY (${sql.placeholder('ids')})`,
        inArray(signatureRequests.status, [...TERMINAL_SIGNATURE_STATUSES]),
        or(isNull(storedFiles.id), isNotNull(storedFiles.deletedAt)),
      ),
    )
    .prepare(name),
);

/** The files of a request are found by the ids that it names, not by looking through all files. */
const inputIds = sql`(SELECT unnest(ARRAY[${signatureRequests.inputFileId}, ${signatureRequests.appearanceFileId}])
  UNION ALL SELECT ${additionalInputs.fileId} FROM ${additionalInputs}
  WHERE ${additionalInputs.signatureRequestId} = ${signatureRequests.id})`;

const outputIds = sql`(SELECT ${signatureRequests.outputFileId})`;

async function selectEnded(
  { database }: Unit,
  { kind, statuses, endedBefore, limit }: Parameters<UpkeepStore['filesEndedBefore']>[0],
): Promise<readonly ExpiredFile[]> {
  const { status, endedAt, inputsKept, outputKept, outputFileId } = signatureRequests;
  const ended = [inArray(status, [...statuses]), isNotNull(endedAt), lt(endedAt, endedBefore)];
  const kept = kind === 'input' ? sql`${inputsKept}` : sql`${outputKept} AND ${outputFileId} IS NOT NULL`;
  const ids = kind === 'input' ? inputIds : outputIds;
  return database
    .select({
      fileId: storedFiles.id,
      storageKey: storedFiles.storageKey,
      stagedKey: storedFiles.stagedKey,
      tenantId: signatureRequests.tenantId,
      signatureId: signatureRequests.id,
    })
    .from(signatureRequests)
    .innerJoin(sql`LATERAL ${ids} AS file (id)`, sql`true`)
    .innerJoin(storedFiles, sql`${storedFiles.id} = file.id`)
    .where(and(...ended, kept, isNull(storedFiles.deletedAt)))
    .limit(limit);
}

const mark = statement('mark_file_deleted', (database, name) =>
  database
    .update(storedFiles)
    .set({ deletedAt: bound(storedFiles.deletedAt, 'at'), stagedKey: sql`NULL` })
    .where(and(eq(storedFiles.id, sql.placeholder('fileId')), isNull(storedFiles.deletedAt)))
    .returning({ requestId: storedFiles.signatureRequestId })
    .prepare(name),
);

const isLeft = (ids: SQL): SQL<boolean> =>
  sql`EXISTS (SELECT 1 FROM ${ids} AS file (id) JOIN ${storedFiles} ON ${storedFiles.id} = file.id
    WHERE ${storedFiles.deletedAt} IS NULL)`;

const recount = statement('recount_kept_files', (database, name) =>
  database
    .update(signatureRequests)
    .set({ inputsKept: isLeft(inputIds), outputKept: isLeft(outputIds) })
    .where(and(eq(signatureRequests.id, sql.placeholder('requestId')), isNotNull(signatureRequests.endedAt)))
    .prepare(name),
);

async function markDeleted(unit: Unit, fileId: string, at: Date, event: AuditEvent): Promise<void> {
  for (const { requestId } of await mark(unit).execute({ fileId, at })) {
    await recount(unit).execute({ requestId });
    await appendAudit(unit, [event]);
  }
}
