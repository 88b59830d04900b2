/**
 * The broker port: the topology of contract/jobs (direct exchange, worker queue with a dead-letter exchange, fanout
 * dead-letter exchange and queue), at-least-once delivery, explicit acknowledgement. Bodies are opaque bytes here; the
 * consumer parses them, so that nonsense on the queue reaches the dead-letter path instead of crashing a driver.
 */
export type MessageHeaders = Readonly<Record<string, string | number>>;

export interface OutgoingMessage {
  /** Message id: the outbox row's id, or a fresh UUID for a dead letter. */
  readonly messageId: string;
  readonly body: Uint8Array;
  readonly headers: MessageHeaders;
}

export interface Delivery {
  readonly messageId: string;
  readonly body: Uint8Array;
  readonly headers: MessageHeaders;
  /** True when the message was delivered before and not acknowledged. */
  readonly redelivered: boolean;
  /** Its job waits in the database, and goes on doing so where this is not begun. */
  readonly isFromDatabase?: true;
  /** The message is done. Safe to call once; an unknown or repeated acknowledgement is ignored. */
  acknowledge(): Promise<void>;
  /** Give the message back for redelivery, as a stopping consumer does with what it has not begun. */
  requeue(): Promise<void>;
}

export interface Subscription {
  /** No new deliveries after this resolves; what is unacknowledged stays so until the consumer's link closes. */
  cancel(): Promise<void>;
}

export interface Publisher {
  /** Resolves when the broker has taken the messages durably and routed them; rejects when that is not certain. */
  publishJobs(messages: readonly OutgoingMessage[]): Promise<void>;
}

export interface DeadLetters {
  /** To the dead-letter exchange, with x-attempt, x-failure-kind and x-failure-reason; durable when it resolves. */
  publishDeadLetter(message: OutgoingMessage): Promise<void>;
}

export interface Consumer extends DeadLetters {
  /** At most `prefetch` unacknowledged deliveries at a time. The handler must not throw. */
  consumeJobs(prefetch: number, handler: (delivery: Delivery) => void): Promise<Subscription>;
}

/** One consumer's link. When it closes, what it has not acknowledged is delivered again, first and to others. */
export interface BrokerSession extends Consumer {
  close(): Promise<void>;
}

export interface DeadLetter {
  readonly messageId: string;
  readonly body: Uint8Array;
  readonly headers: MessageHeaders;
}

export interface Broker extends Publisher, Consumer {
  /** A link of its own for one consumer; nothing is asked of the broker before the consumer does something. */
  openSession(): BrokerSession;
  /** Ready and unacknowledged messages of the worker queue, and the dead-letter queue's length. */
  depth(): Promise<{ readonly ready: number; readonly unacknowledged: number; readonly deadLetters: number }>;
  /** Which of these messages the worker queue still has, ready or unacknowledged. */
  heldMessages(messageIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The newest dead letters, without taking them off the queue; for the administrator's page and for tests. */
  peekDeadLetters(limit: number): Promise<readonly DeadLetter[]>;
  ping(): Promise<void>;
  /** Calls the listener whenever the broker can be reached again after it could not. */
  onBack(listener: () => void): void;
  close(): Promise<void>;
}
