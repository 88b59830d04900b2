import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDate, parseDate } from './dates.ts';

describe('PDF dates', () => {
  it('reads what it writes', () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(seconds, (second) => {
        const date = new Date(second * 1_000);
        expect(parseDate(formatDate(date))).toEqual(date);
      }),
    );
  });

  it.each([
    ['D:20260102030405Z', '2026-01-02T03:04:05.000Z'],
    ["D:20260102030405+02'00'", '2026-01-02T01:04:05.000Z'],
    ['D:20260102030405-0530', '2026-01-02T08:34:05.000Z'],
    ['D:202601', '2026-01-01T00:00:00.000Z'],
    ['20260102030405', '2026-01-02T03:04:05.000Z'],
  ])('reads %s', (text, expected) => {
    expect(parseDate(text)?.toISOString()).toBe(expected);
  });

  it.each(['', 'yesterday', 'D:20261340', 'D:20260230', 'D:20260102256161'])('refuses %s', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  it('throws for no text at all', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseDate(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
