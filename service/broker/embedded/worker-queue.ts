import type { Delivery, OutgoingMessage, Subscription } from '../broker.ts';
import type { MessageTable, StoredMessage } from '../message-table.ts';
import { ReadyQueue, type ReadyMessage } from './ready-queue.ts';

/** Bodies of this many newest messages stay in memory; an idle consumer takes a message without a read. */
const MAX_CACHED = 1024;
const READ_RETRY_MILLISECONDS = 1000;

interface QueueConsumer {
  readonly prefetch: number;
  readonly handler: (delivery: Delivery) => void;
  readonly unacknowledged: Map<number, OutgoingMessage>;
}

/** One link to the queue; what it has not acknowledged when it ends goes back. */
export interface QueueSession {
  consume(prefetch: number, handler: (delivery: Delivery) => void): Subscription;
  /** Returns every unacknowledged delivery to the head of the queue. */
  close(): void;
}

/**
 * The worker queue: first in, first out, to consumers in turn, each up to its prefetch. A message is in the table until
 * it is acknowledged, and in exactly one place of memory: ready, or unacknowledged at one consumer.
 */
export class WorkerQueue {
  readonly #table: MessageTable;
  readonly #ready: ReadyQueue;
  readonly #cache = new Map<number, OutgoingMessage>();
  readonly #consumers: QueueConsumer[] = [];
  #unacknowledged = 0;
  #nextConsumer = 0;
  #readRetry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(table: MessageTable) {
    this.#table = table;
    this.#ready = new ReadyQueue(table.sequences('worker'));
  }

  get readyCount(): number {
    return this.#ready.size;
  }

  get unacknowledgedCount(): number {
    return this.#unacknowledged;
  }

  /** Messages that are durable now, in the order of their sequence numbers. */
  add(messages: readonly StoredMessage[]): void {
    for (const message of messages) {
      this.#ready.add(message.sequence);
      this.#keepInMemory(message.sequence, message);
    }
    this.#dispatch();
  }

  openSession(): QueueSession {
    const consumers = new Set<QueueConsumer>();
    return {
      consume: (prefetch, handler) => {
        const consumer: QueueConsumer = { prefetch, handler, unacknowledged: new Map() };
        consumers.add(consumer);
        this.#consumers.push(consumer);
        this.#dispatch();
        return {
          cancel: () => {
            this.#stop(consumer);
            return Promise.resolve();
          },
        };
      },
      close: () => {
        for (const consumer of consumers) this.#leave(consumer);
        consumers.clear();
        this.#dispatch();
      },
    };
  }

  /** No deliveries any more; the messages stay in the table. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#readRetry);
  }

  #keepInMemory(sequence: number, message: OutgoingMessage): void {
    if (this.#cache.size < MAX_CACHED) this.#cache.set(sequence, message);
  }

  #stop(consumer: QueueConsumer): void {
    const index = this.#consumers.indexOf(consumer);
    if (index === -1) return;
    this.#consumers.splice(index, 1);
    if (index < this.#nextConsumer) this.#nextConsumer -= 1;
  }

  #leave(consumer: QueueConsumer): void {
    this.#stop(consumer);
    for (const sequence of [...consumer.unacknowledged.keys()]) this.#giveBack(consumer, sequence);
  }

  #giveBack(consumer: QueueConsumer, sequence: number): void {
    const message = consumer.unacknowledged.get(sequence);
    if (message === undefined) return;
    consumer.unacknowledged.delete(sequence);
    this.#unacknowledged -= 1;
    this.#keepInMemory(sequence, message);
    this.#ready.giveBack(sequence);
  }

  /** The body is read from the table again, which may take the message by then. */
  #putBack(sequence: number): void {
    this.#ready.giveBack(sequence);
    this.#readRetry ??= this.#dispatchLater();
  }

  #dispatchLater(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#readRetry = undefined;
      this.#dispatch();
    }, READ_RETRY_MILLISECONDS).unref();
  }

  #dispatch(): void {
    while (!this.#isClosed && this.#ready.size > 0) {
      const consumer = this.#consumerWithRoom();
      const next = consumer === undefined ? undefined : this.#ready.take();
      if (consumer === undefined || next === undefined || !this.#deliver(consumer, next)) return;
    }
  }

  /** Consumers take turns; one that is full is passed over. */
  #consumerWithRoom(): QueueConsumer | undefined {
    for (let tried = 0; tried < this.#consumers.length; tried += 1) {
      const index = (this.#nextConsumer + tried) % this.#consumers.length;
      const consumer = this.#consumers[index];
      if (consumer !== undefined && consumer.unacknowledged.size < consumer.prefetch) {
        this.#nextConsumer = index + 1;
        return consumer;
      }
    }
    return undefined;
  }

  /** False when the message could not be read now; it is tried again later. */
  #deliver(consumer: QueueConsumer, { sequence, redelivered }: ReadyMessage): boolean {
    let message: OutgoingMessage | undefined;
    try {
      message = this.#cache.get(sequence) ?? this.#table.find('worker', sequence);
    } catch {
      this.#ready.giveBack(sequence);
      this.#readRetry ??= this.#dispatchLater();
      return false;
    }
    this.#cache.delete(sequence);
    if (message === undefined) return true;
    consumer.unacknowledged.set(sequence, message);
    this.#unacknowledged += 1;
    const delivery = this.#deliveryOf(consumer, sequence, message, redelivered);
    // In a turn of its own, so that a fault of the handler can't disturb the queue.
    queueMicrotask(() => consumer.handler(delivery));
    return true;
  }

  #deliveryOf(
    consumer: QueueConsumer,
    sequence: number,
    { messageId, body, headers }: OutgoingMessage,
    redelivered: boolean,
  ): Delivery {
    // A message that came back and went out again is another delivery; the old one must not settle it.
    let isSettled = false;
    const settle = (): boolean => {
      const isMine = !isSettled && consumer.unacknowledged.has(sequence);
      isSettled = true;
      return isMine;
    };
    return {
      messageId,
      body,
      headers,
      redelivered,
      acknowledge: async () => {
        if (!settle()) return;
        consumer.unacknowledged.delete(sequence);
        this.#unacknowledged -= 1;
        const removed = this.#table.remove('worker', sequence);
        this.#dispatch();
        await removed.catch((error: unknown) => {
          // It is in the table still, and so it must be in memory: the next one to look finds the job done.
          this.#putBack(sequence);
          throw error;
        });
      },
      requeue: () => {
        if (settle()) {
          this.#giveBack(consumer, sequence);
          this.#dispatch();
        }
        return Promise.resolve();
      },
    };
  }
}
