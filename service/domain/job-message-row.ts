import type { JobMessage } from '../contract/jobs/job-message.ts';
import type { OutboxMessage } from './records.ts';

/** `availableAt` of a message that waits for nothing: earlier than any time a clock may be set back to. */
export const AT_ONCE = new Date(0);

/** The outbox row of a job's message, to be handed to the broker from `availableAt` on. */
export function jobMessageRow(
  { id, traceparent }: Pick<OutboxMessage, 'id' | 'traceparent'>,
  message: JobMessage,
  occurredAt: Date,
  availableAt: Date,
): OutboxMessage {
  return {
    id,
    type: 'signature.created',
    payload: JSON.stringify(message),
    occurredAt,
    publishedAt: null,
    retryCount: 0,
    error: null,
    availableAt,
    traceparent,
  };
}
