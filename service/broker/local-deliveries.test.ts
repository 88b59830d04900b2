import { describe, expect, it } from 'vitest';
import type { BrokerSession, Delivery } from './broker.ts';
import { createLocalDeliveries } from './local-deliveries.ts';

const message = (key: string) => ({ key, message: { messageId: key, body: new Uint8Array(), headers: {} } });

function session(): BrokerSession {
  return {
    consumeJobs: () => Promise.resolve({ cancel: () => Promise.resolve() }),
    publishDeadLetter: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

describe('local deliveries', () => {
  async function bench(prefetch = 2) {
    const delivered: Delivery[] = [];
    const free: number[] = [];
    const deliveries = createLocalDeliveries(() => void free.push(delivered.length));
    const worker = deliveries.join(session());
    const subscription = await worker.consumeJobs(prefetch, (delivery) => void delivered.push(delivery));
    return { delivered, deliveries, worker, subscription, free };
  }
  const idsOf = (delivered: readonly Delivery[]) => delivered.map(({ messageId }) => messageId);

  it('go to the worker, no more at a time than it takes', async () => {
    const { deliveries, delivered, free } = await bench();
    expect(deliveries.offer(['a', 'b', 'c'].map(message))).toEqual(['a', 'b', 'c']);
    expect(idsOf(delivered)).toEqual(['a', 'b']);
    await delivered[0]?.acknowledge();
    expect(idsOf(delivered)).toEqual(['a', 'b', 'c']);
    expect(free).toEqual([]);
    await delivered[1]?.acknowledge();
    await delivered[2]?.acknowledge();
    expect(free).toEqual([3]);
  });

  it('come again where the worker gave them back, are said to have been there, and are not taken twice meanwhile', async () => {
    const { deliveries, delivered, free } = await bench(1);
    deliveries.offer([message('a'), message('b')]);
    await delivered[0]?.requeue();
    expect(deliveries.offer([message('a')])).toEqual([]);
    await delivered[1]?.acknowledge();
    expect(delivered.map(({ messageId, redelivered }) => [messageId, redelivered])).toEqual([
      ['a', false],
      ['b', false],
      ['a', true],
    ]);
    // The first delivery of it has been answered.
    await delivered[0]?.acknowledge();
    expect(free).toEqual([]);
    await delivered[2]?.acknowledge();
    expect(free).toEqual([3]);
  });

  it('are taken once while they wait or are worked on, and again afterwards', async () => {
    const { deliveries, delivered } = await bench(1);
    deliveries.offer([message('a'), message('b')]);
    expect(deliveries.offer([message('a'), message('b'), message('c')])).toEqual(['c']);
    await delivered[0]?.acknowledge();
    await delivered[0]?.acknowledge();
    expect(idsOf(delivered)).toEqual(['a', 'b']);
    expect(deliveries.offer([message('a')])).toEqual(['a']);
  });

  it('are not taken without a worker, and those of a worker that is gone can be offered again', async () => {
    const { deliveries, delivered, worker } = await bench();
    expect(deliveries.offer([message('a')])).toEqual(['a']);
    await worker.close();
    expect(deliveries.offer([message('a')])).toEqual([]);
    const next = deliveries.join(session());
    await next.consumeJobs(2, (delivery) => void delivered.push(delivery));
    expect(deliveries.offer([message('a')])).toEqual(['a']);
    // The late answer of the dead worker frees nothing of the new one's.
    await delivered[0]?.acknowledge();
    expect(deliveries.offer([message('a')])).toEqual([]);
  });

  it('stop with the subscription, and are bounded', async () => {
    const { deliveries, subscription } = await bench();
    const many = Array.from({ length: 1_500 }, (_, n) => message(String(n)));
    expect(deliveries.offer(many).length).toBeLessThanOrEqual(1_002);
    await subscription.cancel();
    expect(deliveries.offer([message('x')])).toEqual([]);
  });
});
