import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModuleProbe } from '../token-host/doctor-protocol.ts';
import type { SeenToken } from '../token-host/protocol.ts';
import { startFreshLook, type FreshLook } from './fresh-look.ts';

const TOKEN = { label: 'desk', serial: 'A1', flags: ['TOKEN_INITIALIZED'] };
const PROBE = {
  ...{ outcome: 'ready', detail: null, library: null, unmetNeeds: [], isInLockout: false },
  slots: [
    { slotId: 7, token: TOKEN },
    { slotId: 8, token: null },
  ],
} as unknown as ModuleProbe;

describe('startFreshLook', () => {
  let isInUse = false;
  let isThere = false;
  let hasProcess = true;
  let probes = 0;
  let replaced: string[];
  let asked: (readonly SeenToken[] | null)[];
  let look: FreshLook;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    [isInUse, isThere, hasProcess, probes, replaced, asked] = [false, false, true, 0, [], []];
    const giveWay = (_: string, seen: readonly SeenToken[] | null): Promise<boolean> => {
      asked.push(seen);
      return Promise.resolve(!isInUse && (seen === null || seen.some(({ label }) => label === 'desk')));
    };
    look = startFreshLook({
      client: () => (hasProcess ? { giveWay } : undefined),
      probe: () => {
        probes += 1;
        return Promise.resolve(isThere ? PROBE : { ...PROBE, slots: [] });
      },
      replace: (providerId) => void replaced.push(providerId),
    });
  });
  afterEach(() => {
    look.stop();
    vi.useRealTimers();
  });
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('has the process replaced that does not see what a fresh one sees', async () => {
    isThere = true;
    look.missed('card');
    await pass(2_000);
    expect(replaced).toEqual(['card']);
    expect(asked).toEqual([null, [{ slotId: 7, label: 'desk', serial: 'A1', isInitialized: true }]]);
  });

  it('looks ever more seldom, at most every minute, and replaces nothing while the token is away', async () => {
    for (let second = 0; second < 600; second += 1) {
      look.missed('card');
      await pass(1_000);
    }
    expect(probes).toBe(5 + Math.floor((600 - 62) / 60));
    expect(replaced).toEqual([]);
  });

  it('stops when nobody has asked for long, and begins anew when somebody does', async () => {
    look.missed('card');
    await pass(600_000);
    const before = probes;
    await pass(600_000);
    expect(probes).toBe(before);
    look.missed('card');
    await pass(2_000);
    expect(probes).toBe(before + 1);
  });

  it('loads no module while the process is in use, or where there is none', async () => {
    isThere = true;
    isInUse = true;
    look.missed('card');
    await pass(30_000);
    [isInUse, hasProcess] = [false, false];
    await pass(40_000);
    expect([probes, replaced]).toEqual([0, []]);
    hasProcess = true;
    await pass(60_000);
    expect(replaced).toEqual(['card']);
  });

  it('does nothing after it was stopped', async () => {
    look.missed('card');
    look.stop();
    await pass(60_000);
    look.missed('card');
    await pass(60_000);
    expect(asked).toEqual([]);
  });
});
