import type { OutboxMessage } from '../../domain/records.ts';
import { AT_ONCE } from '../../domain/job-message-row.ts';
import { outboxMessages } from './schema.ts';
import { insertInto } from './statements.ts';
import type { Unit } from './units.ts';

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
