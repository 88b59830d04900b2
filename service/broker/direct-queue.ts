import type { OutgoingMessage } from './broker.ts';

/** A worker queue whose messages can be written within a transaction of whoever has them, in the database of both. */
export interface DirectQueue {
  /** Fewer messages than `maxReady` wait for a worker, and more are taken at all. */
  hasRoom(maxReady: number): boolean;
  /** The place of a message that is about to be written, behind all that was there before. */
  reserve(message: OutgoingMessage): ReservedPlace;
}

export interface ReservedPlace {
  /** Within the running transaction of the same connection: the message is kept with it, or not at all. */
  write(): void;
  /** To be called once: that transaction is on disk with the message, which is delivered now; or it is not, and never will be. */
  ended(isKept: boolean): void;
}
