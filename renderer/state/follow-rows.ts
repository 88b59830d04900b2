import type { Live } from './live.svelte.ts';
import type { Pager } from './pager.svelte.ts';
import { throttle } from './throttle.ts';

/** Many changes at once are one look. */
const LOOK_MILLISECONDS = 1_000;

export interface FollowedRows<Row> {
  readonly live: Pick<Live, 'onChange' | 'onGap'>;
  readonly pager: Pick<Pager<Row>, 'rows' | 'update'>;
  /** How many rows `first` answers at most. */
  readonly pageSize: number;
  /** The id of the request that a row tells of. */
  readonly requestOf: (row: Row) => string;
  /** The first page as it is now, in the order and by the filter of the list. */
  readonly first: () => Promise<readonly Row[]>;
  /** One row, which is not on the first page, as it is now. */
  readonly one: (row: Row) => Promise<Row>;
  /** Rows of the first page that the list does not have. */
  readonly onUnknown: (rows: readonly Row[]) => void;
}

/**
 * Keeps the rows of a list as the station has them, in every column: an event tells the state of a request alone, and not
 * what it waits for or why it failed. A call that fails leaves what is shown; the next change asks again. Returns what ends it.
 */
export function followRows<Row extends { readonly id: string }>(list: FollowedRows<Row>): () => void {
  const { live, pager, requestOf } = list;

  async function look(): Promise<void> {
    const asked = pager.rows;
    try {
      const found = await list.first();
      // The list began anew meanwhile, perhaps by another filter.
      if (pager.rows !== asked) return;
      const now = new Map(found.map((row) => [row.id, row]));
      pager.update((row) => now.get(row.id) ?? row);
      const known = new Set(pager.rows.map(({ id }) => id));
      const unknown = found.filter(({ id }) => !known.has(id));
      if (unknown.length > 0) list.onUnknown(unknown);
    } catch {
      // See above.
    }
  }

  async function lookAt(row: Row): Promise<void> {
    try {
      const now = await list.one(row);
      pager.update((each) => (each.id === row.id ? now : each));
    } catch {
      // See above.
    }
  }

  const soon = throttle(() => void look(), LOOK_MILLISECONDS);
  const endChanges = live.onChange(({ signatureId }) => {
    const place = pager.rows.findIndex((row) => requestOf(row) === signatureId);
    const row = place < list.pageSize ? undefined : pager.rows[place];
    if (row === undefined) soon.call();
    else void lookAt(row);
  });
  const endGaps = live.onGap(() => {
    if (pager.rows.length > 0) soon.call();
  });
  return () => {
    endChanges();
    endGaps();
    soon.cancel();
  };
}
