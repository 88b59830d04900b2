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
export const OVERSCAN = 6;

/** Which rows of equal height to draw for a scroll position (all lengths in CSS pixels); `beyond` of them on each side. */
export function virtualRange(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
  beyond: number = OVERSCAN,
): VirtualRange {
  const top = Math.min(Math.max(scrollTop, 0), Math.max(count * rowHeight - viewHeight, 0));
  const start = Math.max(Math.floor(top / rowHeight) - beyond, 0);
  const end = Math.min(Math.ceil((top + viewHeight) / rowHeight) + beyond, count);
  const most = Math.ceil(viewHeight / rowHeight) + 1 + 2 * OVERSCAN;
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight, most };
}

/** How many rows of a range another one did not have. */
export function entering(next: VirtualRange, drawn: VirtualRange): number {
  const kept = Math.max(Math.min(next.end, drawn.end) - Math.max(next.start, drawn.start), 0);
  return next.end - next.start - kept;
}
