import { and, asc, eq, gt, isNotNull, isNull, lt, lte, min, notExists, or, sql } from 'drizzle-orm';
import type { OutboxStore, Persistence } from '../persistence.ts';
import { bound, type DatabaseAccess } from './database.ts';
import { outboxMessages, signatureRequests } from './schema.ts';

const messageColumns = {
  id: outboxMessages.id,
  type: outboxMessages.type,
  payload: outboxMessages.payload,
  occurredAt: outboxMessages.occurredAt,
  publishedAt: outboxMessages.publishedAt,
  retryCount: outboxMessages.retryCount,
  error: outboxMessages.error,
  availableAt: outboxMessages.availableAt,
  traceparent: outboxMessages.traceparent,
};

/** Messages from so far in the future were written before the clock was set back: no wait can be measured with it. */
const CLOCK_TOLERANCE_MILLISECONDS = 2_000;

/** The outbox as its publisher sees it. Oldest first means: by the moment a message became due, then as written. */
export function createOutboxStore(access: DatabaseAccess): OutboxStore & Pick<Persistence, 'prunePublishedMessages'> {
  const { database, writer } = access;
  const due = database
    .select(messageColumns)
    .from(outboxMessages)
    .where(
      and(
        isNull(outboxMessages.publishedAt),
        or(
          lte(outboxMessages.availableAt, bound(outboxMessages.availableAt, 'now')),
          gt(outboxMessages.occurredAt, bound(outboxMessages.occurredAt, 'furthest')),
        ),
      ),
    )
    .orderBy(asc(outboxMessages.availableAt), sql`${outboxMessages}.rowid`)
    .limit(sql.placeholder('limit'))
    .prepare();
  const nextDue = database
    .select({ at: min(outboxMessages.availableAt) })
    .from(outboxMessages)
    .where(
      and(isNull(outboxMessages.publishedAt), gt(outboxMessages.availableAt, bound(outboxMessages.availableAt, 'now'))),
    )
    .prepare();
  const postponement = preparePostponement(access);
  const publish = preparePublish(access);
  return {
    dueOutboxMessages: (now, limit) => {
      const furthest = new Date(now.getTime() + CLOCK_TOLERANCE_MILLISECONDS);
      return writer.read(() => due.all({ now, furthest, limit }));
    },
    nextOutboxDueAt: (now) => writer.read(() => nextDue.get({ now })?.at ?? null),
    prunePublishedMessages: preparePrune(access),
    // With the claim of the first of them, most often. Until then they may be published twice, as after a crash.
    markPublished: (ids, at) =>
      writer.writeAlong(() => {
        for (const id of ids) publish(id, at);
      }),
    markPublishFailed: (ids, error, again) => postponement.markPublishFailed(ids, error, again),
    bringForwardFailed: (now) => postponement.bringForwardFailed(now),
  };
}

/** What becomes of messages that the broker did not take, until it takes them. */
function preparePostponement({
  database,
  writer,
}: DatabaseAccess): Pick<OutboxStore, 'markPublishFailed' | 'bringForwardFailed'> {
  const { availableAt, error, id, publishedAt, retryCount } = outboxMessages;
  const countFailure = database
    .update(outboxMessages)
    .set({
      retryCount: sql`${retryCount} + 1`,
      error: bound(error, 'error'),
      availableAt: bound(availableAt, 'availableAt'),
    })
    .where(and(eq(id, sql.placeholder('id')), isNull(publishedAt)))
    .prepare();
  const bringForward = database
    .update(outboxMessages)
    .set({ availableAt: bound(availableAt, 'now') })
    .where(and(isNull(publishedAt), isNotNull(error), gt(availableAt, bound(availableAt, 'now'))))
    .prepare();
  return {
    markPublishFailed: (ids, text, { now, afterMilliseconds }) =>
      writer.write(() => {
        const dueAt = new Date(now.getTime() + afterMilliseconds);
        for (const each of ids) countFailure.run({ id: each, error: text, availableAt: dueAt });
      }),
    bringForwardFailed: (now) => writer.write(() => void bringForward.run({ now })),
  };
}

/**
 * Marks one message published. A request waiting in RetryScheduled becomes Queued only through the message of its
 * newest retry: an older one, published a second time after a crash, must not shorten the back-off.
 */
function preparePublish({ database }: DatabaseAccess): (id: string, at: Date) => void {
  const mark = database
    .update(outboxMessages)
    .set({ publishedAt: bound(outboxMessages.publishedAt, 'at'), error: sql`NULL` })
    .where(and(eq(outboxMessages.id, sql.placeholder('id')), isNull(outboxMessages.publishedAt)))
    .prepare();
  const requeue = database
    .update(signatureRequests)
    .set({
      status: 'Queued',
      queuedAt: bound(signatureRequests.queuedAt, 'at'),
      nextAttemptAt: sql`NULL`,
    })
    .where(
      and(
        eq(
          signatureRequests.id,
          sql`(SELECT ${outboxMessages.signatureRequestId} FROM ${outboxMessages} WHERE ${outboxMessages.id} = ${sql.placeholder('id')})`,
        ),
        eq(signatureRequests.status, 'RetryScheduled'),
        eq(signatureRequests.messageId, sql.placeholder('id')),
      ),
    )
    .prepare();
  return (id, at) => {
    if (mark.run({ id, at }).changes === 1) requeue.run({ id, at });
  };
}

/**
 * Messages lie in the order in which they were written, so the walk goes along the table from its oldest row and ends
 * at the first one that is too young to have been published so long ago: no index is needed, which every publishing
 * would have to keep up.
 */
function preparePrune({ database, writer }: DatabaseAccess): Persistence['prunePublishedMessages'] {
  const row = sql<number>`${outboxMessages}.rowid`;
  const oldest = database
    .select({ row, occurredAt: outboxMessages.occurredAt })
    .from(outboxMessages)
    .where(gt(row, sql.placeholder('cursor')))
    .orderBy(asc(row))
    .limit(sql.placeholder('limit'))
    .prepare();
  const isOpen = database
    .select({ found: sql`1` })
    .from(signatureRequests)
    .where(and(eq(signatureRequests.id, outboxMessages.signatureRequestId), isNull(signatureRequests.endedAt)));
  const remove = database
    .delete(outboxMessages)
    .where(
      and(
        gt(row, sql.placeholder('cursor')),
        lte(row, sql.placeholder('last')),
        lt(outboxMessages.publishedAt, bound(outboxMessages.publishedAt, 'publishedBefore')),
        notExists(isOpen),
      ),
    )
    .prepare();
  return ({ publishedBefore, limit, cursor }) =>
    writer.write(() => {
      const from = cursor ?? 0;
      const seen = oldest.all({ cursor: from, limit });
      const young = seen.findIndex(({ occurredAt }) => occurredAt >= publishedBefore);
      const last = (young === -1 ? seen : seen.slice(0, young)).at(-1)?.row;
      if (last === undefined) return { deleted: 0, nextCursor: null };
      const { changes } = remove.run({ cursor: from, last, publishedBefore });
      return { deleted: changes, nextCursor: young === -1 && seen.length === limit ? last : null };
    });
}
