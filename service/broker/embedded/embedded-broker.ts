import type { Broker, BrokerSession, Consumer, OutgoingMessage } from '../broker.ts';
import type { DirectQueue } from '../direct-queue.ts';
import type { MessageTable, QueueName, StoredMessage } from '../message-table.ts';
import { WorkerQueue, type QueueSession } from './worker-queue.ts';

export interface EmbeddedBroker extends Broker {
  /** For whoever writes to the database of `table` anyway. */
  readonly direct: DirectQueue;
}

/**
 * A broker inside the host process, with the behaviour of RabbitMQ for the one topology there is: a direct exchange to
 * the worker queue, a fanout dead-letter exchange to the dead-letter queue, both durable. Messages are in `table` when
 * a publish resolves and until they are acknowledged; one broker at a time uses the table. Messages found at the start
 * are delivered as redelivered, since the process before may have delivered them.
 */
export function openEmbeddedBroker({ table }: { readonly table: MessageTable }): Promise<EmbeddedBroker> {
  return new Promise((resolve) => resolve(createBroker(table)));
}

function createBroker(table: MessageTable): EmbeddedBroker {
  const queue = new WorkerQueue(table);
  const sessions = new Set<QueueSession>();
  let deadLetters = table.count('dead-letter');
  let nextSequence = 1 + Math.max(table.lastSequence('worker'), table.lastSequence('dead-letter'));
  let isClosed = false;

  const store = async (name: QueueName, messages: readonly OutgoingMessage[]): Promise<readonly StoredMessage[]> => {
    if (isClosed) throw new Error('The broker is closed.');
    const stored = messages.map((message) => ({ ...message, sequence: nextSequence++ }));
    await table.append(name, stored);
    return stored;
  };
  const publishDeadLetter = async (message: OutgoingMessage): Promise<void> => {
    await store('dead-letter', [message]);
    deadLetters += 1;
  };
  const direct: DirectQueue = {
    hasRoom: (maxReady) => !isClosed && queue.readyCount < maxReady,
    reserve: (message) => {
      const stored = { ...message, sequence: nextSequence++ };
      return {
        write: () => table.appendWithin('worker', stored),
        ended: (isKept) => {
          if (isKept) queue.add([stored]);
        },
      };
    },
  };
  const openSession = (): BrokerSession => createSession(queue, sessions, publishDeadLetter);
  const own = openSession();
  return {
    direct,
    openSession,
    publishJobs: async (messages) => queue.add(await store('worker', messages)),
    publishDeadLetter,
    consumeJobs: (prefetch, handler) => own.consumeJobs(prefetch, handler),
    depth: () => Promise.resolve({ ready: queue.readyCount, unacknowledged: queue.unacknowledgedCount, deadLetters }),
    heldMessages: (messageIds) => Promise.try(() => table.held('worker', messageIds)),
    peekDeadLetters: (limit) =>
      new Promise((resolve) => {
        const found = table.newest('dead-letter', limit);
        resolve(found.map(({ messageId, body, headers }) => ({ messageId, body, headers })));
      }),
    ping: () => table.ping(),
    // It is never away.
    onBack: () => undefined,
    close: () => {
      isClosed = true;
      queue.close();
      for (const session of sessions) session.close();
      sessions.clear();
      return Promise.resolve();
    },
  };
}

function createSession(
  queue: WorkerQueue,
  sessions: Set<QueueSession>,
  publishDeadLetter: Consumer['publishDeadLetter'],
): BrokerSession {
  const session = queue.openSession();
  sessions.add(session);
  return {
    consumeJobs: (prefetch, handler) =>
      new Promise((resolve) => {
        if (!sessions.has(session)) throw new Error('The session is closed.');
        if (!Number.isInteger(prefetch) || prefetch < 1) throw new RangeError('The prefetch must be at least 1.');
        resolve(session.consume(prefetch, handler));
      }),
    publishDeadLetter,
    close: () => {
      sessions.delete(session);
      session.close();
      return Promise.resolve();
    },
  };
}
