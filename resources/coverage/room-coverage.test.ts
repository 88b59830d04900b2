import { describe, expect, it } from 'vitest';
import { coverageByRoom, coverageFaults, coverageTable, floorsOf } from './room-coverage.ts';

const of = (covered: number, total: number) => ({ covered, total });
const SUMMARY = {
  total: { lines: of(1, 1), branches: of(1, 1) },
  '/house/service/use-cases/a.ts': { lines: of(300, 400), branches: of(80, 100) },
  '/house/service/use-cases/deep/b.ts': { lines: of(500, 600), branches: of(100, 100) },
  '/house/renderer/app.ts': { lines: of(1, 2), branches: of(0, 0) },
};
const ROOMS = coverageByRoom(SUMMARY, '/house');

describe('coverage by room', () => {
  it('adds up the files of a room, whatever folder below it they lie in', () => {
    expect(ROOMS).toEqual([
      { room: 'renderer', lines: of(1, 2), branches: of(0, 0) },
      { room: 'service/use-cases', lines: of(800, 1000), branches: of(180, 200) },
    ]);
  });

  it('finds no fault in what lies at its floor or a point below it', () => {
    expect(coverageFaults(ROOMS, floorsOf(ROOMS))).toEqual([]);
    expect(coverageFaults(ROOMS, { 'service/use-cases': { lines: 81, branches: 91 } })).toEqual([]);
  });

  it('names a room that fell further', () => {
    expect(coverageFaults(ROOMS, { 'service/use-cases': { lines: 81.1, branches: 92 } })).toEqual([
      'The unit tests run 80.0 % of the lines of service/use-cases, where it was 81.1 %.',
      'The unit tests run 90.0 % of the branches of service/use-cases, where it was 92 %.',
    ]);
  });

  it('lets a small room have a few branches more or less, and no more', () => {
    const small = [{ room: 'small', lines: of(10, 10), branches: of(7, 10) }];
    expect(coverageFaults(small, { small: { lines: 100, branches: 100 } })).toEqual([]);
    const fallen = [{ room: 'small', lines: of(10, 10), branches: of(6, 10) }];
    expect(coverageFaults(fallen, { small: { lines: 100, branches: 100 } })).toHaveLength(1);
  });

  it('says which room has no floor yet, and what all rooms come to', () => {
    const table = coverageTable(ROOMS, { 'service/use-cases': { lines: 80, branches: 90 } });
    expect(table).toMatch(/^renderer +50[.]0 \(none\) +100[.]0 \(none\)/m);
    expect(table).toMatch(/^service\/use-cases +80[.]0 \(80[.]0\) +90[.]0 \(90[.]0\)/m);
    expect(table).toMatch(/^all +79[.]9 \(none\) +90[.]0 \(none\)/m);
  });
});
