import type { Pager } from './pager.svelte.ts';
import type { Router } from './router.svelte.ts';

/** Browsers refuse addresses that change too often. */
const PAUSE_MILLISECONDS = 250;
/** Pages that are looked through for a row; it may have left the list meanwhile. */
const MOST_PAGES = 50;

/** Where a list was read, in the address: the way back leads to the same row, whatever came on top since. */
export interface KeptRow {
  /** The row at the top of what is seen; null for the first one. Goes into the address a moment later. */
  readonly remember: (id: string | null) => void;
  /** What was remembered goes into the address now: a link is about to be followed. */
  readonly flush: () => void;
  /** Nothing is written any more: the address belongs to another page. */
  readonly end: () => void;
}

export function keepRow(router: Pick<Router, 'query' | 'setQuery'>): KeptRow {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let row = router.query('row');

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (router.query('row') !== row) router.setQuery({ row });
  }

  return {
    remember: (id) => {
      row = id;
      timer ??= setTimeout(flush, PAUSE_MILLISECONDS);
    },
    flush,
    end: () => clearTimeout(timer),
  };
}

/** The place of a row in a list that is loaded until it is there; -1 where it is not. Never rejects. */
export async function placeOfRow(
  pager: Pick<Pager<{ readonly id: string }>, 'rows' | 'isAtEnd' | 'fault' | 'loadMore'>,
  id: string,
): Promise<number> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const place = pager.rows.findIndex((row) => row.id === id);
    if (place >= 0 || pager.isAtEnd || pager.fault !== null) return place;
    await pager.loadMore();
  }
  return -1;
}
