import type { Rectangle } from '../rectangle.ts';
import { around } from './transformation.ts';

export type Point = readonly [number, number];
/** A Bézier curve by its ends and the two points between them that bend it. */
export type Curve = readonly [Point, Point, Point, Point];

/** A curve of this extent is taken as a whole. */
const SMALL_CURVE = 8;

/** A curve lies inside what encloses its four points (clause 8.5.2.2), and so does each half of it. It is halved `splits` times. */
export function* curvePieces(points: Curve, splits: number): Generator<Rectangle> {
  const whole = around(points);
  if (splits === 0 || Math.max(whole[2] - whole[0], whole[3] - whole[1]) <= SMALL_CURVE) {
    yield whole;
    return;
  }
  const [a, b, c, d] = points;
  const [ab, bc, cd] = [between(a, b), between(b, c), between(c, d)];
  const [abc, bcd] = [between(ab, bc), between(bc, cd)];
  const middle = between(abc, bcd);
  yield* curvePieces([a, ab, abc, middle], splits - 1);
  yield* curvePieces([middle, bcd, cd, d], splits - 1);
}

function between(one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}
