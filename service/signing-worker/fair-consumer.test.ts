import { describe, expect, it, vi } from 'vitest';
import type { Consumer, Delivery } from '../broker/broker.ts';
import { fairConsumer } from './fair-consumer.ts';
import type { Lane } from './lane.ts';

const SLOW: Lane = { name: 'slow', slots: 3 };
const OTHER: Lane = { name: 'other', slots: 3 };

describe('a consumer with a lane for each provider', () => {
  /** Messages are named after their lane; what has begun is listed in its order. */
  async function bench(slots: number, served = ['slow', 'other']) {
    const begun: Delivery[] = [];
    const settled: string[] = [];
    let offer: (delivery: Delivery) => void = () => undefined;
    let prefetch = 0;
    const source: Consumer = {
      consumeJobs: (wanted, handler) => {
        [prefetch, offer] = [wanted, handler];
        return Promise.resolve({ cancel: () => Promise.resolve() });
      },
      publishDeadLetter: () => Promise.resolve(),
    };
    const laneOf = ({ messageId }: Delivery): Promise<Lane> => {
      if (messageId.startsWith('lost')) return Promise.reject(new Error('The database does not answer.'));
      return Promise.resolve(messageId.startsWith('slow') ? SLOW : OTHER);
    };
    const consumer = fairConsumer(source, {
      laneOf,
      served,
      waitingMessages: 4_000,
      waitingLine: null,
      logger: { warn: vi.fn() },
    });
    const subscription = await consumer.consumeJobs(slots, (delivery) => void begun.push(delivery));
    const send = async (...messageIds: string[]): Promise<void> => {
      for (const messageId of messageIds) {
        const note = (how: string) => () => Promise.resolve(void settled.push(`${how} ${messageId}`));
        const plain = { messageId, body: new Uint8Array(), headers: {}, redelivered: false };
        offer({ ...plain, acknowledge: note('done'), requeue: note('back') });
      }
      await new Promise((resolve) => setImmediate(resolve));
    };
    const idsBegun = (): string[] => begun.map(({ messageId }) => messageId);
    const end = (messageId: string): Promise<void> | undefined =>
      begun.find((delivery) => delivery.messageId === messageId)?.acknowledge();
    return { send, idsBegun, end, begun, settled, subscription, prefetch: () => prefetch };
  }

  it('lets jobs of others past those that wait for a provider that ends none', async () => {
    const { send, idsBegun, end, settled } = await bench(100);
    await send(...Array.from({ length: 500 }, (_, index) => `slow${index}`), 'other0', 'other1');
    expect(idsBegun()).toEqual(['slow0', 'slow1', 'slow2', 'other0', 'other1']);
    await end('slow1');
    await end('slow1');
    expect(idsBegun().slice(5)).toEqual(['slow3']);
    expect(settled).toEqual(['done slow1', 'done slow1']);
  });

  it('keeps a slot for each provider that has nothing under way, where there are few', async () => {
    const { send, idsBegun, end } = await bench(3);
    await send('slow0', 'slow1', 'slow2', 'slow3', 'other0', 'other1');
    expect(idsBegun()).toEqual(['slow0', 'slow1', 'other0']);
    await end('other0');
    expect(idsBegun().at(-1)).toBe('other1');
  });

  it('gives a slot that several wait for to them in turn', async () => {
    const { send, idsBegun, end } = await bench(1);
    await send('slow0', 'slow1', 'other0', 'other1');
    for (const id of ['slow0', 'other0', 'slow1']) await end(id);
    expect(idsBegun()).toEqual(['slow0', 'other0', 'slow1', 'other1']);
  });

  it('takes far more from the queue than is under way, and no message twice', async () => {
    const { prefetch, send, begun, settled, idsBegun } = await bench(100);
    expect(prefetch()).toBeGreaterThan(1_000);
    await send('other0', 'other1', 'other2', 'other3');
    await begun[0]?.requeue();
    expect(settled).toEqual(['back other0']);
    expect(idsBegun()).toEqual(['other0', 'other1', 'other2', 'other3']);
  });

  it('begins what it cannot look up, a few at a time', async () => {
    const { send, idsBegun } = await bench(100);
    await send('lost0', 'lost1', 'lost2', 'lost3', 'lost4', 'other0');
    expect(idsBegun()).toEqual(['lost0', 'lost1', 'lost2', 'lost3', 'other0']);
  });

  it('begins nothing any more when the worker stops', async () => {
    const { send, idsBegun, end, subscription } = await bench(100);
    await send('slow0', 'slow1', 'slow2', 'slow3');
    await subscription.cancel();
    await end('slow0');
    await send('other0');
    expect(idsBegun()).toEqual(['slow0', 'slow1', 'slow2']);
  });
});
