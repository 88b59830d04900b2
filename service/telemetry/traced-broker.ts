import type { Consumer, OutgoingMessage, Publisher } from '../broker/broker.ts';
import { delegatedDelivery } from '../broker/delegated-delivery.ts';
import { JobMessage, TRACEPARENT_HEADER } from '../contract/jobs/job-message.ts';
import type { OpenSpan, SpanAttributes, Tracing } from './tracing.ts';

/** The same publisher with a span for each message, of which the message carries the traceparent. */
export function tracedPublisher(publisher: Publisher, tracing: Tracing | undefined): Publisher {
  if (tracing === undefined) return publisher;
  return {
    async publishJobs(messages) {
      const spans = messages.map((message) =>
        tracing.begin('publish esign.signature', 'producer', traceparentOf(message)),
      );
      const endAll = (isError: boolean): void => {
        for (const [index, span] of spans.entries()) span.end(attributesOf(messages[index]), { isError });
      };
      try {
        await publisher.publishJobs(
          messages.map((message, index) => ({
            ...message,
            headers: { ...message.headers, [TRACEPARENT_HEADER]: spans[index]?.traceparent ?? '' },
          })),
        );
        endAll(false);
      } catch (error) {
        endAll(true);
        throw error;
      }
    },
  };
}

/** Spans of the deliveries that one worker is dealing with, from the hand-over to its report. */
export interface DeliverySpans {
  watch(consumer: Consumer): Consumer;
  /** The worker has told how the delivery ended. */
  end(messageId: string, attributes: SpanAttributes, isError: boolean): void;
  /** The worker is gone; what it was dealing with is given back. */
  abandon(): void;
}

export function createDeliverySpans(tracing: Tracing | undefined): DeliverySpans {
  const open = new Map<string, OpenSpan>();
  if (tracing === undefined) return { watch: (consumer) => consumer, end: () => undefined, abandon: () => undefined };
  return {
    watch: (consumer) => ({
      publishDeadLetter: (message) => consumer.publishDeadLetter(message),
      consumeJobs: (prefetch, handler) =>
        consumer.consumeJobs(prefetch, (delivery) => {
          const span = tracing.begin('process esign.signature.worker', 'consumer', traceparentOf(delivery));
          open.set(delivery.messageId, span);
          const headers = { ...delivery.headers, [TRACEPARENT_HEADER]: span.traceparent };
          handler({ ...delegatedDelivery(delivery), headers });
        }),
    }),
    end(messageId, attributes, isError) {
      open.get(messageId)?.end(attributes, { isError });
      open.delete(messageId);
    },
    abandon() {
      for (const span of open.values()) span.end({ outcome: 'abandoned' }, { isError: true });
      open.clear();
    },
  };
}

function traceparentOf({ headers }: Pick<OutgoingMessage, 'headers'>): string | null {
  const header = headers[TRACEPARENT_HEADER];
  return typeof header === 'string' ? header : null;
}

/** The ids in a job message; its other fields are left out. */
function attributesOf(message: OutgoingMessage | undefined): SpanAttributes {
  try {
    const { jobId, signatureId } = JobMessage.parse(JSON.parse(new TextDecoder().decode(message?.body)));
    return { jobId, signatureId };
  } catch {
    return {};
  }
}
