import type { ConfirmChannel } from 'amqplib';
import type { OutgoingMessage } from '../broker.ts';
import type { BrokerLink } from './broker-link.ts';
import { closing } from './closing.ts';
import { BrokerUnavailable } from './rabbitmq-settings.ts';

const CONFIRM_MILLISECONDS = 15_000;

interface OpenChannel {
  readonly channel: ConfirmChannel;
  /** Messages that found no queue: the server gives them back before it confirms them. */
  readonly returned: Set<string>;
}

/** Publishes with confirmation: a message counts only when the server has it in a queue, as durably as that queue is. */
export class ConfirmedPublisher {
  readonly #link: BrokerLink;
  #opening: Promise<OpenChannel> | undefined;

  constructor(link: BrokerLink) {
    this.#link = link;
  }

  /** Rejects when it is not certain that all of them are in a queue; then some may be. */
  async publish(exchange: string, routingKey: string, messages: readonly OutgoingMessage[]): Promise<void> {
    const open = await this.#open();
    let patience: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      patience = setTimeout(() => reject(new BrokerUnavailable('RabbitMQ did not confirm.')), CONFIRM_MILLISECONDS);
    });
    try {
      const confirmed = messages.map((message) => publishOne(open, exchange, routingKey, message));
      await Promise.race([Promise.all(confirmed), late]);
    } catch (fault) {
      // What comes on this channel from now on says nothing about the next messages.
      this.#abandon(open);
      throw fault;
    } finally {
      clearTimeout(patience);
    }
  }

  async #open(): Promise<OpenChannel> {
    this.#opening ??= this.#openChannel();
    try {
      return await this.#opening;
    } catch (fault) {
      this.#opening = undefined;
      throw fault;
    }
  }

  async #openChannel(): Promise<OpenChannel> {
    const model = await this.#link.model();
    const channel = await model.createConfirmChannel();
    const open = { channel, returned: new Set<string>() };
    const opening = this.#opening;
    channel.on('error', () => undefined);
    channel.on('close', () => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    channel.on('return', ({ properties }) => open.returned.add(String(properties.messageId)));
    return open;
  }

  /** Not waited for: a server that did not confirm may not answer this either. */
  #abandon({ channel }: OpenChannel): void {
    this.#opening = undefined;
    // It may be the channel that has failed.
    closing(channel).catch(() => undefined);
  }
}

function publishOne(
  { channel, returned }: OpenChannel,
  exchange: string,
  routingKey: string,
  { messageId, body, headers }: OutgoingMessage,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { mandatory: true, persistent: true, contentType: 'application/json', messageId, headers };
    channel.publish(exchange, routingKey, Buffer.from(body), options, (fault: unknown) => {
      const isReturned = returned.delete(messageId);
      if (fault instanceof Error) reject(new BrokerUnavailable(`RabbitMQ did not confirm: ${fault.message}.`, fault));
      else if (isReturned) reject(new BrokerUnavailable(`RabbitMQ has no queue for messages to ${exchange}.`));
      else resolve();
    });
  });
}
