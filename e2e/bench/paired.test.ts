import { describe, expect, it } from 'vitest';
import { inTurn, pairOf } from './paired.ts';
import type { Row } from './row.ts';

const ROW: Row = {
  what: 'jobs a second',
  measured: 100,
  unit: 'jobs/s',
  better: 'higher',
  limit: 'at least 50/s',
  isReached: true,
  limitedBy: 'the processor',
};

describe('a pair of figures', () => {
  it('is measured by turns of which each begins with the one that the last ended with', async () => {
    const measured: string[] = [];
    const measure = (name: string) => (): Promise<void> => Promise.resolve(void measured.push(name));
    for (let turn = 0; turn < 3; turn++) await inTurn(turn, measure('ours'), measure('theirs'));
    expect(measured).toEqual(['ours', 'theirs', 'theirs', 'ours', 'ours', 'theirs']);
  });

  it('is judged by the median of its turns, not by one that something disturbed', () => {
    expect(pairOf(ROW, [100, 40, 101], [100, 100, 100])).toMatchObject({ ratio: 1, isWorse: false });
  });

  it('is worse where more is better and it is over a tenth less', () => {
    expect(pairOf(ROW, [89, 89, 89], [100, 100, 100]).isWorse).toBe(true);
    expect(pairOf(ROW, [91, 91, 91], [100, 100, 100]).isWorse).toBe(false);
  });

  it('is worse where less is better and it is over a tenth more', () => {
    const lower = { ...ROW, better: 'lower' } as const;
    expect(pairOf(lower, [112, 112, 112], [100, 100, 100]).isWorse).toBe(true);
    expect(pairOf(lower, [80, 80, 80], [100, 100, 100])).toMatchObject({ ratio: 1.25, isWorse: false });
  });

  it('is worse where a figure is missing', () => {
    expect(pairOf(ROW, [100], []).isWorse).toBe(true);
  });
});
