import type { Consumer, DeadLetters, Publisher } from '../broker/broker.ts';
import type { Metrics } from './metrics.ts';

/** The same publisher, counting in `rabbitmq_messages_total` what the broker has taken. */
export function countedPublisher(publisher: Publisher, metrics: Metrics): Publisher {
  return {
    async publishJobs(messages) {
      await publisher.publishJobs(messages);
      metrics.increment('rabbitmq_messages_total', { direction: 'published' }, messages.length);
    },
  };
}

/** The same consumer, counting in `rabbitmq_messages_total` each delivery, repeated ones a second time by
 * themselves, and each dead letter. */
export function countedConsumer(consumer: Consumer, metrics: Metrics): Consumer {
  return {
    consumeJobs: (prefetch, handler) =>
      consumer.consumeJobs(prefetch, (delivery) => {
        metrics.increment('rabbitmq_messages_total', { direction: 'consumed' });
        if (delivery.redelivered) metrics.increment('rabbitmq_messages_total', { direction: 'redelivered' });
        handler(delivery);
      }),
    ...countedDeadLetters(consumer, metrics),
  };
}

/** The same, counting in `rabbitmq_messages_total` each dead letter. */
export function countedDeadLetters(letters: DeadLetters, metrics: Metrics): DeadLetters {
  return {
    async publishDeadLetter(message) {
      await letters.publishDeadLetter(message);
      metrics.increment('rabbitmq_messages_total', { direction: 'dead-lettered' });
    },
  };
}
