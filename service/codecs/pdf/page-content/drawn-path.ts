import type { Rectangle } from '../rectangle.ts';
import { around, transformed, type Matrix } from './transformation.ts';

/** Something that a page shows, in its default user space. */
export interface PaintedArea {
  readonly rectangle: Rectangle;
  /** Of one colour all over, so that something well inside it hides nothing. */
  readonly isPlain: boolean;
  readonly kind: 'text' | 'image' | 'drawing';
  /** It is white, and shows nothing unless it lies over something of another colour. */
  readonly isWhite?: boolean;
}

type Point = readonly [number, number];

/** Ruled lines and the edges of boxes are longer than this; a minus or a stroke of a letter is not. */
const RULE_LENGTH = 20;
/** A filled rectangle so thin is a line. */
const RULE_WIDTH = 1.5;
/** A stroke so thick, or with so many dashes, is a drawing of its own. */
const MAX_RULE_STROKE = 2.5;
const MAX_RULE_DASHES = 6;
/** A curve of this extent is taken as a whole, a larger one in so many pieces. */
const SMALL_CURVE = 8;
const CURVE_PIECES = 8;

interface Subpath {
  readonly start: Point;
  last: Point;
  /** What encloses each line and each part of a curve. */
  readonly pieces: Rectangle[];
  /** Whether no line is anything but level or upright. */
  isUpright: boolean;
  /** A rectangle as such: what it is filled with is of one colour all over. */
  readonly isRectangle: boolean;
}

/** The path under construction (ISO 32000-2 clause 8.5.2), in default user space. */
export class DrawnPath {
  #subpaths: Subpath[] = [];

  moveTo(matrix: Matrix, x: number, y: number): void {
    this.#begin(transformed(matrix, x, y), false);
  }

  lineTo(matrix: Matrix, x: number, y: number): void {
    const last = this.#subpaths.at(-1);
    if (last === undefined) this.moveTo(matrix, x, y);
    else this.#line(last, transformed(matrix, x, y));
  }

  /** `c`, and with null for the point that is left out `v` and `y`. */
  curveTo(matrix: Matrix, [first, second, end]: readonly [Point | null, Point, Point]): void {
    const [x, y] = first ?? second;
    const last = this.#subpaths.at(-1) ?? this.#begin(transformed(matrix, x, y), false);
    const points: readonly [Point, Point, Point, Point] = [
      last.last,
      first === null ? last.last : transformed(matrix, ...first),
      transformed(matrix, ...second),
      transformed(matrix, ...end),
    ];
    for (const piece of curvePieces(points)) last.pieces.push(piece);
    last.isUpright = false;
    last.last = points[3];
  }

  close(): void {
    const last = this.#subpaths.at(-1);
    if (last !== undefined && last.pieces.length > 0) this.#line(last, last.start);
  }

  rectangle(matrix: Matrix, [x, y, width, height]: readonly [number, number, number, number]): void {
    const path = this.#begin(transformed(matrix, x, y), matrix[1] === 0 && matrix[2] === 0);
    this.#line(path, transformed(matrix, x + width, y));
    this.#line(path, transformed(matrix, x + width, y + height));
    this.#line(path, transformed(matrix, x, y + height));
    this.close();
  }

  get bounds(): Rectangle | null {
    const corners = this.#subpaths.flatMap(cornersOf);
    return corners.length === 0 ? null : around(corners);
  }

  /** Whether nothing is cut off by it but what lies outside of its bounds. */
  get isPlainBox(): boolean {
    const [only, ...more] = this.#subpaths.filter(({ pieces }) => pieces.length > 0);
    return only === undefined || (more.length === 0 && isBox(only));
  }

  /**
   * What filling paints; a rectangle is plain inside. Of a fill in white that lies over another colour no more than its
   * edge shows where it is no rectangle. Ruled lines are left out.
   */
  *filled(isWhite: boolean): Generator<Omit<PaintedArea, 'kind'>> {
    for (const subpath of this.#subpaths) {
      const { pieces, start, last, isRectangle } = subpath;
      const rectangle = around(cornersOf(subpath));
      const [left, bottom, right, top] = rectangle;
      const isRule =
        Math.min(right - left, top - bottom) <= RULE_WIDTH && Math.max(right - left, top - bottom) > RULE_LENGTH;
      if (isRule) continue;
      if (isWhite && !isRectangle) {
        for (const piece of [...pieces, around([last, start])]) yield { rectangle: piece, isPlain: false };
      } else yield { rectangle, isPlain: isRectangle };
    }
  }

  /** What stroking paints, piece by piece. Ruled lines are left out. */
  *stroked(width: number, dashes: number): Generator<Rectangle> {
    const mayRule = width <= MAX_RULE_STROKE && dashes <= MAX_RULE_DASHES;
    const half = width / 2;
    for (const { pieces } of this.#subpaths) {
      for (const [left, bottom, right, top] of pieces) {
        const isStraight = right - left <= RULE_WIDTH || top - bottom <= RULE_WIDTH;
        if (mayRule && isStraight && Math.max(right - left, top - bottom) > RULE_LENGTH) continue;
        yield [left - half, bottom - half, right + half, top + half];
      }
    }
  }

  clear(): void {
    this.#subpaths = [];
  }

  #begin(start: Point, isRectangle: boolean): Subpath {
    const path = { start, last: start, pieces: [], isUpright: true, isRectangle };
    this.#subpaths.push(path);
    return path;
  }

  #line(path: Subpath, to: Point): void {
    const { last } = path;
    path.isUpright &&= last[0] === to[0] || last[1] === to[1];
    path.pieces.push(around([last, to]));
    path.last = to;
  }
}

function cornersOf({ start, last, pieces }: Subpath): Point[] {
  return [
    ...[start, last],
    ...pieces.flatMap(([left, bottom, right, top]): Point[] => [
      [left, bottom],
      [right, top],
    ]),
  ];
}

/** Whether an outline of level and upright lines goes once around its bounds. */
function isBox(path: Subpath): boolean {
  const { pieces, isUpright, start, last } = path;
  const lines = pieces.filter(([left, bottom, right, top]) => left !== right || bottom !== top);
  const isOpen = start[0] !== last[0] || start[1] !== last[1];
  if (!isUpright || lines.length + (isOpen ? 1 : 0) > 4) return false;
  const [left, bottom, right, top] = around(cornersOf(path));
  return lines.every(
    ([x1, y1, x2, y2]) => (x1 === x2 && (x1 === left || x1 === right)) || (y1 === y2 && (y1 === bottom || y1 === top)),
  );
}

/** A curve lies inside what encloses its four points (clause 8.5.2.2), and so does each part of it. */
function* curvePieces(points: readonly [Point, Point, Point, Point]): Generator<Rectangle> {
  const whole = around(points);
  if (Math.max(whole[2] - whole[0], whole[3] - whole[1]) <= SMALL_CURVE) {
    yield whole;
    return;
  }
  let [from] = points;
  for (let index = 1; index <= CURVE_PIECES; index++) {
    const to = pointOf(points, index / CURVE_PIECES);
    yield around([from, to]);
    from = to;
  }
}

function pointOf([a, b, c, d]: readonly [Point, Point, Point, Point], at: number): Point {
  const rest = 1 - at;
  const along = (axis: 0 | 1): number =>
    rest ** 3 * a[axis] + 3 * rest ** 2 * at * b[axis] + 3 * rest * at ** 2 * c[axis] + at ** 3 * d[axis];
  return [along(0), along(1)];
}
