import type { OutgoingMessage } from '../broker/broker.ts';
import { TRACEPARENT_HEADER } from '../contract/jobs/job-message.ts';
import type { DeadLetter } from '../contract/jobs/dead-letter.ts';
import type { OutboxMessage } from '../domain/records.ts';

/** The message of a job as the broker takes it. */
export function toOutgoing(message: OutboxMessage): OutgoingMessage {
  return {
    messageId: message.id,
    body: new TextEncoder().encode(message.payload),
    headers: {
      'x-attempt': attemptOf(message.payload),
      ...traceHeader(message),
    },
  };
}

/** A dead letter as the broker takes it: the message of its job, with the three headers that say why, and its trace. */
export function toDeadLetter(row: OutboxMessage, { message, kind, reason }: DeadLetter): OutgoingMessage {
  return {
    messageId: row.id,
    body: new TextEncoder().encode(JSON.stringify(message)),
    headers: {
      ...{ 'x-attempt': message.attempt, 'x-failure-kind': kind, 'x-failure-reason': reason },
      ...traceHeader(row),
    },
  };
}

function traceHeader({ traceparent }: Pick<OutboxMessage, 'traceparent'>): OutgoingMessage['headers'] {
  return traceparent === null ? {} : { [TRACEPARENT_HEADER]: traceparent };
}

/** The payload is ours; its attempt is repeated as a header because the broker's tools show headers, not bodies. */
function attemptOf(payload: string): number {
  const parsed: unknown = JSON.parse(payload);
  const attempt = typeof parsed === 'object' && parsed !== null && 'attempt' in parsed ? parsed.attempt : 1;
  return typeof attempt === 'number' ? attempt : 1;
}
