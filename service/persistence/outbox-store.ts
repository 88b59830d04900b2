import type { OutboxMessage } from '../domain/records.ts';

/** What the outbox publisher may do. */
export interface OutboxStore {
  /** Unpublished messages that are due, oldest first. */
  dueOutboxMessages(now: Date, limit: number): Promise<readonly OutboxMessage[]>;
  /** When the earliest message that is not yet due becomes due; null when there is none. */
  nextOutboxDueAt(now: Date): Promise<Date | null>;
  /** Sets PublishedAt; a request in RetryScheduled whose message this was becomes Queued. */
  markPublished(ids: readonly string[], at: Date): Promise<void>;
  /** Counts a failed hand-off of these messages; they are due again `afterMilliseconds` from now. */
  markPublishFailed(
    ids: readonly string[],
    error: string,
    again: { readonly now: Date; readonly afterMilliseconds: number },
  ): Promise<void>;
  /** Whatever a failed hand-off has postponed is due now: the broker is back. */
  bringForwardFailed(now: Date): Promise<void>;
}
