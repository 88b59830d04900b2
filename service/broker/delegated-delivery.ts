import type { Delivery } from './broker.ts';

/** The same delivery as an object literal, for wrappers that change some of it: a spread would lose the methods of a class. */
export function delegatedDelivery(delivery: Delivery): Delivery {
  const { messageId, body, headers, redelivered, isFromDatabase } = delivery;
  return {
    ...{ messageId, body, headers, redelivered },
    ...(isFromDatabase && { isFromDatabase }),
    acknowledge: () => delivery.acknowledge(),
    requeue: () => delivery.requeue(),
  };
}
