import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Consumer, Delivery } from '../service/broker/broker.ts';
import type { WorkerStore } from '../service/persistence/persistence.ts';
import type { DeliveryContext } from './consumer/delivery-context.ts';
import { createWorkerService } from './worker-service.ts';

const MEBIBYTE = 1024 * 1024;
const SETTINGS = {
  storage: { driver: 'local' as const, root: '/nowhere' },
  concurrency: 8,
  leaseMilliseconds: 900_000,
  retryPolicy: { maxAttempts: 3, initialBackoffMilliseconds: 1, maxBackoffMilliseconds: 1 },
  imprintHash: 'SHA-256' as const,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A worker whose deliveries are nonsense: each is refused as soon as its dead letter is taken. */
async function worker(keptBytes: number) {
  const events: string[] = [];
  let deliver: (delivery: Delivery) => void = () => undefined;
  let letGo: () => void = () => undefined;
  let onCancel: () => void = () => undefined;
  const publishDeadLetter = () => new Promise<void>((resolve) => (letGo = resolve));
  const consumer: Consumer = {
    consumeJobs: (_prefetch, handler) => {
      deliver = handler;
      const cancel = () => {
        events.push('cancelled');
        onCancel();
        return Promise.resolve();
      };
      return Promise.resolve({ cancel });
    },
    publishDeadLetter,
  };
  const context = { consumer, newId: () => 'id', store: {} as WorkerStore } as unknown as DeliveryContext;
  const service = createWorkerService({
    consumer,
    context: () => Promise.resolve(context),
    report: () => events.push('reported'),
    keptBytes: () => keptBytes,
    leave: () => events.push('left'),
    giveUp: () => events.push('given up'),
  });
  await service.start(SETTINGS);
  const acknowledge = () => Promise.resolve(void events.push('acknowledged'));
  const delivery = { messageId: 'm', body: new Uint8Array(), headers: {}, redelivered: false, acknowledge };
  return {
    ...{ service, events },
    deliver: () => deliver({ ...delivery, requeue: () => Promise.resolve() }),
    finish: async () => {
      letGo();
      await vi.advanceTimersByTimeAsync(0);
    },
    whenCancelled: (run: () => void) => (onCancel = run),
  };
}

describe('a worker that keeps the memory of a large document', () => {
  it('leaves when it has had nothing to do for ten seconds, with everything acknowledged', async () => {
    const { deliver, finish, events } = await worker(65 * MEBIBYTE);
    deliver();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual([]);
    await finish();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(events).toEqual(['reported', 'acknowledged']);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['reported', 'acknowledged', 'cancelled', 'left']);
  });

  it('stays while there is work, however short the pauses', async () => {
    const { deliver, finish, events } = await worker(65 * MEBIBYTE);
    for (let round = 0; round < 5; round++) {
      deliver();
      await finish();
      await vi.advanceTimersByTimeAsync(9_000);
    }
    expect(events).not.toContain('cancelled');
  });

  it('finishes what comes at the last moment', async () => {
    const { deliver, finish, events, whenCancelled } = await worker(65 * MEBIBYTE);
    whenCancelled(deliver);
    deliver();
    await finish();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events.at(-1)).toBe('cancelled');
    await finish();
    expect(events.slice(-3)).toEqual(['reported', 'acknowledged', 'left']);
  });

  it('is stopped by its host as any other, once', async () => {
    const { service, deliver, finish, events } = await worker(65 * MEBIBYTE);
    deliver();
    await finish();
    await Promise.all([service.stop(), service.stop()]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual(['reported', 'acknowledged', 'cancelled']);
  });
});

it('a worker that keeps little stays, however long nothing comes', async () => {
  const { deliver, finish, events } = await worker(64 * MEBIBYTE);
  deliver();
  await finish();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(events).toEqual(['reported', 'acknowledged']);
});

describe('a job that never ends', () => {
  const TWICE_ITS_LEASE = 2 * SETTINGS.leaseMilliseconds;

  it('is given up with its worker when its lease is over twice, since nobody else is given its message before', async () => {
    const { deliver, events } = await worker(0);
    deliver();
    await vi.advanceTimersByTimeAsync(TWICE_ITS_LEASE - 1);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['given up']);
  });

  it('is none that ended in time, whatever comes after it', async () => {
    const { deliver, finish, events } = await worker(0);
    deliver();
    await vi.advanceTimersByTimeAsync(TWICE_ITS_LEASE - 1);
    await finish();
    deliver();
    await vi.advanceTimersByTimeAsync(TWICE_ITS_LEASE - 1);
    expect(events).not.toContain('given up');
  });
});
