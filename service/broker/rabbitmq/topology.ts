import type { Channel, ChannelModel, Options } from 'amqplib';
import { closing } from './closing.ts';

/** Names of the specification, section 6. */
export const EXCHANGE = 'esign.signature';
export const ROUTING_KEY = 'signature.created';
export const WORKER_QUEUE = 'esign.signature.worker';
export const DEAD_LETTER_EXCHANGE = 'esign.signature.dlx';
export const DEAD_LETTER_QUEUE = 'esign.signature.dlq';

/**
 * Said explicitly, since servers differ in what they take for granted (none before RabbitMQ 4, 20 since). Attempts are
 * counted in the database; here it is only how often a link may break, or a worker give a message back because its host
 * could not be asked. Looking at dead letters counts, too.
 */
const DELIVERY_LIMIT = 100_000;

const ACCESS_REFUSED = 403;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 406;

/**
 * Makes what is missing of exchanges, queues and bindings. What is there already is taken as it is, be it a classic queue
 * or one that an administrator made for a user who may make none. Throws what the server answered otherwise.
 */
export async function declareTopology(model: ChannelModel): Promise<void> {
  await declareExchange(model, EXCHANGE, 'direct');
  await declareExchange(model, DEAD_LETTER_EXCHANGE, 'fanout');
  await declareQueue(model, WORKER_QUEUE, { 'x-dead-letter-exchange': DEAD_LETTER_EXCHANGE });
  await declareQueue(model, DEAD_LETTER_QUEUE, {});
  await bind(model, WORKER_QUEUE, EXCHANGE, ROUTING_KEY);
  await bind(model, DEAD_LETTER_QUEUE, DEAD_LETTER_EXCHANGE, '');
}

async function declareExchange(model: ChannelModel, name: string, type: 'direct' | 'fanout'): Promise<void> {
  const isMade = await accepted(model, [ACCESS_REFUSED], (channel) =>
    channel.assertExchange(name, type, { durable: true }),
  );
  if (!isMade) await onChannel(model, (channel) => channel.checkExchange(name));
}

/** A quorum queue where the server has them, a classic one elsewhere; both durable. */
async function declareQueue(model: ChannelModel, name: string, own: Readonly<Record<string, string>>): Promise<void> {
  const declare = (kind: Readonly<Record<string, string | number>>) => (channel: Channel) => {
    const options: Options.AssertQueue = { durable: true, arguments: { ...own, ...kind } };
    return channel.assertQueue(name, options);
  };
  const quorum = { 'x-queue-type': 'quorum', 'x-delivery-limit': DELIVERY_LIMIT };
  if (await accepted(model, [ACCESS_REFUSED, PRECONDITION_FAILED], declare(quorum))) return;
  if (await accepted(model, [NOT_FOUND], (channel) => channel.checkQueue(name))) return;
  await onChannel(model, declare({}));
}

/** A binding that may not be made is there, or every publish says that it is not. */
async function bind(model: ChannelModel, queue: string, exchange: string, routingKey: string): Promise<void> {
  await accepted(model, [ACCESS_REFUSED], (channel) => channel.bindQueue(queue, exchange, routingKey));
}

/** False when the server refused for one of the reasons expected. */
async function accepted(
  model: ChannelModel,
  expected: readonly number[],
  ask: (channel: Channel) => Promise<unknown>,
): Promise<boolean> {
  try {
    await onChannel(model, ask);
    return true;
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && expected.includes(Number(fault.code))) return false;
    throw fault;
  }
}

/** On a channel of its own, since a refusal closes the channel. */
export async function onChannel<T>(model: ChannelModel, ask: (channel: Channel) => Promise<T>): Promise<T> {
  const channel = await model.createChannel();
  // Whoever asked is told by the rejection.
  channel.on('error', () => undefined);
  const result = await ask(channel);
  await closing(channel);
  return result;
}
