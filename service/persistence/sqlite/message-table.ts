import type Sqlite from 'better-sqlite3';
import type { MessageHeaders } from '../../broker/broker.ts';
import type { MessageTable, QueueName, StoredMessage } from '../../broker/message-table.ts';
import type { Writer } from './writer.ts';

interface MessageRow {
  readonly sequence: number;
  readonly message_id: string;
  readonly headers: string;
  readonly body: Buffer;
}

/**
 * The embedded broker's messages in the same database file, so that a publish shares its commit with other writes.
 * Plain prepared statements: three tiny ones on the path of every job, and sequence numbers by the hundred thousand
 * at start, which drizzle would turn into as many objects.
 */
export function createMessageTable(connection: Sqlite.Database, writer: Writer): MessageTable {
  const insert = connection.prepare(
    'INSERT INTO broker_messages (queue, sequence, message_id, headers, body) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = connection.prepare('DELETE FROM broker_messages WHERE queue = ? AND sequence = ?');
  const sequences = connection
    .prepare<[QueueName], number>('SELECT sequence FROM broker_messages WHERE queue = ? ORDER BY sequence')
    .pluck();
  const count = connection.prepare<[QueueName], number>('SELECT count(*) FROM broker_messages WHERE queue = ?').pluck();
  const lastSequence = connection
    .prepare<[QueueName], number | null>('SELECT max(sequence) FROM broker_messages WHERE queue = ?')
    .pluck();
  const columns = 'sequence, message_id, headers, body';
  const find = connection.prepare<[QueueName, number], MessageRow>(
    `SELECT ${columns} FROM broker_messages WHERE queue = ? AND sequence = ?`,
  );
  const held = connection
    .prepare<[QueueName, string], string>(
      `SELECT message_id FROM broker_messages
       WHERE queue = ? AND message_id IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  const newest = connection.prepare<[QueueName, number], MessageRow>(
    `SELECT ${columns} FROM broker_messages WHERE queue = ? ORDER BY sequence DESC LIMIT ?`,
  );
  const probe = connection.prepare('UPDATE write_probe SET count = count + 1');
  const appendWithin = (queue: QueueName, { sequence, messageId, headers, body }: StoredMessage): void => {
    insert.run(queue, sequence, messageId, JSON.stringify(headers), body);
  };
  return {
    append: (queue, messages) =>
      writer.write(() => {
        for (const message of messages) appendWithin(queue, message);
      }),
    appendWithin,
    // A message that is still there after a crash is delivered to somebody who finds its job done.
    remove: (queue, sequence) =>
      writer.writeAlong(() => {
        remove.run(queue, sequence);
      }),
    sequences: (queue) => sequences.all(queue),
    count: (queue) => count.get(queue) ?? 0,
    lastSequence: (queue) => lastSequence.get(queue) ?? 0,
    find: (queue, sequence) => {
      const row = find.get(queue, sequence);
      return row === undefined ? undefined : toMessage(row);
    },
    held: (queue, messageIds) => new Set(held.all(queue, JSON.stringify(messageIds))),
    newest: (queue, limit) => newest.all(queue, limit).map(toMessage),
    ping: () =>
      writer.write(() => {
        probe.run();
      }),
  };
}

function toMessage(row: MessageRow): StoredMessage {
  const headers = JSON.parse(row.headers) as MessageHeaders; // As this table has written them.
  return { sequence: row.sequence, messageId: row.message_id, headers, body: row.body };
}
