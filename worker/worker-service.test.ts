import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Consumer, Delivery } from '../service/broker/broker.ts';
import type { WorkerStore } from '../service/persistence/persistence.ts';
import type { DeliveryContext } from './consumer/delivery-context.ts';
import { createWorkerService } from './worker-service.ts';

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
async function worker(held = 0) {
  const events: string[] = [];
  let deliver: (delivery: Delivery) => void = () => undefined;
  let letGo: () => void = () => undefined;
  const publishDeadLetter = () => new Promise<void>((resolve) => (letGo = resolve));
  const consumer: Consumer = {
    consumeJobs: (_prefetch, handler) => {
      deliver = handler;
      const cancel = () => {
        events.push('cancelled');
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
    giveUp: () => events.push('given up'),
    leave: () => events.push('left'),
    held: () => held,
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
  };
}

it('is stopped by its host once, when what it had begun is finished', async () => {
  const { service, deliver, finish, events } = await worker();
  deliver();
  const stopped = Promise.all([service.stop(), service.stop()]);
  await vi.advanceTimersByTimeAsync(0);
  expect(events).toEqual(['cancelled']);
  await finish();
  await stopped;
  expect(events).toEqual(['cancelled', 'reported', 'acknowledged']);
});

describe('a worker at rest', () => {
  const [LARGE, ORDINARY] = [400 * 1024 * 1024, 380 * 1024 * 1024];
  const REST = 10_000;

  it('leaves where it holds what large documents took, once it has given back what it would be sent', async () => {
    const { deliver, finish, events } = await worker(LARGE);
    deliver();
    await vi.advanceTimersByTimeAsync(2 * REST);
    await finish();
    await vi.advanceTimersByTimeAsync(REST - 1);
    expect(events).not.toContain('left');
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['reported', 'acknowledged', 'cancelled', 'left']);
  });

  it('stays where something comes before, where it holds little, and where its host stops it', async () => {
    const busy = await worker(LARGE);
    busy.deliver();
    await busy.finish();
    await vi.advanceTimersByTimeAsync(REST - 1);
    busy.deliver();
    await vi.advanceTimersByTimeAsync(2 * REST);
    const small = await worker(ORDINARY);
    small.deliver();
    await small.finish();
    const stopped = await worker(LARGE);
    stopped.deliver();
    const end = stopped.service.stop();
    await stopped.finish();
    await end;
    await vi.advanceTimersByTimeAsync(2 * REST);
    expect([busy, small, stopped].map(({ events }) => events.includes('left'))).toEqual([false, false, false]);
  });
});

describe('a job that never ends', () => {
  const TWICE_ITS_LEASE = 2 * SETTINGS.leaseMilliseconds;

  it('is given up with its worker when its lease is over twice, since nobody else is given its message before', async () => {
    const { deliver, events } = await worker();
    deliver();
    await vi.advanceTimersByTimeAsync(TWICE_ITS_LEASE - 1);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['given up']);
  });

  it('is none that ended in time, whatever comes after it', async () => {
    const { deliver, finish, events } = await worker();
    deliver();
    await vi.advanceTimersByTimeAsync(TWICE_ITS_LEASE - 1);
    await finish();
    deliver();
    await vi.advanceTimersByTimeAsync(TWICE_ITS_LEASE - 1);
    expect(events).not.toContain('given up');
  });
});
