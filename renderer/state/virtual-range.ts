export interface VirtualRange {
  /** First row to draw, inclusive. */
  readonly start: number;
  /** Last row to draw, exclusive. */
  readonly end: number;
  /** Pixels of the rows left out above and below. */
  readonly before: number;
  readonly after: number;
  /** Most rows that are ever drawn at once: a row that leaves can give its elements to one that enters. */
  readonly most: number;
}

/** Rows drawn beyond the visible ones, so that a quick scroll does not show a gap. */
const OVERSCAN = 6;

/** Which rows of equal height to draw for a scroll position (all lengths in CSS pixels). */
export function virtualRange(count: number, rowHeight: number, scrollTop: number, viewHeight: number): VirtualRange {
  const top = Math.min(Math.max(scrollTop, 0), Math.max(count * rowHeight - viewHeight, 0));
  const start = Math.max(Math.floor(top / rowHeight) - OVERSCAN, 0);
  const end = Math.min(Math.ceil((top + viewHeight) / rowHeight) + OVERSCAN, count);
  const most = Math.ceil(viewHeight / rowHeight) + 1 + 2 * OVERSCAN;
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight, most };
}
