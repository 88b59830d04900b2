import type { AuditEvent, SignatureRequest, SigningJob } from '../domain/records.ts';

/** What leaves the database for the archive. */
export interface ArchivedRecords {
  readonly audit: AuditEvent;
  /** With its job, the rows of its files, and its batches. */
  readonly requests: { readonly id: string; readonly request: SignatureRequest; readonly job: SigningJob | null };
}

export type ArchiveKind = keyof ArchivedRecords;

export interface ArchivedFile {
  /** Name of the file in the archive. */
  readonly file: string;
  /** Of its last line: whoever knows it can tell whether anything before it was changed or is missing. */
  readonly sha256: string;
}

/** A file of the archive is not as it was written; the message says where. */
export class DamagedArchiveError extends Error {
  override readonly name = 'DamagedArchiveError';
}

/** Where records are kept that leave the database. What it has taken is on disk. */
export interface Archive {
  /** Keeps records of one kind in one file, chained to the one before, of whatever kind that is. */
  add<Kind extends ArchiveKind>(kind: Kind, records: readonly ArchivedRecords[Kind][]): Promise<ArchivedFile>;
  /**
   * The newest file of a kind, with the ids of what it holds; null where there is none. Throws DamagedArchiveError when it is
   * not as it was written.
   */
  newest(kind: ArchiveKind): Promise<(ArchivedFile & { readonly ids: readonly string[] }) | null>;
}
