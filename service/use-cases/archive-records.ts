import type { Archive, ArchivedFile, ArchivedRecords, ArchiveKind } from '../archive/archive.ts';
import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import { eventOf } from '../domain/audit-events.ts';
import type { UseCasePorts } from './ports.ts';

export type ArchivePorts = Pick<UseCasePorts, 'persistence' | 'clock' | 'newId'> & { readonly archive: Archive };

export interface ArchivePolicy {
  /** Whole days that records stay in the database. */
  readonly days: number;
  /** Whose event tells of it. */
  readonly tenantId: string;
}

/** What one file takes, and where to look for the next; a null cursor: there is nothing behind it. */
export interface FileOfRecords<Kind extends ArchiveKind, Cursor> {
  readonly records: readonly ArchivedRecords[Kind][];
  readonly cursor: Cursor | null;
}

/** How records of one kind are found in the database and deleted there. */
export interface ArchivedSource<Kind extends ArchiveKind, Cursor> {
  readonly kind: Kind;
  /** The event that names the file, and what it is about. */
  readonly eventType: AuditEventType;
  readonly entityType: string;
  /** How many are deleted in one step: few enough that signing waits some milliseconds for it at most. */
  readonly stepSize: number;
  collect(before: Date, from: Cursor | null): Promise<FileOfRecords<Kind, Cursor>>;
  delete(ids: readonly string[]): Promise<number>;
}

const DAY_MILLISECONDS = 86_400_000;

/**
 * Moves records that are older than the policy keeps them from the database to the archive; answers how many. They are on
 * disk there, and an event names the file and its hash, before they are deleted here. What a crash left of that is made
 * good at the next run. `isStopped` is asked between steps.
 */
export async function archiveRecords<Kind extends ArchiveKind, Cursor>(
  ports: ArchivePorts,
  policy: ArchivePolicy,
  source: ArchivedSource<Kind, Cursor>,
  isStopped: () => boolean,
): Promise<number> {
  let count = 0;
  const before = new Date(ports.clock().getTime() - policy.days * DAY_MILLISECONDS);
  let cursor: Cursor | null = null;
  const newest = await ports.archive.newest(source.kind);
  const archived = new Set(newest?.ids);
  while (!isStopped()) {
    const found: FileOfRecords<Kind, Cursor> = await source.collect(before, cursor);
    if (newest !== null && found.records.some(({ id }) => archived.has(id))) {
      // A crash came between the file and the end of the deletion, perhaps before anything was told of the file.
      archived.clear();
      if (!(await isTold(ports, policy, source, newest))) await tell(ports, policy, source, newest, newest.ids.length);
      count += await deleteInSteps(source, newest.ids, isStopped);
      continue;
    }
    if (found.records.length > 0) {
      await addFile(ports, policy, source, found.records);
      const ids = found.records.map(({ id }) => id);
      count += await deleteInSteps(source, ids, isStopped);
    }
    if (found.cursor === null) break;
    cursor = found.cursor;
  }
  while (count > 0 && !isStopped() && (await ports.persistence.reclaimSpace()));
  return count;
}

type Described<Kind extends ArchiveKind> = Pick<ArchivedSource<Kind, never>, 'kind' | 'eventType' | 'entityType'>;

async function addFile<Kind extends ArchiveKind>(
  ports: ArchivePorts,
  policy: ArchivePolicy,
  source: Described<Kind>,
  records: readonly ArchivedRecords[Kind][],
): Promise<void> {
  await tell(ports, policy, source, await ports.archive.add(source.kind, records), records.length);
}

async function tell(
  ports: ArchivePorts,
  { tenantId }: ArchivePolicy,
  { eventType, entityType }: Pick<Described<ArchiveKind>, 'eventType' | 'entityType'>,
  { file, sha256 }: ArchivedFile,
  count: number,
): Promise<void> {
  const subject = { tenantId, entityType, entityId: file, actor: 'retention', correlationId: null };
  await ports.persistence.appendAudit(eventOf(ports, subject, eventType, { count, sha256 }));
}

async function isTold(
  { persistence }: ArchivePorts,
  { tenantId }: ArchivePolicy,
  { eventType }: Pick<Described<ArchiveKind>, 'eventType'>,
  { file }: ArchivedFile,
): Promise<boolean> {
  const first = { tenantId, limit: 1, cursor: null };
  const { items } = await persistence.listAuditEvents(first, { entityId: file, eventType: [eventType] });
  return items.length > 0;
}

async function deleteInSteps(
  { stepSize, ...source }: Pick<ArchivedSource<ArchiveKind, never>, 'stepSize' | 'delete'>,
  ids: readonly string[],
  isStopped: () => boolean,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < ids.length && !isStopped(); start += stepSize) {
    count += await source.delete(ids.slice(start, start + stepSize));
  }
  return count;
}
