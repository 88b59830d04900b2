import { z } from 'zod';
import type { Handlers, Peer } from '../../processes/request-reply.ts';
import type { OutboxStore } from '../persistence.ts';
import { OutboxMessageSchema } from './record-schemas.ts';

/** OutboxStore over a link. */
export const OUTBOX_STORE_PROTOCOL = {
  dueOutboxMessages: {
    params: z.object({ now: z.date(), limit: z.int().positive() }),
    result: z.array(OutboxMessageSchema),
  },
  nextOutboxDueAt: { params: z.object({ now: z.date() }), result: z.date().nullable() },
  markPublished: { params: z.object({ ids: z.array(z.string()), at: z.date() }), result: z.undefined() },
  markPublishFailed: {
    params: z.object({
      ids: z.array(z.string()),
      error: z.string(),
      again: z.object({ now: z.date(), afterMilliseconds: z.number().nonnegative() }),
    }),
    result: z.undefined(),
  },
  bringForwardFailed: { params: z.object({ now: z.date() }), result: z.undefined() },
} as const;

export function createLinkOutboxStore(peer: Peer<typeof OUTBOX_STORE_PROTOCOL>): OutboxStore {
  return {
    dueOutboxMessages: (now, limit) => peer.call('dueOutboxMessages', { now, limit }),
    nextOutboxDueAt: (now) => peer.call('nextOutboxDueAt', { now }),
    markPublished: (ids, at) => peer.call('markPublished', { ids: [...ids], at }),
    markPublishFailed: (ids, error, again) => peer.call('markPublishFailed', { ids: [...ids], error, again }),
    bringForwardFailed: (now) => peer.call('bringForwardFailed', { now }),
  };
}

export function outboxStoreHandlers(store: OutboxStore): Handlers<typeof OUTBOX_STORE_PROTOCOL> {
  return {
    dueOutboxMessages: async ({ now, limit }) => [...(await store.dueOutboxMessages(now, limit))],
    nextOutboxDueAt: ({ now }) => store.nextOutboxDueAt(now),
    markPublished: async ({ ids, at }) => {
      await store.markPublished(ids, at);
      return undefined;
    },
    markPublishFailed: async ({ ids, error, again }) => {
      await store.markPublishFailed(ids, error, again);
      return undefined;
    },
    bringForwardFailed: async ({ now }) => {
      await store.bringForwardFailed(now);
      return undefined;
    },
  };
}
