import { describe, expect, it } from 'vitest';
import { entering, virtualRange } from './virtual-range.ts';

describe('virtualRange', () => {
  it.each([0, 5_000, 2_399_500, 4_799_400, 9_999_999])('covers the view at %i of 100,000 rows', (scrollTop) => {
    const { start, end, before, after, most } = virtualRange(100_000, 48, scrollTop, 600);
    const top = Math.min(scrollTop, 100_000 * 48 - 600);
    expect(start * 48).toBeLessThanOrEqual(top);
    expect(end * 48).toBeGreaterThanOrEqual(top + 600);
    expect(end - start).toBeLessThanOrEqual(most);
    expect(most).toBeLessThan(30);
    expect(before + (end - start) * 48 + after).toBe(100_000 * 48);
  });

  it('can leave out what is not in view, and says how many rows are new', () => {
    const [whole, bare] = [virtualRange(1_000, 48, 4_800, 480), virtualRange(1_000, 48, 4_800, 480, 0)];
    expect([bare.start, bare.end, bare.most]).toEqual([100, 110, whole.most]);
    expect(entering(bare, whole)).toBe(0);
    expect(entering(whole, bare)).toBe(12);
    expect(entering(virtualRange(1_000, 48, 9_600, 480), whole)).toBe(22);
  });

  it('draws everything of a short list', () => {
    expect(virtualRange(3, 48, 900, 600)).toMatchObject({ start: 0, end: 3, before: 0, after: 0 });
    expect(virtualRange(0, 48, 0, 600)).toMatchObject({ start: 0, end: 0, before: 0, after: 0 });
  });
});
