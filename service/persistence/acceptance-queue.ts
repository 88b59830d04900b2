import type { OutboxMessage } from '../domain/records.ts';

/** A queue that lies in the database of the requests, and so can take a message in the commit that accepts a request. */
export interface AcceptanceQueue {
  /** Asked before the commit; undefined: the message goes through the outbox. */
  take(message: OutboxMessage): TakenMessage | undefined;
}

export interface TakenMessage {
  /** Within the transaction that accepts the request: nothing but statements. */
  write(): void;
  /** Called once: the message was written and is on disk, or it is not in the queue and never will be. */
  ended(isKept: boolean): void;
}
