import { z } from 'zod';
import { PUBLISHER_PROTOCOL } from '../../broker/link/link-broker.ts';
import { OUTBOX_STORE_PROTOCOL } from '../../persistence/link/link-outbox-store.ts';

export const PUBLISHER_CHANNEL = 'publisher';

/** What the host answers the outbox publisher. */
export const PUBLISHER_HOST_PROTOCOL = { ...OUTBOX_STORE_PROTOCOL, ...PUBLISHER_PROTOCOL } as const;

/** What the outbox publisher answers the host. */
export const PUBLISHER_CHILD_PROTOCOL = {
  stop: { params: z.object({}), result: z.undefined() },
} as const;

/** Notification to the publisher: messages were committed to the outbox. */
export const OUTBOX_CHANGED_TOPIC = 'outbox-changed';
/** Notification of the publisher: a hand-off failed; payload is a short text. */
export const PUBLISH_FAILED_TOPIC = 'publish-failed';
