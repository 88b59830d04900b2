import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Consumer, Delivery } from '../broker/broker.ts';
import { fairConsumer } from './fair-consumer.ts';
import type { Lane } from './lane.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Messages are named after their lane, which has two slots. Nothing ends but by `end`. */
async function bench() {
  const begun: Delivery[] = [];
  const inLine: string[] = [];
  const settled: string[] = [];
  const logged: string[] = [];
  const scene = { isAway: false, refused: '', deaf: '', rooms: 0 };
  let offer: (delivery: Delivery) => void = () => undefined;
  let roomOf: (lane: string) => number = () => 0;
  const source: Consumer = {
    consumeJobs: (_, handler) => {
      offer = handler;
      return Promise.resolve({ cancel: () => Promise.resolve() });
    },
    publishDeadLetter: () => Promise.resolve(),
  };
  const laneOf = ({ messageId }: Delivery): Promise<Lane> =>
    Promise.resolve({ name: messageId.replace(/\d+/, ''), slots: 2 });
  const consumer = fairConsumer(source, {
    ...{ laneOf, served: ['card', 'file'], waitingMessages: 32 },
    logger: { warn: (message) => void logged.push(message) },
    waitingLine: {
      letWait: (deliveries) => {
        if (scene.isAway) return Promise.reject(new Error('The database does not answer.'));
        const waiting = deliveries.filter(({ messageId }) => messageId !== scene.refused);
        inLine.push(...waiting.map(({ messageId }) => messageId));
        return Promise.resolve(new Set(waiting));
      },
      onRoom: () => (scene.rooms += 1),
      tellRoom: (told) => (roomOf = told),
    },
  });
  const subscription = await consumer.consumeJobs(10, (delivery) => void begun.push(delivery));
  const send = async (lane: string, count: number, from = 0, more: Partial<Delivery> = {}): Promise<void> => {
    for (let n = from; n < from + count; n += 1) {
      const messageId = `${lane}${String(n)}`;
      const note = (how: string) => () =>
        messageId === scene.deaf
          ? Promise.reject(new Error('The channel is gone.'))
          : Promise.resolve(void settled.push(`${how} ${messageId}`));
      const plain = { messageId, body: new Uint8Array(), headers: {}, redelivered: false };
      offer({ ...plain, acknowledge: note('done'), requeue: note('back'), ...more });
    }
    await vi.advanceTimersByTimeAsync(0);
  };
  const idsBegun = (): string[] => begun.map(({ messageId }) => messageId);
  const end = (messageId: string) => begun.find((delivery) => delivery.messageId === messageId)?.acknowledge();
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  return {
    send,
    idsBegun,
    end,
    pass,
    inLine,
    settled,
    logged,
    scene,
    subscription,
    roomOf: (lane: string) => roomOf(lane),
  };
}

describe('the backlog of a shared queue', () => {
  it('stands in line but for a few when a lane has held it up for a while, and all that follows at once', async () => {
    const { send, inLine, settled, pass, idsBegun } = await bench();
    await send('card', 40);
    expect(inLine).toEqual([]);
    await pass(2_000);
    expect(inLine).toHaveLength(40 - 2 - 16);
    expect(settled).toEqual(inLine.map((id) => `done ${id}`));
    await send('card', 30, 40);
    expect(inLine).toHaveLength(70 - 2 - 16);
    await send('file', 2);
    expect(idsBegun()).toEqual(['card0', 'card1', 'file0', 'file1']);
  });

  it('is nothing but what waits where a lane goes on, or where it is short', async () => {
    const { send, inLine, pass, end } = await bench();
    await send('card', 31);
    await pass(60_000);
    expect(inLine).toEqual([]);
    for (let n = 0; n < 31; n += 1) await end(`card${String(n)}`);
    await send('file', 400);
    for (let n = 0; n < 300; n += 1) {
      await pass(3);
      await end(`file${String(n)}`);
    }
    expect(inLine).toEqual([]);
  });

  it('is acknowledged only when it is written down, and tried again', async () => {
    const { send, inLine, settled, logged, pass, scene, idsBegun, end } = await bench();
    scene.isAway = true;
    await send('card', 40);
    await pass(5_000);
    expect([inLine, settled]).toEqual([[], []]);
    // It was tried five times, and said once.
    expect(logged).toEqual(['Jobs of a provider that is busy cannot wait in the database now.']);
    scene.isAway = false;
    await pass(3_000);
    expect(inLine).toHaveLength(22);
    expect(logged).toHaveLength(1);
    for (let n = 0; n < 18; n += 1) await end(`card${String(n)}`);
    expect(idsBegun()).toHaveLength(18);
    expect(new Set([...idsBegun(), ...inLine]).size).toBe(40);
  });

  it('says again that the database does not answer when it has answered in between', async () => {
    const { send, logged, pass, scene } = await bench();
    scene.isAway = true;
    await send('card', 40);
    await pass(3_000);
    scene.isAway = false;
    await pass(3_000);
    scene.isAway = true;
    await send('card', 40, 40);
    await pass(3_000);
    expect(logged).toHaveLength(2);
  });

  it('puts back nothing that stands in line, also where one of its messages cannot be acknowledged', async () => {
    const { send, inLine, settled, logged, pass, scene, idsBegun, end } = await bench();
    scene.deaf = 'card20';
    await send('card', 40);
    await pass(5_000);
    expect(inLine).toHaveLength(22);
    expect(settled).toEqual(inLine.filter((id) => id !== 'card20').map((id) => `done ${id}`));
    expect(logged).toEqual(['Messages whose jobs wait in the database could not be acknowledged.']);
    for (let n = 0; n < 18; n += 1) await end(`card${String(n)}`);
    await pass(5_000);
    expect(idsBegun()).toHaveLength(18);
    expect(inLine).toHaveLength(22);
  });

  it('goes on past its lane where a job cannot stand in line', async () => {
    const { send, pass, scene, idsBegun } = await bench();
    scene.refused = 'card30';
    await send('card', 40);
    await pass(2_000);
    expect(idsBegun()).toEqual(['card0', 'card1', 'card30']);
  });

  it('asks for what stands in line at the start and when its lane has room, and for no more than that', async () => {
    const { send, pass, scene, end, roomOf, inLine } = await bench();
    expect(scene.rooms).toBe(1);
    await send('card', 40);
    await pass(2_000);
    expect([scene.rooms, roomOf('card'), roomOf('file')]).toEqual([1, 48, 64]);
    for (let n = 0; n < 8; n += 1) await end(`card${String(n)}`);
    expect(scene.rooms).toBe(1);
    await end('card8');
    expect(scene.rooms).toBe(2);
    // What comes from the database does not stand in line again, and says that there may be more.
    await send('card', 40, 100, { isFromDatabase: true });
    await pass(5_000);
    expect([inLine.length, scene.rooms, roomOf('card')]).toEqual([22, 2, 64 - 47]);
    for (let n = 9; n < 18; n += 1) await end(`card${String(n)}`);
    for (let n = 100; n < 131; n += 1) await end(`card${String(n)}`);
    expect(scene.rooms).toBe(3);
  });

  it('has no room for anything once the worker stops', async () => {
    const { send, pass, subscription, inLine, roomOf } = await bench();
    await send('card', 40);
    await subscription.cancel();
    await pass(5_000);
    expect([inLine, roomOf('card')]).toEqual([[], 0]);
  });
});
