import { z } from 'zod';

/** Where the window was; whole pixels of the desktop. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState {
  readonly bounds: Bounds;
  readonly isMaximized: boolean;
}

export const MIN_WIDTH = 480;
export const MIN_HEIGHT = 360;
const DEFAULT_SIZE = { width: 1200, height: 820 };
/** So much of the window must lie on one screen that it can be taken by its title and moved. */
const GRIP = { width: 120, height: 60 };

const Stored = z.strictObject({
  bounds: z.strictObject({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  isMaximized: z.boolean(),
});

/** The text of a state file. Undefined when it is not one: a window opens in its default place then. */
export function parseWindowState(text: string): WindowState | undefined {
  try {
    const parsed = Stored.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What a new window gets: the place it had, if a screen is still there, cut to that screen; otherwise the default size
 * and a place that the system chooses.
 */
export function placeWindow(
  state: WindowState | undefined,
  workAreas: readonly Bounds[],
): Partial<Bounds> & Pick<Bounds, 'width' | 'height'> {
  const area = state === undefined ? undefined : workAreas.find((candidate) => isReachable(state.bounds, candidate));
  const [first] = workAreas;
  if (state === undefined || area === undefined) {
    return {
      width: Math.min(DEFAULT_SIZE.width, first?.width ?? DEFAULT_SIZE.width),
      height: Math.min(DEFAULT_SIZE.height, first?.height ?? DEFAULT_SIZE.height),
    };
  }
  const { bounds } = state;
  return {
    x: bounds.x,
    y: Math.max(bounds.y, area.y),
    width: Math.max(MIN_WIDTH, Math.min(bounds.width, area.width)),
    height: Math.max(MIN_HEIGHT, Math.min(bounds.height, area.height)),
  };
}

function isReachable(bounds: Bounds, area: Bounds): boolean {
  const visible = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const isTitleOnIt = bounds.y >= area.y - GRIP.height / 2 && bounds.y <= area.y + area.height - GRIP.height;
  return visible >= GRIP.width && isTitleOnIt;
}
