import type { Archive } from '../archive/archive.ts';
import { eventOf } from '../domain/audit-events.ts';
import type { AuditEvent } from '../domain/records.ts';
import type { UseCasePorts } from './ports.ts';

export type ArchivePorts = Pick<UseCasePorts, 'persistence' | 'clock' | 'newId'> & { readonly archive: Archive };

export interface ArchivePolicy {
  /** Whole days that records stay in the database. */
  readonly days: number;
  /** Whose event tells of it. */
  readonly tenantId: string;
}

const DAY_MILLISECONDS = 86_400_000;
const FILE_EVENTS = 10_000;
const PAGE_EVENTS = 1_000;
/** Few enough that signing waits some milliseconds for a step at most. */
const STEP_EVENTS = 500;

/**
 * Moves audit events that are older than the policy keeps them from the database to the archive; answers how many. They
 * are on disk there, and an event names the file and its hash, before they are deleted here. What a crash left of that is
 * made good at the next run. Events of requests that have not ended stay. `isStopped` is asked between steps.
 */
export async function archiveAudit(
  ports: ArchivePorts,
  policy: ArchivePolicy,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { persistence, archive, clock } = ports;
  let count = await deleteArchived(ports, await archive.newestIds('audit'), isStopped);
  const before = new Date(clock().getTime() - policy.days * DAY_MILLISECONDS);
  let cursor: number | null = null;
  while (!isStopped()) {
    const found = await collect(ports, before, cursor);
    if (found.events.length > 0) count += await archiveFile(ports, policy, found.events, isStopped);
    if (found.cursor === null) break;
    cursor = found.cursor;
  }
  while (count > 0 && !isStopped() && (await persistence.reclaimSpace()));
  return count;
}

async function archiveFile(
  ports: ArchivePorts,
  { tenantId }: ArchivePolicy,
  events: readonly AuditEvent[],
  isStopped: () => boolean,
): Promise<number> {
  const { file, sha256 } = await ports.archive.add('audit', events);
  const subject = { tenantId, entityType: 'AuditArchive', entityId: file, actor: 'retention', correlationId: null };
  await ports.persistence.appendAudit(eventOf(ports, subject, 'AuditEventsArchived', { count: events.length, sha256 }));
  return deleteArchived(
    ports,
    events.map(({ id }) => id),
    isStopped,
  );
}

/** Events for one file, and where to go on; a null cursor: there are no older ones behind them. */
async function collect(
  { persistence }: ArchivePorts,
  before: Date,
  from: number | null,
): Promise<{ readonly events: readonly AuditEvent[]; readonly cursor: number | null }> {
  const events: AuditEvent[] = [];
  let cursor = from;
  while (events.length < FILE_EVENTS) {
    const page = await persistence.auditEventsAfter({ cursor, limit: PAGE_EVENTS });
    const old = page.filter(({ event }) => event.timestamp < before);
    events.push(...old.filter(({ isOpen }) => !isOpen).map(({ event }) => event));
    // They lie in the order of writing: where a whole page is younger, what follows is younger still.
    if (old.length === 0 || page.length < PAGE_EVENTS) return { events, cursor: null };
    cursor = page.at(-1)?.sequence ?? null;
  }
  return { events, cursor };
}

async function deleteArchived(
  { persistence }: ArchivePorts,
  ids: readonly string[],
  isStopped: () => boolean,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < ids.length && !isStopped(); start += STEP_EVENTS) {
    count += await persistence.deleteArchivedAuditEvents(ids.slice(start, start + STEP_EVENTS));
  }
  return count;
}
