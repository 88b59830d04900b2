import type { AuditEvent } from '../domain/records.ts';
import type { Persistence } from '../persistence/persistence.ts';
import { archiveRecords, type ArchivePolicy, type ArchivePorts, type FileOfRecords } from './archive-records.ts';

const FILE_EVENTS = 10_000;
const PAGE_EVENTS = 1_000;
const STEP_EVENTS = 500;

/**
 * Moves audit events that are older than the policy keeps them from the database to the archive; answers how many. Events
 * of requests that have not ended stay. `isStopped` is asked between steps.
 */
export async function archiveAudit(
  ports: ArchivePorts,
  policy: ArchivePolicy,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { persistence } = ports;
  const source = {
    kind: 'audit',
    eventType: 'AuditEventsArchived',
    entityType: 'AuditArchive',
    stepSize: STEP_EVENTS,
    collect: (before: Date, from: number | null) => collect(persistence, before, from),
    delete: (ids: readonly string[]) => persistence.deleteArchivedAuditEvents(ids),
  } as const;
  return archiveRecords(ports, policy, source, isStopped);
}

async function collect(
  persistence: Pick<Persistence, 'auditEventsAfter'>,
  before: Date,
  from: number | null,
): Promise<FileOfRecords<'audit', number>> {
  const records: AuditEvent[] = [];
  let cursor = from;
  while (records.length < FILE_EVENTS) {
    const page = await persistence.auditEventsAfter({ cursor, limit: PAGE_EVENTS });
    const old = page.filter(({ event }) => event.timestamp < before);
    records.push(...old.filter(({ isOpen }) => !isOpen).map(({ event }) => event));
    // They lie in the order of writing: where a whole page is younger, what follows is younger still.
    if (old.length === 0 || page.length < PAGE_EVENTS) return { records, cursor: null };
    cursor = page.at(-1)?.sequence ?? null;
  }
  return { records, cursor };
}
