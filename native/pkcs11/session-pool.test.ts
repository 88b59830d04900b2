import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SessionPool, SessionsClosed } from './session-pool.ts';

function makePool(limit: number, available = limit): { pool: SessionPool<number>; opened: number[]; closed: number[] } {
  const opened: number[] = [];
  const closed: number[] = [];
  const open = (): number => {
    if (opened.length - closed.length >= available) throw Object.assign(new Error('full'), { code: 0xb1 });
    opened.push(opened.length);
    return opened.length - 1;
  };
  return { pool: new SessionPool({ limit, open, close: (session) => closed.push(session) }), opened, closed };
}

async function peakOf(pool: SessionPool<number>, count: number): Promise<number> {
  let [running, peak] = [0, 0];
  await Promise.all(
    Array.from({ length: count }, () =>
      pool.run(async () => {
        peak = Math.max(peak, ++running);
        await delay(2);
        running--;
      }),
    ),
  );
  return peak;
}

describe('SessionPool', () => {
  it('runs as many at a time as it may and opens no more sessions than that', async () => {
    const { pool, opened } = makePool(3);
    expect(await peakOf(pool, 20)).toBe(3);
    expect(opened).toHaveLength(3);
  });

  it('serves in the order of asking', async () => {
    const { pool } = makePool(1);
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4, 5].map((turn) => pool.run(() => Promise.resolve(order.push(turn)))));
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('lets nobody who comes later overtake those who wait', async () => {
    const { pool } = makePool(1);
    const order: string[] = [];
    const first = pool.run(() => Promise.resolve());
    const waiting = pool.run(() => Promise.resolve(order.push('waiting')));
    const late = first.then(() => pool.run(() => Promise.resolve(order.push('late'))));
    await Promise.all([waiting, late]);
    expect(order).toEqual(['waiting', 'late']);
  });

  it('makes do with fewer sessions than it may have', async () => {
    const { pool, opened } = makePool(8, 2);
    expect(await peakOf(pool, 20)).toBe(2);
    expect(opened).toHaveLength(2);
  });

  it('passes the error on when not even one session can be had', async () => {
    const { pool } = makePool(2, 0);
    await expect(pool.run(() => Promise.resolve())).rejects.toMatchObject({ code: 0xb1 });
  });

  it('closes a session whose work failed and goes on with another', async () => {
    const { pool, closed } = makePool(1);
    await expect(pool.run(() => Promise.reject(new Error('device')))).rejects.toThrow('device');
    expect(closed).toEqual([0]);
    expect(await pool.run((session) => Promise.resolve(session))).toBe(1);
  });

  it('rejects those who wait when it is closed, and closes what comes back', async () => {
    const { pool, closed } = makePool(1);
    const running = pool.run(() => delay(5, 'done'));
    const waiting = pool.run(() => Promise.resolve());
    pool.close();
    await expect(waiting).rejects.toBeInstanceOf(SessionsClosed);
    expect(await running).toBe('done');
    expect(closed).toEqual([0]);
    await expect(pool.run(() => Promise.resolve())).rejects.toBeInstanceOf(SessionsClosed);
  });
});
