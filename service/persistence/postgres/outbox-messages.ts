import { sql, type SQL } from 'drizzle-orm';
import type { OutboxMessage } from '../../domain/records.ts';
import { AT_ONCE } from '../../domain/job-message-row.ts';
import { outboxMessages } from './schema.ts';
import { bound, decidingNow, insertInto } from './statements.ts';
import type { Unit } from './units.ts';
import { rowsAsJson } from './whole-rows.ts';

const insert = insertInto('insert_outbox_message', outboxMessages);

/** Writes a message of a request. When it was written and when it is due is measured by the deciding clock. */
export async function insertOutboxMessage(unit: Unit, requestId: string, message: OutboxMessage): Promise<void> {
  const { occurredAt, availableAt } = message;
  await writeOutboxMessage(unit, requestId, {
    ...message,
    occurredAt: unit.now(occurredAt),
    availableAt: availableAt <= AT_ONCE ? availableAt : unit.moved(availableAt, occurredAt),
  });
}

/** Writes a message whose times are the deciding clock's already. */
export async function writeOutboxMessage(
  unit: Unit,
  signatureRequestId: string,
  message: OutboxMessage,
): Promise<void> {
  await insert(unit, { ...message, signatureRequestId, reservedBy: null, reservedUntil: null });
}

/** The columns of a message that a statement of `insertRows` fills in with the deciding clock; see `messageRows`. */
export function messageTimes(): Readonly<Record<string, SQL>> {
  const { occurredAt, availableAt } = outboxMessages;
  const now = decidingNow(occurredAt);
  return {
    occurred_at: now,
    available_at: sql`coalesce(${bound(availableAt, 'atOnce')},
      ${now} + ${sql.placeholder('afterMilliseconds')} * interval '1 millisecond')`,
  };
}

/** At most one message of a request as `insertRows` with `messageTimes` takes it. */
export function messageRows(
  unit: Unit,
  signatureRequestId: string,
  messages: readonly OutboxMessage[],
): Readonly<Record<string, unknown>> {
  const { availableAt, occurredAt } = messages[0] ?? { availableAt: AT_ONCE, occurredAt: AT_ONCE };
  const places = { signatureRequestId, reservedBy: null, reservedUntil: null };
  return {
    messages: rowsAsJson(
      outboxMessages,
      messages.map((message) => ({ ...message, ...places })),
    ),
    told: unit.told(occurredAt),
    atOnce: availableAt <= AT_ONCE ? availableAt : null,
    afterMilliseconds: availableAt.getTime() - occurredAt.getTime(),
  };
}
