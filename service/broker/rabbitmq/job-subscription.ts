import type { Channel, ConsumeMessage } from 'amqplib';
import type { Delivery, MessageHeaders } from '../broker.ts';
import type { BrokerLink } from './broker-link.ts';
import { closing } from './closing.ts';
import { declareTopology, WORKER_QUEUE } from './topology.ts';

const RETRY_MILLISECONDS = 500;

/**
 * A consumer of jobs on a channel of its own, which is opened again whenever it ends before `close`. What was delivered
 * on a channel that is gone cannot be acknowledged any more: the server delivers it again, and so does nobody here.
 */
export class JobSubscription {
  readonly #link: BrokerLink;
  readonly #prefetch: number;
  readonly #handler: (delivery: Delivery) => void;
  readonly #unsubscribe: () => void;
  /** Message ids by delivery tag of the channel that is open. */
  readonly #unacknowledged = new Map<number, string>();
  #channel: Channel | undefined;
  #consumerTag: string | undefined;
  #isWanted = true;
  #starting: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(link: BrokerLink, prefetch: number, handler: (delivery: Delivery) => void) {
    this.#link = link;
    this.#prefetch = prefetch;
    this.#handler = handler;
    this.#unsubscribe = link.onConnected(() => void this.start());
  }

  get unacknowledged(): readonly string[] {
    return [...this.#unacknowledged.values()];
  }

  /** Begins to consume; a server that is away now is asked again until it is back. Never rejects. */
  start(): Promise<void> {
    this.#starting ??= this.#tryToStart().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  async cancel(): Promise<void> {
    this.#stop();
    await this.#starting;
    const tag = this.#consumerTag;
    this.#consumerTag = undefined;
    // A channel that is gone delivers nothing either.
    if (tag !== undefined) await this.#channel?.cancel(tag).catch(() => undefined);
  }

  /** Gives back what is not acknowledged. */
  async close(): Promise<void> {
    this.#stop();
    await this.#starting;
    const channel = this.#channel;
    this.#forget();
    if (channel !== undefined) await closing(channel).catch(() => undefined);
  }

  #stop(): void {
    this.#isWanted = false;
    this.#unsubscribe();
    clearTimeout(this.#retry);
  }

  async #tryToStart(): Promise<void> {
    if (!this.#isWanted || this.#channel !== undefined || this.#link.isClosed) return;
    try {
      await this.#consume();
    } catch {
      // The link says by itself that it is gone; a queue that was deleted is made again.
      this.#startLater();
    }
  }

  #startLater(): void {
    if (!this.#isWanted || this.#link.isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.start(), RETRY_MILLISECONDS);
    this.#retry.unref();
  }

  async #consume(): Promise<void> {
    const model = this.#link.modelNow();
    const channel = await model.createChannel();
    this.#channel = channel;
    channel.on('error', () => undefined);
    channel.on('close', () => {
      if (this.#channel !== channel) return;
      this.#forget();
      this.#startLater();
    });
    try {
      await channel.prefetch(this.#prefetch);
      const { consumerTag } = await channel.consume(WORKER_QUEUE, (message) => this.#take(channel, message));
      this.#consumerTag = consumerTag;
    } catch (fault) {
      this.#forget();
      await declareTopology(model).catch(() => undefined);
      throw fault;
    }
  }

  #forget(): void {
    this.#channel = undefined;
    this.#consumerTag = undefined;
    this.#unacknowledged.clear();
  }

  #take(channel: Channel, message: ConsumeMessage | null): void {
    if (message === null) {
      // The server has ended the subscription, as it does when the queue is deleted.
      this.#forget();
      closing(channel).catch(() => undefined);
      this.#startLater();
      return;
    }
    this.#unacknowledged.set(message.fields.deliveryTag, messageIdOf(message));
    try {
      this.#handler(this.#delivery(channel, message));
    } catch (fault) {
      // As a fault of the process, not of the channel that happens to call.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }

  #delivery(channel: Channel, message: ConsumeMessage): Delivery {
    let isSettled = false;
    const settle = (answer: () => void): Promise<void> => {
      if (isSettled || this.#channel !== channel) return Promise.resolve();
      isSettled = true;
      this.#unacknowledged.delete(message.fields.deliveryTag);
      try {
        answer();
      } catch {
        // The channel is closing: the server delivers the message again.
      }
      return Promise.resolve();
    };
    return {
      messageId: messageIdOf(message),
      body: message.content,
      headers: plainHeaders(message.properties.headers),
      redelivered: message.fields.redelivered,
      acknowledge: () => settle(() => channel.ack(message)),
      requeue: () => settle(() => channel.nack(message, false, true)),
    };
  }
}

/** Foreign messages may have none. */
export function messageIdOf({ properties }: { readonly properties: { readonly messageId?: unknown } }): string {
  return typeof properties.messageId === 'string' ? properties.messageId : '';
}

/** What the server adds to headers for its own sake. */
const SERVER_HEADERS = new Set(['x-delivery-count', 'x-acquired-count', 'x-death']);

/** Texts and numbers; the specification knows no other headers. */
export function plainHeaders(headers: Readonly<Record<string, unknown>> | undefined): MessageHeaders {
  const plain: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (SERVER_HEADERS.has(name)) continue;
    if (typeof value === 'string' || typeof value === 'number') plain[name] = value;
  }
  return plain;
}
