import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecoveryLimit, loadPatiently } from './recovery.ts';

describe('createRecoveryLimit', () => {
  it('allows three recoveries a minute', () => {
    let now = 0;
    const limit = createRecoveryLimit(() => now);
    expect([limit.mayRecover(), limit.mayRecover(), limit.mayRecover(), limit.mayRecover()]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    now = 60_000;
    expect(limit.mayRecover()).toBe(true);
  });
});

describe('loadPatiently', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    [0, 'loaded', 1],
    [4, 'loaded', 5],
    [9, 'failed', 5],
  ])('with %i failures in a row: %s', async (failures, outcome, calls) => {
    let count = 0;
    const load = (): Promise<void> => (count++ < failures ? Promise.reject(new Error('refused')) : Promise.resolve());
    const done = loadPatiently(load, () => true).then(
      () => 'loaded',
      () => 'failed',
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect([await done, count]).toEqual([outcome, calls]);
  });

  it('does not try again for a window that is gone', async () => {
    const load = vi.fn(() => Promise.reject(new Error('refused')));
    await expect(loadPatiently(load, () => false)).rejects.toThrow('refused');
    expect(load).toHaveBeenCalledTimes(1);
  });
});
