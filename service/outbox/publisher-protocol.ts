import { z } from 'zod';
import { PUBLISHER_PROTOCOL } from '../broker/link/link-broker.ts';
import { JobMessage } from '../contract/jobs/job-message.ts';
import { deadLetterOf } from '../domain/dead-letter-row.ts';
import type { OutboxMessage } from '../domain/records.ts';
import { OUTBOX_STORE_PROTOCOL } from '../persistence/link/link-outbox-store.ts';

export const PUBLISHER_CHANNEL = 'publisher';

/** What the host answers the outbox publisher. */
export const PUBLISHER_HOST_PROTOCOL = { ...OUTBOX_STORE_PROTOCOL, ...PUBLISHER_PROTOCOL } as const;

/** What the outbox publisher answers the host. */
export const PUBLISHER_CHILD_PROTOCOL = {
  stop: { params: z.object({}), result: z.undefined() },
  /** Answers while the event loop turns. */
  ping: { params: z.object({}), result: z.undefined() },
} as const;

/** Notification to the publisher: messages were committed to the outbox. */
export const OUTBOX_CHANGED_TOPIC = 'outbox-changed';
/** Notification to the publisher: the broker can be reached again. */
export const BROKER_BACK_TOPIC = 'broker-back';
/** Notification of the publisher: a hand-off failed, or the outbox could not be read (no messages then). */
export const PUBLISH_FAILED_TOPIC = 'publish-failed';
export const PublishFailure = z.object({
  count: z.int(),
  /** The first of them; a log line each. */
  jobs: z.array(z.object({ jobId: z.string(), signatureId: z.string(), traceparent: z.string().nullable() })),
});
export type PublishFailure = z.infer<typeof PublishFailure>;

const MAX_NAMED_JOBS = 10;

export function failedHandOff(messages: readonly OutboxMessage[]): PublishFailure {
  const jobs = messages.slice(0, MAX_NAMED_JOBS).flatMap(({ type, payload, traceparent }) => {
    const { data } = JobMessage.safeParse(deadLetterOf({ type, payload })?.message ?? JSON.parse(payload));
    return data === undefined ? [] : [{ jobId: data.jobId, signatureId: data.signatureId, traceparent }];
  });
  return { count: messages.length, jobs };
}
