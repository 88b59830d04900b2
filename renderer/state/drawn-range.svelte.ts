import { entering, OVERSCAN, virtualRange, type VirtualRange } from './virtual-range.ts';

/** Rows that come into view at once and can be drawn together with those beyond the view. */
const FEW = OVERSCAN;
/** Whoever drags on has moved the list again by then. */
const REST_MILLISECONDS = 80;
/** Then so many more on each side, one frame after the other. */
const MORE = 2;
const NEXT_MILLISECONDS = 20;

/** What a list measures: rows loaded, and lengths in CSS pixels. */
export interface ListSize {
  readonly count: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
}

export interface DrawnRange {
  /** The rows to draw now. */
  readonly range: VirtualRange;
  readonly scrollTo: (top: number) => void;
  /** No more rows are asked for. */
  readonly end: () => void;
}

/**
 * Which rows of a list are drawn as it is scrolled. A jump to other rows draws those in view alone, and the ones beyond them
 * little by little when it rests: half of the rows of a frame would never be seen while a thumb is dragged.
 */
export function createDrawnRange(size: () => ListSize): DrawnRange {
  let scrollTop = $state(0);
  let beyond = $state(OVERSCAN);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const range = $derived.by(() => {
    const { count, rowHeight, viewHeight } = size();
    return virtualRange(count, rowHeight, scrollTop, viewHeight, beyond);
  });

  function drawMore(): void {
    beyond = Math.min(beyond + MORE, OVERSCAN);
    if (beyond < OVERSCAN) timer = setTimeout(drawMore, NEXT_MILLISECONDS);
  }

  function scrollTo(top: number): void {
    const { count, rowHeight, viewHeight } = size();
    if (entering(virtualRange(count, rowHeight, top, viewHeight, 0), range) > FEW) {
      beyond = 0;
      clearTimeout(timer);
      timer = setTimeout(drawMore, REST_MILLISECONDS);
    }
    scrollTop = top;
  }

  return {
    get range() {
      return range;
    },
    scrollTo,
    end: () => clearTimeout(timer),
  };
}
