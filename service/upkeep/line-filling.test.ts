import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { startLineFilling } from './line-filling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function bench(bring: () => Promise<unknown>) {
  const said: string[] = [];
  const write = (line: string): void => void said.push(line);
  const logger = createLogger({ level: 'error', clock: () => new Date(0), processName: 'test', write });
  return { filling: startLineFilling(bring, logger), said };
}

it('looks once for all that became free together, and again for what comes during a look', async () => {
  const ends: (() => void)[] = [];
  const { filling } = bench(() => new Promise<void>((resolve) => ends.push(resolve)));
  for (let n = 0; n < 5; n += 1) filling.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(1);
  filling.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  await filling.stop();
  filling.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(2);
});

it('says what did not work, and tries again', async () => {
  const results = [Promise.reject(new Error('away')), Promise.resolve()];
  results[0]?.catch(() => undefined);
  const { filling, said } = bench(() => results.shift() ?? Promise.resolve());
  filling.look();
  await vi.advanceTimersByTimeAsync(100);
  expect([said.length, results.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([said.length, results.length]).toEqual([1, 0]);
  await filling.stop();
});
