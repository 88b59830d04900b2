import { explainError, type Explanation } from '../messages/explanation.ts';
import { createKeysetPager, type KeysetPage } from './keyset-pager.ts';

export interface Pager<T> {
  readonly rows: readonly T[];
  readonly count: number;
  readonly isAtEnd: boolean;
  readonly isLoading: boolean;
  readonly fault: Explanation | null;
  /** Loads the next page unless one is under way, the end is reached or the last try failed. Never rejects. */
  readonly loadMore: () => Promise<void>;
  /** Tries the page again that failed. */
  readonly retry: () => Promise<void>;
  /** Starts again from the newest row. */
  readonly restart: () => Promise<void>;
  /** Puts rows that are newer than all others on top. */
  readonly prepend: (newer: readonly T[]) => void;
  /** Changes loaded rows in place; `change` returns the same row to leave it as it is. */
  readonly update: (change: (row: T) => T) => void;
}

/** A keyset-paged list for a page. Rows are kept out of deep reactivity: there may be 100,000 of them. */
export function createPager<T>(load: (cursor: string | null) => Promise<KeysetPage<T>>): Pager<T> {
  let version = $state(0);
  let fault = $state.raw<Explanation | null>(null);
  const pager = createKeysetPager(load, () => (version += 1));

  async function next(): Promise<void> {
    try {
      await pager.loadMore();
      fault = null;
    } catch (error) {
      fault = explainError(error);
    }
  }

  /** Reading the version makes the caller depend on every change of the pager. */
  function observed<V>(read: () => V): V {
    return version >= 0 ? read() : read();
  }

  return {
    get rows() {
      return observed(() => pager.rows);
    },
    get count() {
      return observed(() => pager.rows.length);
    },
    get isAtEnd() {
      return observed(() => pager.isAtEnd);
    },
    get isLoading() {
      return observed(() => pager.isLoading);
    },
    get fault() {
      return fault;
    },
    loadMore: async () => {
      if (fault === null) await next();
    },
    retry: next,
    restart: async () => {
      fault = null;
      pager.reset();
      await next();
    },
    prepend: (newer) => {
      pager.prepend(newer);
      if (newer.length > 0) version += 1;
    },
    update: (change) => {
      if (pager.replaceRows(change)) version += 1;
    },
  };
}
