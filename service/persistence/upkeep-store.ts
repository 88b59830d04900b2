import type { SignatureStatus } from '../contract/vocabulary/states.ts';
import type { AuditEvent } from '../domain/records.ts';

export interface ExpiredFile {
  readonly fileId: string;
  readonly storageKey: string;
  readonly stagedKey: string | null;
  readonly tenantId: string;
  readonly signatureId: string;
}

/** What keeps a store in order: retention, clearing up, health. */
export interface UpkeepStore {
  appendAudit(event: AuditEvent): Promise<void>;
  /** Files of requests that ended in one of `statuses` before `endedBefore` and are not deleted yet. */
  filesEndedBefore(args: {
    readonly kind: 'input' | 'output';
    readonly statuses: readonly SignatureStatus[];
    readonly endedBefore: Date;
    readonly limit: number;
  }): Promise<readonly ExpiredFile[]>;
  /**
   * Deletes outbox messages that were published before `publishedBefore` and whose request has ended; others may still
   * be wanted. Looks at `limit` messages, oldest first, from `cursor` on; `nextCursor` is null when all have been seen.
   */
  prunePublishedMessages(args: {
    readonly publishedBefore: Date;
    readonly limit: number;
    readonly cursor: number | null;
  }): Promise<{ readonly deleted: number; readonly nextCursor: number | null }>;
  /** Sets DeletedAt and writes the audit event; rows stay. */
  markFileDeleted(fileId: string, at: Date, audit: AuditEvent): Promise<void>;
  /** Resolves when the database answers and can be written; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
