import { expect, it } from 'vitest';
import { addUp, jobsOf, type TallyLine } from './tally.ts';

const line = (seed: number): TallyLine => ({
  ...{ seed, jobs: 30, failed: 1, requests: 70 },
  failures: { 'breaks-off': 9, [`of-seed-${String(seed)}`]: 3 },
});

it('adds all rounds with a failing authority up', () => {
  expect(addUp([line(1), line(2)])).toBe(
    '2 rounds, 60 jobs: 58 reached their level, 2 failed with a reason and without an output, none was signed twice. ' +
      'Of 140 answers 24 were wrong, in 3 ways.',
  );
  expect(jobsOf([line(1), line(2)])).toBe(60);
  expect([jobsOf([]), addUp([])]).toEqual([0, expect.stringMatching(/^0 rounds, 0 jobs: 0 reached/)]);
});
