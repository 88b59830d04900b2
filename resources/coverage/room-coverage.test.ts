import { describe, expect, it } from 'vitest';
import { coverageByRoom, coverageFaults, coverageTable, floorsOf } from './room-coverage.ts';

const of = (covered: number, total: number) => ({ covered, total });
const SUMMARY = {
  total: { lines: of(1, 1), branches: of(1, 1) },
  '/house/service/use-cases/a.ts': { lines: of(300, 400), branches: of(800, 1000) },
  '/house/service/use-cases/deep/b.ts': { lines: of(500, 600), branches: of(1000, 1000) },
  '/house/renderer/app.ts': { lines: of(1, 2), branches: of(0, 0) },
};
const ROOMS = coverageByRoom(SUMMARY, '/house');

describe('coverage by room', () => {
  it('adds up the files of a room, whatever folder below it they lie in', () => {
    expect(ROOMS).toEqual([
      { room: 'renderer', lines: of(1, 2), branches: of(0, 0) },
      { room: 'service/use-cases', lines: of(800, 1000), branches: of(1800, 2000) },
    ]);
  });

  it('finds no fault in what lies at its floor or two points below it', () => {
    expect(coverageFaults(ROOMS, floorsOf(ROOMS))).toEqual([]);
    expect(coverageFaults(ROOMS, { 'service/use-cases': { lines: 83, branches: 92 } })).toEqual([]);
  });

  it('names a room that fell further', () => {
    expect(coverageFaults(ROOMS, { 'service/use-cases': { lines: 83.1, branches: 92.1 } })).toEqual([
      'The unit tests run 80.0 % of the lines of service/use-cases, where it was 83.1 %.',
      'The unit tests run 90.0 % of the branches of service/use-cases, where it was 92.1 %.',
    ]);
  });

  const small = (covered: number, total: number) => [{ room: 'small', lines: of(1, 1), branches: of(covered, total) }];
  const whole = { small: { lines: 100, branches: 100 } };

  it('lets a small room have some branches less, as many as one new file has, and no more', () => {
    expect(coverageFaults(small(170, 200), whole)).toEqual([]);
    expect(coverageFaults(small(169, 200), whole)).toHaveLength(1);
  });

  it('lets the smallest rooms lose a fifth and no more', () => {
    expect(coverageFaults(small(40, 50), whole)).toEqual([]);
    expect(coverageFaults(small(39, 50), whole)).toHaveLength(1);
  });

  it('sets no floor for a room that is left to other tests', () => {
    const rooms = [{ room: 'shown in browsers', lines: of(49, 100), branches: of(90, 100) }];
    expect(floorsOf(rooms)).toEqual({});
  });

  it('says which room has no floor yet, and what all rooms come to', () => {
    const table = coverageTable(ROOMS, { 'service/use-cases': { lines: 80, branches: 90 } });
    expect(table).toMatch(/^renderer +50[.]0 \(none\) +100[.]0 \(none\)/m);
    expect(table).toMatch(/^service\/use-cases +80[.]0 \(80[.]0\) +90[.]0 \(90[.]0\)/m);
    expect(table).toMatch(/^all +79[.]9 \(none\) +90[.]0 \(none\)/m);
  });
});
