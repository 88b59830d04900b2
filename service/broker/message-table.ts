import type { OutgoingMessage } from './broker.ts';

export type QueueName = 'worker' | 'dead-letter';

/** A message in its place; sequence numbers are given by the broker and order a queue. */
export interface StoredMessage extends OutgoingMessage {
  readonly sequence: number;
}

/**
 * What the embedded broker needs of a database. Writes are durable when they resolve and may share a commit with
 * whatever else is written at the time; one broker at a time uses the table.
 */
export interface MessageTable {
  /** All messages or none. */
  append(queue: QueueName, messages: readonly StoredMessage[]): Promise<void>;
  /** Within a transaction that is under way on the same connection, with which the message is kept or not. */
  appendWithin(queue: QueueName, message: StoredMessage): void;
  /** Removes one message; does nothing when there is none. */
  remove(queue: QueueName, sequence: number): Promise<void>;
  /** Sequence numbers of all messages of a queue, ascending. */
  sequences(queue: QueueName): readonly number[];
  count(queue: QueueName): number;
  /** The highest sequence number there is in a queue; 0 for none. */
  lastSequence(queue: QueueName): number;
  find(queue: QueueName, sequence: number): StoredMessage | undefined;
  /** Those of these message ids that a message of the queue has. */
  held(queue: QueueName, messageIds: readonly string[]): ReadonlySet<string>;
  /** The newest messages, newest first. */
  newest(queue: QueueName, limit: number): readonly StoredMessage[];
  /** Resolves when the table can be written; rejects otherwise. */
  ping(): Promise<void>;
}
