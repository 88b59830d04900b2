import type Sqlite from 'better-sqlite3';
import { and, asc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import type { UpkeepStore } from '../persistence.ts';
import { blockOf } from './audit-blocks.ts';
import { bound, type DatabaseAccess } from './database.ts';
import type { Writer } from './writer.ts';
import { archivedAuditEvents, auditBlocks, auditEvents, signatureRequests } from './schema.ts';

type AuditArchiveStore = Pick<UpkeepStore, 'auditEventsAfter' | 'deleteArchivedAuditEvents'>;

/** Pages that are given back in one step: 2 MiB. */
const RECLAIMED_PAGES = 512;

/** Audit events on their way to the archive. */
export function createAuditArchiveStore(access: DatabaseAccess): AuditArchiveStore {
  const { database, writer } = access;
  const { sequence, ...eventColumns } = getTableColumns(auditEvents);
  const isOfRequest = and(eq(signatureRequests.id, auditEvents.entityId), isNull(signatureRequests.endedAt));
  const after = database
    .select({
      sequence,
      event: eventColumns,
      isOpen: sql<number>`EXISTS (SELECT 1 FROM ${signatureRequests} WHERE ${isOfRequest})`,
    })
    .from(auditEvents)
    .where(gt(sequence, bound(sequence, 'cursor')))
    .orderBy(asc(sequence))
    .limit(sql.placeholder('limit'))
    .prepare();
  const name = database
    .insert(archivedAuditEvents)
    .values({ id: sql.placeholder('id') })
    .prepare();
  const remove = database
    .delete(auditEvents)
    .where(eq(auditEvents.id, sql.placeholder('id')))
    .returning({ sequence: auditEvents.sequence })
    .prepare();
  // Nothing that is gone may be read in them; what is left of their events is summarized anew.
  const removeBlock = database
    .delete(auditBlocks)
    .where(eq(auditBlocks.block, sql.placeholder('block')))
    .prepare();
  const forget = database.delete(archivedAuditEvents).prepare();
  return {
    auditEventsAfter: ({ cursor, limit }) =>
      writer.read(() =>
        after
          .all({ cursor: cursor ?? Number.MIN_SAFE_INTEGER, limit })
          .map(({ isOpen, ...row }) => ({ ...row, isOpen: isOpen === 1 })),
      ),
    deleteArchivedAuditEvents: (ids) =>
      writer.write(() => {
        let count = 0;
        for (const id of ids) {
          name.run({ id });
          for (const { sequence: gone } of remove.all({ id })) {
            removeBlock.run({ block: blockOf(gone) });
            count += 1;
          }
        }
        forget.run();
        return count;
      }),
  };
}

/** Gives free pages back to the file system, where the file was made for that. */
export function prepareReclaim(connection: Sqlite.Database, writer: Writer): UpkeepStore['reclaimSpace'] {
  const freePages = (): number => Number(connection.pragma('freelist_count', { simple: true }));
  return () =>
    writer.write(() => {
      const before = freePages();
      // A file that an earlier version made keeps its size; its free pages are used again all the same.
      if (before > 0) connection.exec(`PRAGMA incremental_vacuum(${RECLAIMED_PAGES})`);
      const left = freePages();
      return left > 0 && left < before;
    });
}
