import { describe, expect, it } from 'vitest';
import {
  clashOf,
  clashOfRefusal,
  dropped,
  isRefused,
  nearestFree,
  onPage,
  SMALLEST,
  type TakenPage,
} from './stamp-places.ts';

const PAGE: TakenPage = {
  ...{ width: 595, height: 842, isSigned: false },
  taken: [
    { kind: 'text', x: 72, y: 700, width: 200, height: 12, isPlain: false },
    { kind: 'field', x: 72, y: 100, width: 200, height: 40, isPlain: false },
    { kind: 'stamp', x: 300, y: 100, width: 200, height: 60, isPlain: false },
    { kind: 'drawing', x: 20, y: 400, width: 500, height: 200, isPlain: true },
  ],
};
const place = (x: number, y: number, width = 120, height = 40) => ({ x, y, width, height });

describe('a place for a stamp', () => {
  it.each([
    ['free', place(50, 300), null],
    ['beside the page', place(500, 300), 'outside'],
    ['below the page', place(50, -1), 'outside'],
    ['over a field', place(260, 110, 20), 'field'],
    ['over an older stamp, which is worse', place(260, 110), 'stamp'],
    ['over text', place(72, 690), 'contents'],
    ['on a plain ground', place(100, 450), null],
    ['across the edge of a plain ground', place(100, 380), 'contents'],
    ['at the edge of a field', place(72, 140), null],
  ])('is known to be %s', (_, wanted, clash) => {
    expect(clashOf(wanted, PAGE)).toBe(clash);
  });

  it('may lie over text that nobody has signed', () => {
    expect(isRefused(clashOf(place(72, 690), PAGE))).toBe(false);
    expect(clashOf(place(72, 690), { ...PAGE, isSigned: true })).toBe('signed');
    expect(isRefused('signed')).toBe(true);
    expect(isRefused(null)).toBe(false);
  });

  it('is refused by the station with a reason that has words', () => {
    expect(clashOfRefusal('PDF_STAMP_TOO_SMALL')).toBe('small');
    expect(clashOfRefusal('PDF_STAMP_OVER_STAMP')).toBe('stamp');
    expect(clashOfRefusal('PDF_OF_A_LATER_STATION')).toBe('other');
  });

  it('is moved to the nearest free one', () => {
    const free = nearestFree(place(80, 690), PAGE);
    expect(free).toMatchObject({ x: 80, width: 120, height: 40 });
    expect(free?.y).toBeCloseTo(718, 0);
    const full: TakenPage = { ...PAGE, taken: [{ ...place(0, 0, 595, 842), kind: 'image', isPlain: false }] };
    expect(nearestFree(place(80, 690), full)).toBeNull();
  });

  it.each([
    ['off the edge of a text', place(100, 705), place(100, 718)],
    ['off an older stamp', place(265, 155), place(265, 166)],
    ['nowhere from the middle of a field', place(100, 100), place(100, 100)],
    ['nowhere from a free place', place(50, 300), place(50, 300)],
  ])('moves where it is dropped %s', (_, put, kept) => {
    expect(dropped(put, PAGE)).toEqual(kept);
  });

  it('stays on the page, and can be read', () => {
    expect(onPage(place(560, -9, 10, 10), PAGE)).toEqual({ x: 535, y: 0, ...SMALLEST });
    expect(onPage(place(0, 0, 9999, 9999), PAGE)).toEqual({ x: 0, y: 0, width: 595, height: 842 });
  });
});
