import type { SignatureStatus } from '../contract/vocabulary/states.ts';
import type { AuditEvent } from '../domain/records.ts';

export interface ExpiredFile {
  readonly fileId: string;
  readonly storageKey: string;
  readonly stagedKey: string | null;
  readonly tenantId: string;
  readonly signatureId: string;
}

/** An audit event and its place in the order of writing. */
export interface PlacedAuditEvent {
  readonly sequence: number;
  readonly event: AuditEvent;
  /** Whether it is of a request that has not ended. */
  readonly isOpen: boolean;
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
  /** Which of these requests have ended and have no output, or had one that was deleted: nobody will ask for one again. */
  endedWithoutOutput(ids: readonly string[]): Promise<readonly { readonly tenantId: string; readonly id: string }[]>;
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
  /** Audit events in the order of writing, from behind `cursor` on; null: from the first. */
  auditEventsAfter(args: {
    readonly cursor: number | null;
    readonly limit: number;
  }): Promise<readonly PlacedAuditEvent[]>;
  /** Deletes audit events that an archive holds; answers how many of them were there. Nothing else deletes any. */
  deleteArchivedAuditEvents(ids: readonly string[]): Promise<number>;
  /** Makes the text filter of the audit list faster for some of the events; answers whether there may be more. */
  summarizeAudit(): Promise<boolean>;
  /** Gives some of the space of deleted rows back to the file system; answers whether there is more. */
  reclaimSpace(): Promise<boolean>;
  /** Resolves when the database answers and can be written; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
