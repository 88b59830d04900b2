import { DeadLetter } from '../contract/jobs/dead-letter.ts';
import { AT_ONCE } from './job-message-row.ts';
import type { OutboxMessage } from './records.ts';

const TYPE = 'signature.failed';

/**
 * The outbox row of a dead letter, written with the failure that it tells of. Its payload is no job message: a publisher
 * of an earlier version hands it to a worker, which takes it for a malformed one and brings it to the dead letters as it is.
 */
export function deadLetterRow(
  { id, traceparent }: Pick<OutboxMessage, 'id' | 'traceparent'>,
  letter: DeadLetter,
  occurredAt: Date,
): OutboxMessage {
  return {
    ...{ id, type: TYPE, payload: JSON.stringify(letter), occurredAt, publishedAt: null },
    ...{ retryCount: 0, error: null, availableAt: AT_ONCE, traceparent },
  };
}

/** The dead letter of such a row; undefined for the message of a job. */
export function deadLetterOf({ type, payload }: Pick<OutboxMessage, 'type' | 'payload'>): DeadLetter | undefined {
  return type === TYPE ? DeadLetter.parse(JSON.parse(payload)) : undefined;
}
