import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../telemetry/logger.ts';
import { startWaitingWatch, type WaitingWatch } from './waiting-watch.ts';

const logger = createLogger({ level: 'error', clock: () => new Date(0), processName: 'test', write: () => undefined });

describe('startWaitingWatch', () => {
  let waiting = 0;
  let usable = false;
  let limits: number[];
  let watch: WaitingWatch;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    waiting = 0;
    usable = false;
    limits = [];
    watch = startWaitingWatch({
      logger,
      look: (limit) => {
        limits.push(limit);
        const woken = usable ? Math.min(limit, waiting) : 0;
        waiting -= woken;
        return Promise.resolve({ woken, waiting });
      },
    });
  });
  afterEach(async () => {
    await watch.stop();
    vi.useRealTimers();
  });
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('looks after the start, and no more while nothing waits', async () => {
    await pass(1_000);
    expect(limits).toEqual([1]);
    await pass(600_000);
    expect(limits).toEqual([1]);
  });

  it('looks ever more seldom at what goes on waiting, but every minute', async () => {
    waiting = 5;
    watch.parked();
    await pass(1_000 + 2_000 + 4_000 + 8_000 + 16_000 + 32_000 + 60_000 + 60_000);
    expect(limits).toHaveLength(8);
  });

  it('looks at once when a token comes, lets one go ahead and the others follow in growing numbers', async () => {
    waiting = 100;
    watch.parked();
    await pass(200_000);
    limits.length = 0;
    usable = true;
    watch.tokensChanged();
    await pass(100);
    expect(limits).toEqual([1]);
    await pass(1_000);
    expect(limits).toEqual([1, 8, 64, 512]);
    expect(waiting).toBe(0);
  });

  it('lets one go ahead again after another was parked, at the pace it had come to', async () => {
    waiting = 100;
    usable = true;
    await pass(1_000 + 250);
    expect(limits).toEqual([1, 8]);
    usable = false;
    watch.parked();
    await pass(250);
    expect(limits).toEqual([1, 8, 1]);
  });

  it('slows down for a job that is parked again each time it was woken', async () => {
    usable = true;
    await pass(1_000);
    limits.length = 0;
    for (let second = 0; second < 300; second += 1) {
      if (waiting === 0) {
        waiting = 1;
        watch.parked();
      }
      await pass(1_000);
    }
    expect(limits.length).toBeLessThan(15);
  });

  it('looks again after a look that failed', async () => {
    const failing = vi.fn(() => Promise.reject(new Error('busy')));
    const other = startWaitingWatch({ logger, look: failing });
    await pass(61_000);
    expect(failing).toHaveBeenCalledTimes(2);
    await other.stop();
  });
});
