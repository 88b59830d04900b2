import type { Delivery } from '../../service/broker/broker.ts';
import { TRACEPARENT_HEADER, type JobMessage } from '../../service/contract/jobs/job-message.ts';
import type { FailureKind } from '../../service/contract/vocabulary/states.ts';
import { traceparentOf, type DeliveryContext } from './delivery-context.ts';

/** Nonsense, forgeries and leftovers go to the dead-letter queue; no signature comes of them. */
export async function refuse(
  context: DeliveryContext,
  delivery: Delivery,
  reason: string,
  message?: JobMessage,
): Promise<void> {
  await deadLetter(context, delivery, Number(delivery.headers['x-attempt'] ?? 1), 'permanent', reason);
  const ids = message === undefined ? {} : idsOf(message);
  context.report({ outcome: 'dead-lettered', messageId: delivery.messageId, ...ids, reason });
  await delivery.acknowledge();
}

function idsOf({ jobId, signatureId }: JobMessage): { readonly jobId: string; readonly signatureId: string } {
  return { jobId, signatureId };
}

export async function ignore(
  context: DeliveryContext,
  delivery: Delivery,
  message: JobMessage,
  reason: string,
): Promise<void> {
  context.report({ outcome: 'ignored', messageId: delivery.messageId, ...idsOf(message), reason });
  await delivery.acknowledge();
}

/** Hands a message to the dead-letter queue, with the three headers that say why, and its trace. */
export async function deadLetter(
  context: DeliveryContext,
  delivery: Delivery,
  attempt: number,
  kind: FailureKind,
  reason: string,
): Promise<void> {
  const traceparent = traceparentOf(delivery);
  await context.consumer.publishDeadLetter({
    messageId: context.newId(),
    body: delivery.body,
    headers: {
      'x-attempt': Number.isFinite(attempt) ? attempt : 1,
      'x-failure-kind': kind,
      'x-failure-reason': reason,
      ...(traceparent !== null && { [TRACEPARENT_HEADER]: traceparent }),
    },
  });
}
