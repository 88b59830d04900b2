import { and, asc, eq, gt, isNotNull, isNull, lt, lte, notExists, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OutboxStore, UpkeepStore } from '../persistence.ts';
import { outboxMessages, signatureRequests } from './schema.ts';
import { bound, decidingNow, notWaitedFor, statement, writtenStatement } from './statements.ts';
import type { Unit, Units } from './units.ts';

/** Messages from so far in the future were written before the clock was set back: no wait can be measured with it. */
const CLOCK_TOLERANCE = sql`interval '2 seconds'`;
/** A station that has not handed its messages over by then is taken for gone, and another one does. */
const RESERVATION = sql`interval '60 seconds'`;

/**
 * The outbox as its publishers see it. Oldest first means: by the moment a message became due, then as written. That a
 * message is reserved or handed over is kept without waiting for the disk: a server that has died and forgotten it lets
 * the message go out once more, as it does where a publisher dies before it has said so.
 */
export function createOutboxStore(
  units: Units,
  station: string,
): OutboxStore & Pick<UpkeepStore, 'prunePublishedMessages'> {
  return {
    dueOutboxMessages: (now, limit) => units.writeAtOnce((unit) => takeDue(unit, station, now, limit)),
    nextOutboxDueAt: (now) => units.read((unit) => nextDue(unit, station, now)),
    markPublished: (ids, at) => units.writeAtOnce((unit) => publish(unit, ids, at)),
    markPublishFailed: (ids, error, { now, afterMilliseconds }) =>
      units.writeAtOnce(async (unit) => {
        await countFailures(unit).execute({ ids: [...ids].sort(), error, told: unit.told(now), afterMilliseconds });
      }),
    bringForwardFailed: (now) =>
      units.writeAtOnce(async (unit) => {
        await bringForward(unit).execute({ told: unit.told(now) });
      }),
    prunePublishedMessages: (args) => units.write((unit) => prune(unit, args)),
  };
}

/**
 * Due messages that no other station hands over at the moment. Rows that somebody is taking right now are passed over
 * rather than waited for, so that several publishers share the outbox without a message going out twice.
 */
const reserveDue = statement('reserve_due_messages', (database, name) => {
  const now = decidingNow(outboxMessages.availableAt);
  const due = database
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(
        isNull(outboxMessages.publishedAt),
        sql`(${outboxMessages.availableAt} <= ${now} OR ${outboxMessages.occurredAt} > ${now} + ${CLOCK_TOLERANCE})`,
        sql`(${outboxMessages.reservedBy} IS NULL OR ${outboxMessages.reservedBy} = ${sql.placeholder('station')} OR ${outboxMessages.reservedUntil} <= ${now})`,
      ),
    )
    .orderBy(asc(outboxMessages.availableAt), asc(outboxMessages.sequence))
    .limit(sql.placeholder('limit'))
    .for('update', { skipLocked: true });
  return (
    database
      .update(outboxMessages)
      .set({
        reservedBy: bound(outboxMessages.reservedBy, 'station'),
        reservedUntil: sql`${now} + ${RESERVATION}`,
      })
      // As an array it is read once; joined, a plan may read it again for each row, and pass the limit.
      .where(sql`${outboxMessages.id} = ANY (ARRAY${due})`)
      .returning({
        kept: notWaitedFor,
        sequence: outboxMessages.sequence,
        message: {
          id: outboxMessages.id,
          type: outboxMessages.type,
          payload: outboxMessages.payload,
          occurredAt: outboxMessages.occurredAt,
          publishedAt: outboxMessages.publishedAt,
          retryCount: outboxMessages.retryCount,
          error: outboxMessages.error,
          availableAt: outboxMessages.availableAt,
          traceparent: outboxMessages.traceparent,
        },
      })
      .prepare(name)
  );
});

async function takeDue(unit: Unit, station: string, callersNow: Date, limit: number) {
  const taken = await reserveDue(unit).execute({ told: unit.told(callersNow), station, limit });
  return taken
    .toSorted((a, b) => a.message.availableAt.getTime() - b.message.availableAt.getTime() || a.sequence - b.sequence)
    .map((row) => row.message);
}

/** A message that another station has reserved is ours to look at when that is over. */
const earliest = statement('next_message_due', (database, name) => {
  const dueAt = sql`CASE WHEN ${outboxMessages.reservedBy} <> ${sql.placeholder('station')}
    THEN greatest(${outboxMessages.availableAt}, ${outboxMessages.reservedUntil}) ELSE ${outboxMessages.availableAt} END`;
  const now = decidingNow(outboxMessages.availableAt);
  return database
    .select({
      at: sql`min(${dueAt})`.mapWith(outboxMessages.availableAt),
      now: sql`${now}`.mapWith(outboxMessages.availableAt),
    })
    .from(outboxMessages)
    .where(and(isNull(outboxMessages.publishedAt), sql`${dueAt} > ${now}`))
    .prepare(name);
});

async function nextDue(unit: Unit, station: string, callersNow: Date): Promise<Date | null> {
  const [found] = await earliest(unit).execute({ station, told: unit.told(callersNow) });
  const at = found?.at as Date | null | undefined;
  // By the caller's clock again, which the caller will wait by.
  return found === undefined || at == null ? null : new Date(callersNow.getTime() + at.getTime() - found.now.getTime());
}

const markPublished = (database: NodePgDatabase) =>
  database
    .update(outboxMessages)
    .set({ publishedAt: decidingNow(outboxMessages.publishedAt), error: sql`NULL` })
    .where(and(sql`${outboxMessages.id} = ANY (${sql.placeholder('ids')})`, isNull(outboxMessages.publishedAt)))
    .returning({ id: outboxMessages.id, requestId: outboxMessages.signatureRequestId });

/**
 * A request waiting in RetryScheduled becomes Queued only through the message of its newest retry: an older one,
 * published a second time after a crash, must not shorten the back-off.
 */
const requeue = (database: NodePgDatabase) =>
  database
    .update(signatureRequests)
    .set({ status: 'Queued', queuedAt: decidingNow(signatureRequests.queuedAt), nextAttemptAt: sql`NULL` })
    .where(
      and(
        sql`${signatureRequests.id} IN (SELECT signature_request_id FROM marked)`,
        eq(signatureRequests.status, 'RetryScheduled'),
        sql`${signatureRequests.messageId} IN (SELECT id FROM marked)`,
      ),
    )
    .returning({ id: signatureRequests.id });

const publishAll = writtenStatement(
  'mark_published',
  (database) =>
    sql`WITH marked AS ${markPublished(database)}, queued AS ${requeue(database)} SELECT ${notWaitedFor} FROM marked`,
);

async function publish(unit: Unit, ids: readonly string[], callersAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await publishAll(unit, { ids: [...ids].sort(), told: unit.told(callersAt) });
}

const countFailures = statement('count_publish_failures', (database, name) =>
  database
    .update(outboxMessages)
    .set({
      retryCount: sql`${outboxMessages.retryCount} + 1`,
      error: bound(outboxMessages.error, 'error'),
      availableAt: sql`${decidingNow(outboxMessages.availableAt)} + ${sql.placeholder('afterMilliseconds')} * interval '1 millisecond'`,
      // Whoever can reach the broker may have them.
      reservedBy: sql`NULL`,
      reservedUntil: sql`NULL`,
    })
    .where(and(sql`${outboxMessages.id} = ANY (${sql.placeholder('ids')})`, isNull(outboxMessages.publishedAt)))
    .prepare(name),
);

/** Rows that somebody hands over or postpones right now are passed over: two stations that come back wait for nobody. */
const bringForward = statement('bring_forward_failed_messages', (database, name) => {
  const now = decidingNow(outboxMessages.availableAt);
  const postponed = database
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(
        isNull(outboxMessages.publishedAt),
        isNotNull(outboxMessages.error),
        sql`${outboxMessages.availableAt} > ${now}`,
      ),
    )
    .for('update', { skipLocked: true });
  return database
    .update(outboxMessages)
    .set({ availableAt: now })
    .where(sql`${outboxMessages.id} = ANY (ARRAY${postponed})`)
    .prepare(name);
});

const oldestMessages = statement('oldest_messages', (database, name) =>
  database
    .select({ row: outboxMessages.sequence, occurredAt: outboxMessages.occurredAt })
    .from(outboxMessages)
    .where(gt(outboxMessages.sequence, sql.placeholder('cursor')))
    .orderBy(asc(outboxMessages.sequence))
    .limit(sql.placeholder('limit'))
    .prepare(name),
);

const removePublished = statement('remove_published', (database, name) =>
  database
    .delete(outboxMessages)
    .where(
      and(
        gt(outboxMessages.sequence, sql.placeholder('cursor')),
        lte(outboxMessages.sequence, sql.placeholder('last')),
        lt(outboxMessages.publishedAt, bound(outboxMessages.publishedAt, 'publishedBefore')),
        notExists(
          database
            .select({ found: sql`1` })
            .from(signatureRequests)
            .where(and(eq(signatureRequests.id, outboxMessages.signatureRequestId), isNull(signatureRequests.endedAt))),
        ),
      ),
    )
    .prepare(name),
);

/** Walks in the order of writing and ends at the first message too young to have been published so long ago. */
async function prune(
  unit: Unit,
  { publishedBefore, limit, cursor }: Parameters<UpkeepStore['prunePublishedMessages']>[0],
): Promise<{ deleted: number; nextCursor: number | null }> {
  const from = cursor ?? 0;
  const seen = await oldestMessages(unit).execute({ cursor: from, limit });
  const young = seen.findIndex(({ occurredAt }) => occurredAt >= publishedBefore);
  const last = (young === -1 ? seen : seen.slice(0, young)).at(-1)?.row;
  if (last === undefined) return { deleted: 0, nextCursor: null };
  const { rowCount } = await removePublished(unit).execute({ cursor: from, last, publishedBefore });
  return { deleted: rowCount ?? 0, nextCursor: young === -1 && seen.length === limit ? last : null };
}
