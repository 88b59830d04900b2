import { and, asc, eq, gt, isNull, lte, min, sql } from 'drizzle-orm';
import type { OutboxStore } from '../persistence.ts';
import { bound, type DatabaseAccess } from './database.ts';
import { promised } from './requests.ts';
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

/** The outbox as its publisher sees it. Oldest first means: by the moment a message became due, then as written. */
export function createOutboxStore(access: DatabaseAccess): OutboxStore {
  const { database, writer } = access;
  const due = database
    .select(messageColumns)
    .from(outboxMessages)
    .where(
      and(
        isNull(outboxMessages.publishedAt),
        lte(outboxMessages.availableAt, bound(outboxMessages.availableAt, 'now')),
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
  const countFailure = database
    .update(outboxMessages)
    .set({
      retryCount: sql`${outboxMessages.retryCount} + 1`,
      error: bound(outboxMessages.error, 'error'),
      availableAt: bound(outboxMessages.availableAt, 'availableAt'),
    })
    .where(and(eq(outboxMessages.id, sql.placeholder('id')), isNull(outboxMessages.publishedAt)))
    .prepare();
  const publish = preparePublish(access);
  return {
    dueOutboxMessages: (now, limit) => promised(() => due.all({ now, limit })),
    nextOutboxDueAt: (now) => promised(() => nextDue.get({ now })?.at ?? null),
    markPublished: (ids, at) =>
      writer.write(() => {
        for (const id of ids) publish(id, at);
      }),
    markPublishFailed: (id, error, availableAt) =>
      writer.write(() => {
        countFailure.run({ id, error, availableAt });
      }),
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
      retryMessageId: sql`NULL`,
    })
    .where(
      and(
        eq(
          signatureRequests.id,
          sql`(SELECT ${outboxMessages.signatureRequestId} FROM ${outboxMessages} WHERE ${outboxMessages.id} = ${sql.placeholder('id')})`,
        ),
        eq(signatureRequests.status, 'RetryScheduled'),
        eq(signatureRequests.retryMessageId, sql.placeholder('id')),
      ),
    )
    .prepare();
  return (id, at) => {
    if (mark.run({ id, at }).changes === 1) requeue.run({ id, at });
  };
}
