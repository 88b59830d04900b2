import { describe, expect, it } from 'vitest';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { createFairSlots, type FairSlots } from './fair-slots.ts';

const slotsOf = (count: number): FairSlots => createFairSlots(count, tell('TOO_MANY_UPLOADS'));

/** Takes as many as the client is given. */
function takeAll(slots: FairSlots, client: string): (() => void)[] {
  const taken: (() => void)[] = [];
  for (;;) {
    try {
      taken.push(slots.take(client));
    } catch {
      return taken;
    }
  }
}

describe('fair slots', () => {
  it('leave some for whoever comes next, however greedy the others are', () => {
    const slots = slotsOf(256);
    const first = takeAll(slots, 'a');
    expect(first).toHaveLength(192);
    for (const client of ['b', 'c', 'd']) expect(takeAll(slots, client).length).toBeGreaterThan(0);
    expect(takeAll(slots, 'a')).toEqual([]);
  });

  it('are shared evenly by clients that take turns', () => {
    const slots = slotsOf(256);
    const counts = { a: 0, b: 0 };
    for (let turn = 0; turn < 500; turn += 1) {
      for (const client of ['a', 'b'] as const) {
        try {
          slots.take(client);
          counts[client] += 1;
        } catch {
          // It comes again.
        }
      }
    }
    expect(Math.abs(counts.a - counts.b)).toBeLessThanOrEqual(1);
    expect(counts.a + counts.b).toBeGreaterThan(200);
  });

  it('are free again when they are given back, once', () => {
    const slots = slotsOf(4);
    const taken = takeAll(slots, 'a');
    expect(taken).toHaveLength(3);
    taken[0]?.();
    taken[0]?.();
    expect(takeAll(slots, 'a')).toHaveLength(1);
    for (const giveBack of taken) giveBack();
    expect(takeAll(slots, 'b').length).toBeGreaterThan(1);
  });
});
