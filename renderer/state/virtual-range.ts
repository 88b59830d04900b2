export interface VirtualRange {
  /** First row to draw, inclusive. */
  readonly start: number;
  /** Last row to draw, exclusive. */
  readonly end: number;
  /** Pixels of the rows left out above and below. */
  readonly before: number;
  readonly after: number;
}

/** Rows drawn beyond the visible ones, so that a quick scroll does not show a gap. */
const OVERSCAN = 12;

/** Which rows of equal height to draw for a scroll position (all lengths in CSS pixels). */
export function virtualRange(count: number, rowHeight: number, scrollTop: number, viewHeight: number): VirtualRange {
  const top = Math.min(Math.max(scrollTop, 0), Math.max(count * rowHeight - viewHeight, 0));
  const start = Math.max(Math.floor(top / rowHeight) - OVERSCAN, 0);
  const end = Math.min(Math.ceil((top + viewHeight) / rowHeight) + OVERSCAN, count);
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight };
}
