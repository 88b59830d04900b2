import type { AuditEvent } from '../domain/records.ts';

export interface ArchivedFile {
  /** Name of the file in the archive. */
  readonly file: string;
  /** Of its last line: whoever knows it can tell whether anything before it was changed or is missing. */
  readonly sha256: string;
}

/** Where audit events are kept that leave the database. What it has taken is on disk. */
export interface AuditArchive {
  /** Keeps the events in one file, chained to the one before. */
  add(events: readonly AuditEvent[]): Promise<ArchivedFile>;
  /** What the newest file holds; throws when that file is not as it was written. */
  newestIds(): Promise<readonly string[]>;
}
