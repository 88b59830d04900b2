import type { ChannelModel } from 'amqplib';
import { ServerFault, serverFaultBehind } from '../../domain/server-fault.ts';
import type { SecretStore } from '../../secrets/secret-store.ts';
import type { Broker, BrokerSession, DeadLetter, Delivery, OutgoingMessage, Subscription } from '../broker.ts';
import { BrokerLink } from './broker-link.ts';
import { closing } from './closing.ts';
import { connectToServer, reasonOf, serverOf, virtualHostOf } from './connect.ts';
import { ConfirmedPublisher } from './confirmed-publisher.ts';
import { JobSubscription, messageIdOf, plainHeaders } from './job-subscription.ts';
import { lookThroughQueue } from './queue-look.ts';
import { BrokerUnavailable, type BrokerNotices, type RabbitMqSettings } from './rabbitmq-settings.ts';
import { topologyFinding } from './server-finding.ts';
import {
  DEAD_LETTER_EXCHANGE,
  DEAD_LETTER_QUEUE,
  declareTopology,
  EXCHANGE,
  onChannel,
  ROUTING_KEY,
  WORKER_QUEUE,
} from './topology.ts';

/** A longer queue explains by itself why its messages wait; looking through it would hold up the workers. */
const MAX_SEARCHED = 1_000;
const MAX_DEAD_LETTERS = 100_000;
const DECLARE_MILLISECONDS = 10_000;

/**
 * RabbitMQ behind the broker port. Throws a ServerFault when the server cannot be used at the start, BrokerUnavailable
 * where its password is not set; later it may be away: the connection is made again, publishing rejects in the meantime, and consumers go on by themselves.
 */
export async function openRabbitMqBroker(
  settings: RabbitMqSettings,
  secrets: SecretStore,
  notices: BrokerNotices,
): Promise<Broker> {
  const link = new BrokerLink(async () => {
    const model = await connectToServer(settings, secrets);
    try {
      // Until the link takes over.
      model.on('error', () => undefined);
      await withinTime(declareTopology(model));
      return model;
    } catch (fault) {
      await closing(model).catch(() => undefined);
      const named = { username: settings.username, vhost: virtualHostOf(settings) };
      throw new ServerFault(serverOf(settings), topologyFinding(fault, named), fault);
    }
  }, notices);
  await link.open();
  return new RabbitMqBroker(link);
}

/** A server that has just come up may keep a question about a queue to itself; on a new connection it is asked again. */
async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it did not answer in time')), DECLARE_MILLISECONDS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

class RabbitMqBroker implements Broker {
  readonly #link: BrokerLink;
  readonly #publisher: ConfirmedPublisher;
  readonly #subscriptions = new Set<JobSubscription>();
  readonly #own: BrokerSession;

  constructor(link: BrokerLink) {
    this.#link = link;
    this.#publisher = new ConfirmedPublisher(link);
    this.#own = this.openSession();
  }

  openSession(): BrokerSession {
    const subscriptions = new Set<JobSubscription>();
    let isClosed = false;
    return {
      consumeJobs: (prefetch, handler) => {
        if (isClosed) return Promise.reject(new Error('The session is closed.'));
        return this.#consume(subscriptions, prefetch, handler);
      },
      publishDeadLetter: (message) => this.publishDeadLetter(message),
      close: async () => {
        isClosed = true;
        await this.#end(subscriptions);
      },
    };
  }

  publishJobs(messages: readonly OutgoingMessage[]): Promise<void> {
    return this.#publisher.publish(EXCHANGE, ROUTING_KEY, messages);
  }

  publishDeadLetter(message: OutgoingMessage): Promise<void> {
    return this.#publisher.publish(DEAD_LETTER_EXCHANGE, '', [message]);
  }

  consumeJobs(prefetch: number, handler: (delivery: Delivery) => void): Promise<Subscription> {
    return this.#own.consumeJobs(prefetch, handler);
  }

  /** AMQP tells only what is ready: `unacknowledged` are the deliveries of this host's workers. */
  depth(): Promise<{ readonly ready: number; readonly unacknowledged: number; readonly deadLetters: number }> {
    return this.#ask((model) =>
      onChannel(model, async (channel) => {
        const { messageCount: ready } = await channel.checkQueue(WORKER_QUEUE);
        const { messageCount: deadLetters } = await channel.checkQueue(DEAD_LETTER_QUEUE);
        return { ready, unacknowledged: this.#delivered().length, deadLetters };
      }),
    );
  }

  /**
   * What this host's workers have, and what is found in the queue. Of a queue with more than 1,000 messages all are said
   * to be held. What other hosts' workers have at this moment is not known: a message too many does no harm.
   */
  heldMessages(messageIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (messageIds.length === 0) return Promise.resolve(new Set());
    return this.#ask(async (model) => {
      const { messageCount } = await onChannel(model, (channel) => channel.checkQueue(WORKER_QUEUE));
      if (messageCount > MAX_SEARCHED) return new Set(messageIds);
      const found = new Set(this.#delivered());
      await lookThroughQueue(model, WORKER_QUEUE, messageCount, (message) => found.add(messageIdOf(message)));
      return new Set(messageIds.filter((id) => found.has(id)));
    });
  }

  /** Takes all dead letters to get at the newest, and gives them back; refuses where they are more than 100,000. */
  peekDeadLetters(limit: number): Promise<readonly DeadLetter[]> {
    return this.#ask(async (model) => {
      const { messageCount } = await onChannel(model, (channel) => channel.checkQueue(DEAD_LETTER_QUEUE));
      if (messageCount > MAX_DEAD_LETTERS) throw new Error(`There are ${String(messageCount)} dead letters.`);
      const newest: DeadLetter[] = [];
      await lookThroughQueue(model, DEAD_LETTER_QUEUE, messageCount, (message) => {
        const { content, properties } = message;
        newest.push({ messageId: messageIdOf(message), body: content, headers: plainHeaders(properties.headers) });
        if (newest.length > limit) newest.shift();
      });
      return newest.toReversed();
    });
  }

  /** Throws a ServerFault where it is known what is wrong. */
  async ping(): Promise<void> {
    try {
      await this.#ask((model) => onChannel(model, (channel) => channel.checkQueue(WORKER_QUEUE)));
    } catch (fault) {
      throw serverFaultBehind(fault) ?? fault;
    }
  }

  onBack(listener: () => void): void {
    this.#link.onConnected(listener);
  }

  async close(): Promise<void> {
    await this.#end(this.#subscriptions);
    await this.#link.close();
  }

  async #consume(
    subscriptions: Set<JobSubscription>,
    prefetch: number,
    handler: (delivery: Delivery) => void,
  ): Promise<Subscription> {
    if (!Number.isInteger(prefetch) || prefetch < 1) throw new RangeError('The prefetch must be at least 1.');
    const subscription = new JobSubscription(this.#link, prefetch, handler);
    subscriptions.add(subscription);
    this.#subscriptions.add(subscription);
    await subscription.start();
    return subscription;
  }

  async #end(subscriptions: Set<JobSubscription>): Promise<void> {
    const ending = [...subscriptions];
    subscriptions.clear();
    await Promise.all(ending.map((subscription) => subscription.close()));
    for (const subscription of ending) this.#subscriptions.delete(subscription);
  }

  #delivered(): string[] {
    return [...this.#subscriptions].flatMap((subscription) => subscription.unacknowledged);
  }

  /** A question that is not worth waiting for: it fails at once where the server is away. */
  async #ask<T>(question: (model: ChannelModel) => Promise<T>): Promise<T> {
    try {
      return await question(this.#link.modelNow());
    } catch (fault) {
      if (fault instanceof BrokerUnavailable) throw fault;
      throw new BrokerUnavailable(`RabbitMQ did not answer as expected: ${reasonOf(fault)}.`, fault);
    }
  }
}
