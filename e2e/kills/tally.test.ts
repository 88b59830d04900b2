import { describe, expect, it } from 'vitest';
import { addUp, killsOf, nextSeed, type TallyLine } from './tally.ts';

const line = (seed: number): TallyLine => ({
  seed,
  requests: 200,
  kills: { worker: 3, host: 1 },
  episodes: { clock: 2 },
});

describe('the tally of kills', () => {
  it('adds all rounds up', () => {
    expect(addUp([line(1), line(2)])).toBe(
      '2 rounds, 400 requests, each completed once. Killed: worker 6, host 2. Episodes: clock 4.',
    );
    expect(killsOf([line(1), line(2)])).toBe(8);
    expect(addUp([])).toBe('0 rounds, 0 requests, each completed once. Killed: none. Episodes: none.');
  });

  it('goes on with the first seed that has not been tried', () => {
    expect(nextSeed([1, 2, 4], 1)).toBe(3);
    expect(nextSeed([], 7)).toBe(7);
  });
});
