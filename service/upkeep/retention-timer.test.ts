import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../telemetry/logger.ts';
import { RETRY_MILLISECONDS, startRetentionTimer, type Chore } from './retention-timer.ts';

const HOUR = 3_600_000;

describe('startRetentionTimer', () => {
  const said: string[] = [];
  const log = (message: string): void => void said.push(message);
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  beforeEach(() => {
    vi.useFakeTimers();
    said.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  const start = (...chores: Chore[]) =>
    startRetentionTimer({ chores, intervalMilliseconds: HOUR, firstAfterMilliseconds: 2_000, logger });

  it('runs each chore soon and then as often as it wants, one after the other', async () => {
    const runs: string[] = [];
    const chore = (name: string, restMilliseconds: number): Chore => ({
      message: name,
      run: () => Promise.resolve(runs.push(name) > 3 ? 0 : 1),
      restMilliseconds,
    });
    const timer = start(chore('often', 0), chore('daily', 24 * HOUR));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(runs).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toEqual(['often', 'daily']);
    await vi.advanceTimersByTimeAsync(49 * HOUR);
    expect(runs.filter((name) => name === 'often')).toHaveLength(50);
    expect(runs.filter((name) => name === 'daily')).toHaveLength(3);
    expect(said).toEqual(['often', 'daily', 'often']);
    await timer.stop();
    await vi.advanceTimersByTimeAsync(49 * HOUR);
    expect(runs.filter((name) => name === 'often')).toHaveLength(50);
  });

  it('runs the others when one fails, and the failing one again', async () => {
    const broken = vi.fn(() => Promise.reject(new Error('disk')));
    const sound = vi.fn(() => Promise.resolve(0));
    const timer = start(
      { message: '', run: broken, restMilliseconds: 0 },
      { message: '', run: sound, restMilliseconds: 0 },
    );
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sound).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(RETRY_MILLISECONDS);
    expect(broken).toHaveBeenCalledTimes(2);
    expect(said).toHaveLength(2);
    await timer.stop();
  });

  it('tells a fault once that several meet in one round, and each other one beside it', async () => {
    const failing = (message: string): Chore => ({
      message: '',
      run: () => Promise.reject(new Error(message)),
      restMilliseconds: 0,
    });
    const timer = start(failing('disk'), failing('disk'), failing('archive'), failing('disk'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(said).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(RETRY_MILLISECONDS);
    expect(said).toHaveLength(4);
    await timer.stop();
  });

  it('tries what failed sooner than at the next interval, by itself, and says what failed until it is done', async () => {
    const fault = new Error('disk');
    const broken = vi.fn(() => Promise.reject<number>(fault));
    const sound = vi.fn(() => Promise.resolve(0));
    const chore = { message: 'done', run: broken, restMilliseconds: 24 * HOUR };
    const timer = start(chore, { message: '', run: sound, restMilliseconds: 0 });
    expect(timer.faults().size).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000 + 3 * RETRY_MILLISECONDS);
    expect([broken.mock.calls.length, sound.mock.calls.length]).toEqual([4, 1]);
    expect(Array.from(timer.faults())).toEqual([[chore, fault]]);
    broken.mockResolvedValue(1);
    await vi.advanceTimersByTimeAsync(RETRY_MILLISECONDS);
    expect(timer.faults().size).toBe(0);
    expect(said.at(-1)).toBe('done');
    await vi.advanceTimersByTimeAsync(20 * HOUR);
    expect([broken.mock.calls.length, sound.mock.calls.length]).toEqual([5, 21]);
    await timer.stop();
  });

  it('tries what failed no more seldom than it is to be done', async () => {
    const broken = vi.fn(() => Promise.reject(new Error('away')));
    const chores = [{ message: '', run: broken, restMilliseconds: 0 }];
    const timer = startRetentionTimer({ chores, intervalMilliseconds: 10_000, firstAfterMilliseconds: 1_000, logger });
    await vi.advanceTimersByTimeAsync(61_000);
    expect(broken).toHaveBeenCalledTimes(7);
    await timer.stop();
  });

  it('waits at its end for what is under way and begins nothing more', async () => {
    const ended = Promise.withResolvers<number>();
    const seen: boolean[] = [];
    const second = vi.fn(() => Promise.resolve(0));
    const slow: Chore = {
      message: '',
      run: (isStopped) => ended.promise.finally(() => seen.push(isStopped())),
      restMilliseconds: 0,
    };
    const timer = start(slow, { message: '', run: second, restMilliseconds: 0 });
    await vi.advanceTimersByTimeAsync(2_000);
    const stopped = timer.stop().then(() => seen.push(true));
    await vi.advanceTimersByTimeAsync(10);
    expect(seen).toEqual([]);
    ended.resolve(0);
    await stopped;
    expect(seen).toEqual([true, true]);
    expect(second).not.toHaveBeenCalled();
  });
});
