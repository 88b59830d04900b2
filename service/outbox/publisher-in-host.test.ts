import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Broker, OutgoingMessage } from '../broker/broker.ts';
import type { OutboxMessage } from '../domain/records.ts';
import type { OutboxStore } from '../persistence/persistence.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { AcceptanceQueue } from '../persistence/acceptance-queue.ts';
import { startPublisherInHost, type DirectHandOver } from './publisher-in-host.ts';
import type { StationPublisher } from './station-publisher.ts';

const JOB = {
  jobId: '0190a8d0-0000-7000-8000-000000000001',
  signatureId: '0190a8d0-0000-7000-8000-000000000002',
};
const row = (id: string): OutboxMessage => ({
  ...{ id, type: 'signature.created', payload: JSON.stringify({ ...JOB, attempt: 1 }), traceparent: null },
  ...{ occurredAt: new Date(0), publishedAt: null, retryCount: 0, error: null, availableAt: new Date(0) },
});

/** An outbox whose messages lie before the eyes of the test. */
function outboxOf(...ids: readonly string[]) {
  const rows = new Map(ids.map((id) => [id, row(id)]));
  const looked = vi.fn(() => Promise.resolve([...rows.values()]));
  const failed = vi.fn<OutboxStore['markPublishFailed']>((ids) => {
    for (const id of ids) rows.delete(id);
    return Promise.resolve();
  });
  const store: OutboxStore = {
    dueOutboxMessages: looked,
    nextOutboxDueAt: () => Promise.resolve(null),
    markPublished: (published) => {
      for (const id of published) rows.delete(id);
      return Promise.resolve();
    },
    markPublishFailed: failed,
    bringForwardFailed: () => Promise.resolve(),
  };
  return { rows, store, looked, failed };
}

describe('startPublisherInHost', () => {
  let publisher: StationPublisher | undefined;
  afterEach(() => publisher?.stop(0));

  function start(store: OutboxStore, publishJobs: Broker['publishJobs'], ready = 0, direct?: DirectHandOver) {
    const warn = vi.fn();
    const onWork = vi.fn();
    const broker = { depth: () => Promise.resolve({ ready, unacknowledged: 0, deadLetters: 0 }), publishJobs };
    publisher = startPublisherInHost({
      store,
      broker: broker as unknown as Broker,
      deadLetters: broker as unknown as Broker,
      direct,
      watched: (inner) => inner,
      onWork,
      now: () => new Date(),
      logger: { warn } as unknown as Logger,
    });
    return { publisher, warn, onWork };
  }

  it('takes up what an earlier host has left, without being woken, and has no process to watch', async () => {
    const { rows, store } = outboxOf('a', 'b');
    const published: OutgoingMessage[] = [];
    const started = start(store, (messages) => {
      published.push(...messages);
      return Promise.resolve();
    });
    await vi.waitFor(() => expect(rows.size).toBe(0));
    expect(published.map(({ messageId }) => messageId)).toEqual(['a', 'b']);
    expect(started.publisher.supervised).toBeUndefined();
  });

  it('says that there is work before it hands it over, and for what lies in the queue; else it says nothing', async () => {
    const { rows, store } = outboxOf('a');
    const events: string[] = [];
    const { onWork } = start(store, () => {
      events.push('published');
      return Promise.resolve();
    });
    onWork.mockImplementation(() => events.push('work'));
    await vi.waitFor(() => expect(rows.size).toBe(0));
    expect(events).toEqual(['work', 'published']);
    await publisher?.stop(0);

    const left = start(outboxOf().store, () => Promise.resolve(), 1);
    await vi.waitFor(() => expect(left.onWork).toHaveBeenCalled());
    await publisher?.stop(0);

    const nothing = outboxOf();
    const idle = start(nothing.store, () => Promise.resolve());
    await vi.waitFor(() => expect(nothing.looked).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    expect(idle.onWork).not.toHaveBeenCalled();
  });

  it('looks once for all calls of one turn', async () => {
    const { store, looked } = outboxOf();
    const { publisher: started } = start(store, () => Promise.resolve());
    for (let turn = 0; turn < 5; turn += 1) started.wake();
    await vi.waitFor(() => expect(looked).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    expect(looked).toHaveBeenCalledTimes(1);
  });

  it('leaves in the outbox what the broker does not take, and says for which job', async () => {
    const { store, failed } = outboxOf('a');
    const { warn } = start(store, () => Promise.reject(new Error('no room')));
    await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(['a'], 'no room', expect.anything()));
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('stay in the outbox'), { count: 1 });
  });

  it('ends at once while it waits for room in the queue, and the message stays as it was', async () => {
    const { rows, store, looked, failed } = outboxOf('a');
    const publishJobs = vi.fn(() => Promise.resolve());
    const { publisher: started } = start(store, publishJobs, 10_000);
    await vi.waitFor(() => expect(looked).toHaveBeenCalled());
    await started.stop(0);
    expect(publishJobs).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
    expect([...rows.keys()]).toEqual(['a']);
  });

  /** A queue in the database of the requests that has room for `room` messages. */
  function directQueue(room: number) {
    const state = { room, written: [] as string[], delivered: [] as string[] };
    let offered: AcceptanceQueue | undefined;
    const direct: DirectHandOver = {
      queue: {
        hasRoom: () => state.room > 0,
        reserve: ({ messageId }) => ({
          write: () => state.written.push(messageId),
          ended: (isKept) => isKept && state.delivered.push(messageId),
        }),
      },
      attach: (queue) => {
        offered = queue;
      },
    };
    const take = (id: string) => offered?.take(row(id));
    return { state, direct, take };
  }

  it('has the message of a request written with it and delivered once both are kept, and says that there is work', async () => {
    const { store, looked } = outboxOf();
    const { state, direct, take } = directQueue(10);
    const { onWork } = start(store, () => Promise.resolve(), 0, direct);
    await vi.waitFor(() => expect(looked).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    const kept = take('a');
    expect(onWork).toHaveBeenCalledTimes(1);
    kept?.write();
    expect(state).toMatchObject({ written: ['a'], delivered: [] });
    kept?.ended(true);
    expect(state.delivered).toEqual(['a']);
    const lost = take('b');
    lost?.write();
    lost?.ended(false);
    expect(state.delivered).toEqual(['a']);
  });

  it('takes no message into the queue before what lies in the outbox, nor behind what a full queue did not take', async () => {
    const { rows, store } = outboxOf('a');
    const { state, direct, take } = directQueue(10);
    const { publisher: started } = start(store, () => Promise.resolve(), 0, direct);
    expect(take('b')).toBeUndefined();
    await vi.waitFor(() => expect(take('c')).toBeDefined());
    expect(rows.size).toBe(0);
    state.room = 0;
    expect(take('d')).toBeUndefined();
    state.room = 10;
    expect(take('e')).toBeUndefined();
    started.wake();
    await vi.waitFor(() => expect(take('f')).toBeDefined());
    await started.stop(0);
    expect(take('g')).toBeUndefined();
  });
});
