import { describe, expect, it } from 'vitest';
import { parseWindowState, placeWindow, type Bounds, type WindowState } from './window-state.ts';

const LEFT: Bounds = { x: 0, y: 25, width: 1920, height: 1015 };
const RIGHT: Bounds = { x: 1920, y: 0, width: 1280, height: 1024 };
const at = (bounds: Partial<Bounds>): WindowState => ({
  bounds: { x: 100, y: 100, width: 1000, height: 700, ...bounds },
  isMaximized: false,
});

describe('placeWindow', () => {
  it('opens where the window was', () => {
    expect(placeWindow(at({}), [LEFT, RIGHT])).toEqual({ x: 100, y: 100, width: 1000, height: 700 });
    expect(placeWindow(at({ x: 2_000 }), [LEFT, RIGHT])).toEqual({ x: 2_000, y: 100, width: 1000, height: 700 });
  });

  it.each([
    ['its screen is gone', at({ x: 2_000 }), [LEFT]],
    ['it lies to the left of every screen', at({ x: -990 }), [LEFT]],
    ['its title is above the screen', at({ y: -600 }), [LEFT]],
    ['its title is below the screen', at({ y: 1_030 }), [LEFT]],
    ['there is no state', undefined, [LEFT]],
  ])('takes the default when %s', (_why, state, areas) => {
    expect(placeWindow(state, areas)).toEqual({ width: 1200, height: 820 });
  });

  it('fits a window to a smaller screen, and a title under the menu bar', () => {
    const small: Bounds = { x: 0, y: 25, width: 800, height: 575 };
    expect(placeWindow(at({ x: 10, y: 5 }), [small])).toEqual({ x: 10, y: 25, width: 800, height: 575 });
    expect(placeWindow(undefined, [small])).toEqual({ width: 800, height: 575 });
    expect(placeWindow(at({ width: 10, height: 10, x: 0 }), [{ ...small, x: -200 }])).toEqual({
      width: 800,
      height: 575,
    });
  });

  it('opens also where the system names no screen', () => {
    expect(placeWindow(at({}), [])).toEqual({ width: 1200, height: 820 });
  });
});

describe('parseWindowState', () => {
  it('reads what was written', () => {
    expect(parseWindowState(JSON.stringify(at({})))).toEqual(at({}));
  });

  it.each(['', '{', 'null', '{}', '{"bounds":{"x":1},"isMaximized":true}', JSON.stringify(at({ width: -5 }))])(
    'takes %s for no state',
    (text) => expect(parseWindowState(text)).toBeUndefined(),
  );
});
