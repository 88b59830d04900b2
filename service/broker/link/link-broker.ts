import { z } from 'zod';
import type { Handlers, Peer } from '../../processes/request-reply.ts';
import { BytesSchema } from '../../processes/bytes-schema.ts';
import type { Consumer, DeadLetters, Delivery, OutgoingMessage, Publisher, Subscription } from '../broker.ts';

/** The broker over a link: children publish and consume through the host that owns the embedded broker. */

const OutgoingMessageSchema = z.object({
  messageId: z.string(),
  body: BytesSchema,
  headers: z.record(z.string(), z.union([z.string(), z.number()])),
}) satisfies z.ZodType<OutgoingMessage>;

const publishDeadLetter = { params: z.object({ message: OutgoingMessageSchema }), result: z.undefined() } as const;

export const PUBLISHER_PROTOCOL = {
  publishJobs: { params: z.object({ messages: z.array(OutgoingMessageSchema) }), result: z.undefined() },
  publishDeadLetter,
} as const;

export const CONSUMER_PROTOCOL = {
  consumeJobs: { params: z.object({ prefetch: z.int().min(1).max(1000) }), result: z.undefined() },
  cancelConsume: { params: z.object({}), result: z.undefined() },
  acknowledge: { params: z.object({ tag: z.int() }), result: z.undefined() },
  requeue: { params: z.object({ tag: z.int() }), result: z.undefined() },
  publishDeadLetter,
} as const;

const DELIVERY_TOPIC = 'delivery';
const DeliverySchema = OutgoingMessageSchema.extend({ tag: z.int(), redelivered: z.boolean() });

export function createLinkPublisher(peer: Peer<typeof PUBLISHER_PROTOCOL>): Publisher & DeadLetters {
  return {
    publishJobs: (messages) => peer.call('publishJobs', { messages: [...messages] }),
    publishDeadLetter: (message) => peer.call('publishDeadLetter', { message }),
  };
}

export function publisherHandlers(publisher: Publisher, deadLetters: DeadLetters): Handlers<typeof PUBLISHER_PROTOCOL> {
  return {
    publishJobs: async ({ messages }) => {
      await publisher.publishJobs(messages);
      return undefined;
    },
    publishDeadLetter: async ({ message }) => {
      await deadLetters.publishDeadLetter(message);
      return undefined;
    },
  };
}

/** The consumer's end. One subscription per link at a time. */
export function createLinkConsumer(peer: Peer<typeof CONSUMER_PROTOCOL>): Consumer {
  let handle: ((delivery: Delivery) => void) | undefined;
  peer.onNotification(DELIVERY_TOPIC, (payload) => {
    const { tag, ...message } = DeliverySchema.parse(payload);
    handle?.({
      ...message,
      acknowledge: () => peer.call('acknowledge', { tag }),
      requeue: () => peer.call('requeue', { tag }),
    });
  });
  return {
    async consumeJobs(prefetch, handler): Promise<Subscription> {
      handle = handler;
      await peer.call('consumeJobs', { prefetch });
      return { cancel: () => peer.call('cancelConsume', {}) };
    },
    publishDeadLetter: (message) => peer.call('publishDeadLetter', { message }),
  };
}

/** The host's end for one consumer; `notify` sends to that consumer's link. */
export function consumerHandlers(
  consumer: Consumer,
  notify: (topic: string, payload: unknown) => void,
): Handlers<typeof CONSUMER_PROTOCOL> {
  const deliveries = new Map<number, Delivery>();
  let subscription: Subscription | undefined;
  let nextTag = 1;
  const take = (tag: number): Delivery | undefined => {
    const delivery = deliveries.get(tag);
    deliveries.delete(tag);
    return delivery;
  };
  return {
    consumeJobs: async ({ prefetch }) => {
      subscription = await consumer.consumeJobs(prefetch, (delivery) => {
        const tag = nextTag++;
        deliveries.set(tag, delivery);
        const { messageId, body, headers, redelivered } = delivery;
        notify(DELIVERY_TOPIC, { tag, messageId, body, headers, redelivered });
      });
      return undefined;
    },
    cancelConsume: async () => {
      await subscription?.cancel();
      return undefined;
    },
    acknowledge: async ({ tag }) => {
      await take(tag)?.acknowledge();
      return undefined;
    },
    requeue: async ({ tag }) => {
      await take(tag)?.requeue();
      return undefined;
    },
    publishDeadLetter: async ({ message }) => {
      await consumer.publishDeadLetter(message);
      return undefined;
    },
  };
}
