import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWatchdog } from './watchdog.ts';

describe('startWatchdog', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A process that answers while `state.isAlive`, and its watchdog. */
  function watched(isAlive = true) {
    const state = { isAlive, pings: 0 };
    const onSilence = vi.fn();
    const ping = (timeoutMilliseconds: number): Promise<void> => {
      state.pings += 1;
      return new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('no answer')), timeoutMilliseconds);
        // What was asked in its absence it answers when it is back.
        const answer = (): void => {
          if (state.isAlive) resolve();
          else setTimeout(answer, 100);
        };
        answer();
      });
    };
    return { state, onSilence, watchdog: startWatchdog({ ping, onSilence, silenceMilliseconds: 30_000 }) };
  }

  it('lets a process be that answers, and asks it seldom', async () => {
    const { state, onSilence, watchdog } = watched();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onSilence).not.toHaveBeenCalled();
    expect(state.pings).toBe(60);
    watchdog.stop();
  });

  it('gives up a process that has been silent for the time it has, once', async () => {
    const { state, onSilence } = watched();
    await vi.advanceTimersByTimeAsync(60_000);
    state.isAlive = false;
    await vi.advanceTimersByTimeAsync(29_900);
    expect(onSilence).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_200);
    expect(onSilence).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('forgives a process that was busy for less', async () => {
    const { state, onSilence, watchdog } = watched();
    for (let turn = 0; turn < 5; turn += 1) {
      state.isAlive = false;
      await vi.advanceTimersByTimeAsync(25_000);
      state.isAlive = true;
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(onSilence).not.toHaveBeenCalled();
    watchdog.stop();
  });

  it('says nothing of a process whose life is over', async () => {
    const { onSilence, watchdog } = watched(false);
    await vi.advanceTimersByTimeAsync(35_000);
    watchdog.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onSilence).not.toHaveBeenCalled();
  });
});
