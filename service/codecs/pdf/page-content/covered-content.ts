import type { Rectangle } from '../rectangle.ts';
import type { PaintedArea } from './drawn-path.ts';
import type { PaintedAreas } from './painted-areas.ts';

/** Points that a stamp may reach into something without hiding it. */
const TOLERANCE = 1;

/** Whether something drawn over a rectangle of a page hides what its contents show there. */
type Covering = 'nothing' | 'something' | 'unknown';

/**
 * What a later signature that shows itself in `rectangle` (default user space) lies over. Whoever places a stamp asks
 * the same areas beforehand as a verifier does afterwards.
 */
export function coveredBy({ areas, leaders, isComplete }: PaintedAreas, rectangle: Rectangle): Covering {
  if (areas.some((area) => isHidden(area, rectangle)) || isRaster(leaders, rectangle)) return 'something';
  return isComplete ? 'nothing' : 'unknown';
}

/** Lines that are to be filled in are at least so far apart, and no more of them are where one signature belongs. */
const LINE_HEIGHT = 2;
const MAX_LEADER_LINES = 5;

/** Whether there are so many rows of dots or dashes that they may be letters and figures themselves. */
function isRaster(leaders: readonly Rectangle[], cover: Rectangle): boolean {
  const rows = new Set<number>();
  for (const rectangle of leaders) {
    if (isHidden({ rectangle, isPlain: false }, cover)) rows.add(Math.round(rectangle[1] / LINE_HEIGHT));
    if (rows.size > MAX_LEADER_LINES) return true;
  }
  return false;
}

/** Whether something drawn over `cover` hides part of an area. */
export function isHidden({ rectangle: area, isPlain }: Omit<PaintedArea, 'kind'>, cover: Rectangle): boolean {
  const width = Math.min(area[2], cover[2]) - Math.max(area[0], cover[0]);
  const height = Math.min(area[3], cover[3]) - Math.max(area[1], cover[1]);
  const isTouched = (overlap: number, extent: number): boolean => overlap > Math.min(TOLERANCE, extent / 2);
  if (!isTouched(width, area[2] - area[0]) || !isTouched(height, area[3] - area[1])) return false;
  const isAround = area[0] <= cover[0] && area[1] <= cover[1] && area[2] >= cover[2] && area[3] >= cover[3];
  return !(isPlain && isAround);
}
