import type { ChannelModel } from 'amqplib';
import { closing } from './closing.ts';
import { reasonOf } from './connect.ts';
import { BrokerUnavailable, type BrokerNotices } from './rabbitmq-settings.ts';

const FIRST_DELAY_MILLISECONDS = 100;
const MAX_DELAY_MILLISECONDS = 2_000;
/** Whoever wants something while the server is away waits so long for it to come back. */
const PATIENCE_MILLISECONDS = 5_000;

type State = { readonly model: ChannelModel } | { readonly fault: unknown } | 'closed';

/**
 * The one connection of a host. When it ends, it is made again, after 100 ms, 200 ms ... at most 2 s, spread a little, so
 * that many hosts do not come at once; `prepare` runs on each before anybody is given it.
 */
export class BrokerLink {
  readonly #connect: () => Promise<ChannelModel>;
  readonly #notices: BrokerNotices;
  readonly #listeners = new Set<() => void>();
  #state: State = { fault: undefined };
  #retry: NodeJS.Timeout | undefined;
  #lostAt = 0;

  constructor(connect: () => Promise<ChannelModel>, notices: BrokerNotices) {
    this.#connect = connect;
    this.#notices = notices;
  }

  /** The first connection; throws what it failed with, and does not try again. */
  async open(): Promise<void> {
    this.#adopt(await this.#connect());
  }

  /** The connection, or BrokerUnavailable when there is none for five seconds. */
  async model(): Promise<ChannelModel> {
    if (typeof this.#state === 'object' && 'model' in this.#state) return this.#state.model;
    if (this.#state === 'closed') throw new BrokerUnavailable('The broker is closed.');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const unsubscribe = this.onConnected(() => resolve(undefined));
    const patience = setTimeout(() => resolve(undefined), PATIENCE_MILLISECONDS);
    await promise;
    clearTimeout(patience);
    unsubscribe();
    return this.modelNow();
  }

  /** The connection that there is at this moment; throws BrokerUnavailable when there is none. */
  modelNow(): ChannelModel {
    if (this.#state === 'closed') throw new BrokerUnavailable('The broker is closed.');
    if ('model' in this.#state) return this.#state.model;
    const reason = reasonOf(this.#state.fault);
    throw new BrokerUnavailable(`The connection to RabbitMQ is gone: ${reason}.`, this.#state.fault);
  }

  /** Told after every connection that is made anew; answers the function that ends it. */
  onConnected(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  async close(): Promise<void> {
    const state = this.#state;
    this.#state = 'closed';
    clearTimeout(this.#retry);
    for (const listener of this.#listeners) listener();
    // It may have died of itself in the meantime: then it is closed, too.
    if (typeof state === 'object' && 'model' in state) await closing(state.model).catch(() => undefined);
  }

  #adopt(model: ChannelModel): void {
    this.#state = { model };
    let fault: unknown;
    model.on('error', (error) => (fault = error));
    model.on('blocked', (reason) => this.#notices.warn(`RabbitMQ takes no messages for now: ${reason}.`));
    model.on('unblocked', () => this.#notices.info('RabbitMQ takes messages again.'));
    model.on('close', (error) => {
      if (this.#state === 'closed') return;
      this.#state = { fault: error ?? fault };
      this.#lostAt = performance.now();
      this.#notices.warn(`The connection to RabbitMQ is gone (${reasonOf(error ?? fault)}); it is made again.`);
      this.#retryAfter(FIRST_DELAY_MILLISECONDS);
    });
  }

  #retryAfter(delay: number): void {
    this.#retry = setTimeout(() => void this.#reconnect(delay), delay * (0.75 + Math.random() / 2));
    this.#retry.unref();
  }

  async #reconnect(delay: number): Promise<void> {
    try {
      const model = await this.#connect();
      if (this.isClosed) {
        await closing(model).catch(() => undefined);
        return;
      }
      this.#adopt(model);
    } catch (fault) {
      if (this.isClosed) return;
      this.#state = { fault };
      this.#retryAfter(Math.min(delay * 2, MAX_DELAY_MILLISECONDS));
      return;
    }
    this.#notices.info(
      `The connection to RabbitMQ is back after ${String(Math.round(performance.now() - this.#lostAt))} ms.`,
    );
    for (const listener of [...this.#listeners]) listener();
  }
}
