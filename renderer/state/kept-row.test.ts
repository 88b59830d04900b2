import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRow, placeOfRow } from './kept-row.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('keepRow', () => {
  function addressed() {
    const address = new Map<string, string | null>();
    const setQuery = vi.fn((values: Readonly<Record<string, string | null>>) => {
      for (const [name, value] of Object.entries(values)) address.set(name, value);
    });
    return { setQuery, query: (name: string) => address.get(name) ?? null };
  }

  it('writes the row a moment later, once for many, and not again what is there', () => {
    const router = addressed();
    const kept = keepRow(router);
    for (const id of ['a', 'b', 'c']) kept.remember(id);
    expect(router.setQuery).not.toHaveBeenCalled();
    vi.runAllTimers();
    kept.remember('c');
    vi.runAllTimers();
    expect(router.setQuery.mock.calls).toEqual([[{ row: 'c' }]]);
    kept.remember(null);
    vi.runAllTimers();
    expect(router.query('row')).toBeNull();
  });

  it('writes at once before a link is followed, and nothing when the page has gone', () => {
    const router = addressed();
    const kept = keepRow(router);
    kept.remember('a');
    kept.flush();
    expect(router.query('row')).toBe('a');
    kept.remember('b');
    kept.end();
    vi.runAllTimers();
    expect(router.query('row')).toBe('a');
  });
});

describe('placeOfRow', () => {
  /** A list of so many pages of two. */
  function paged(pages: number) {
    const rows: { id: string }[] = [];
    return {
      rows,
      fault: null,
      get isAtEnd() {
        return rows.length >= pages * 2;
      },
      loadMore: vi.fn(() => {
        rows.push({ id: String(rows.length) }, { id: String(rows.length + 1) });
        return Promise.resolve();
      }),
    };
  }

  it('loads pages until the row is there', async () => {
    const pager = paged(9);
    expect(await placeOfRow(pager, '5')).toBe(5);
    expect(pager.loadMore).toHaveBeenCalledTimes(3);
  });

  it('gives up at the end of the list, after many pages, and where a page cannot be had', async () => {
    expect(await placeOfRow(paged(3), 'gone')).toBe(-1);
    expect(await placeOfRow(paged(1_000), 'gone')).toBe(-1);
    expect(await placeOfRow({ ...paged(3), fault: {} as never }, '5')).toBe(-1);
  });
});
