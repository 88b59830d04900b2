export interface KeysetPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export interface KeysetPager<T> {
  /** Every row loaded so far, newest first; the array grows in place. */
  readonly rows: readonly T[];
  readonly isAtEnd: boolean;
  readonly isLoading: boolean;
  /** Loads the next page; calls while one is under way wait for that one, those after the end do nothing. Rejects as `load` does. */
  readonly loadMore: () => Promise<void>;
  /** Puts `change(row)` in the place of each row; true when any differs. */
  readonly replaceRows: (change: (row: T) => T) => boolean;
  /** Puts rows that are newer than all others on top. */
  readonly prepend: (newer: readonly T[]) => void;
  /** Forgets everything; an answer that is still under way is thrown away. */
  readonly reset: () => void;
}

/** Collects the pages of a keyset-paged list. `onChange` is called after every change of what the pager shows. */
export function createKeysetPager<T>(
  load: (cursor: string | null) => Promise<KeysetPage<T>>,
  onChange: () => void,
): KeysetPager<T> {
  let rows: T[] = [];
  let cursor: string | null = null;
  let isAtEnd = false;
  let underWay: Promise<void> | null = null;
  let generation = 0;

  function loadMore(): Promise<void> {
    if (isAtEnd) return Promise.resolve();
    if (underWay !== null) return underWay;
    underWay = loadPage(generation);
    onChange();
    return underWay;
  }

  async function loadPage(mine: number): Promise<void> {
    try {
      const { items, nextCursor } = await load(cursor);
      if (mine !== generation) return;
      for (const item of items) rows.push(item);
      [cursor, isAtEnd] = [nextCursor, nextCursor === null];
    } catch (error) {
      if (mine === generation) throw error;
    } finally {
      if (mine === generation) {
        underWay = null;
        onChange();
      }
    }
  }

  return {
    get rows() {
      return rows;
    },
    get isAtEnd() {
      return isAtEnd;
    },
    get isLoading() {
      return underWay !== null;
    },
    loadMore,
    replaceRows: (change) => replaceEach(rows, change),
    prepend: (newer) => void rows.unshift(...newer),
    reset: () => {
      generation += 1;
      rows = [];
      cursor = null;
      isAtEnd = false;
      underWay = null;
      onChange();
    },
  };
}

function replaceEach<T>(rows: T[], change: (row: T) => T): boolean {
  let hasChanged = false;
  for (const [index, row] of rows.entries()) {
    const next = change(row);
    if (next === row) continue;
    rows[index] = next;
    hasChanged = true;
  }
  return hasChanged;
}
