import { and, asc, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { UpkeepStore } from '../persistence.ts';
import { without } from '../tables/request-details.ts';
import { auditEvents, signatureRequests } from './schema.ts';
import type { Units } from './units.ts';

type AuditArchiveStore = Pick<
  UpkeepStore,
  'auditEventsAfter' | 'deleteArchivedAuditEvents' | 'reclaimSpace' | 'summarizeAudit'
>;

/** Audit events on their way to the archive; a role of its own deletes them. */
export function createAuditArchiveStore(units: Units): AuditArchiveStore {
  const { sequence } = auditEvents;
  const eventColumns = without(getTableColumns(auditEvents), 'sequence', 'searchText');
  const isOfRequest = and(eq(signatureRequests.id, auditEvents.entityId), isNull(signatureRequests.endedAt));
  return {
    auditEventsAfter: ({ cursor, limit }) =>
      units.read(({ database }) =>
        database
          .select({
            sequence,
            event: eventColumns,
            isOpen: sql<boolean>`EXISTS (SELECT 1 FROM ${signatureRequests} WHERE ${isOfRequest})`,
          })
          .from(auditEvents)
          .where(cursor === null ? undefined : gt(sequence, cursor))
          .orderBy(asc(sequence))
          .limit(limit),
      ),
    deleteArchivedAuditEvents: (ids) =>
      units.write(
        async ({ database, client }) => {
          await client.query('SET LOCAL ROLE signing_station_archive');
          const { rowCount } = await database.delete(auditEvents).where(inArray(auditEvents.id, [...ids]));
          return rowCount ?? 0;
        },
        { isRepeatable: true },
      ),
    // The server's autovacuum sees to that.
    reclaimSpace: () => Promise.resolve(false),
    // Its events have their texts beside them; numbers given out earlier may be committed later.
    summarizeAudit: () => Promise.resolve(false),
  };
}
