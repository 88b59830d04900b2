import type { Rectangle } from '../rectangle.ts';
import { curvePieces, type Curve, type Point } from './curve-pieces.ts';
import { around, enclosing, transformed, type Matrix } from './transformation.ts';

/** Something that a page shows, in its default user space. */
export interface PaintedArea {
  readonly rectangle: Rectangle;
  /** Of one colour all over, so that something well inside it hides nothing. */
  readonly isPlain: boolean;
  readonly kind: 'text' | 'image' | 'drawing';
  /** It is white, and shows nothing unless it lies over something of another colour. */
  readonly isWhite?: boolean;
  /** Of dots or dashes in a row: a place to be filled in, unless there are many. */
  readonly isLeader?: boolean;
}

/** Ruled lines and the edges of boxes are longer than this; a minus or a stroke of a letter is not. */
const RULE_LENGTH = 20;
/** A filled rectangle so thin is a line. */
const RULE_WIDTH = 1.5;
/** A stroke so thick, or with so many dashes, is a drawing of its own. */
const MAX_RULE_STROKE = 2.5;
const MAX_RULE_DASHES = 6;
/** A curve is halved so many times. */
const CURVE_SPLITS = 4;

/** Of one path no more lines and parts of curves are kept, nor subpaths: they would fill the memory. */
const MAX_PIECES = 100_000;
const MAX_SUBPATHS = 150_000;
const NOT_KEPT: never[] = [];

/** Where two lines or curves meet, with the points that they come from and go to. */
interface Corner {
  readonly from: Point;
  readonly at: Point;
  readonly to: Point;
}

type Bounds = [left: number, bottom: number, right: number, top: number];

interface Subpath {
  readonly start: Point;
  last: Point;
  /** The point by which the first line leaves its start, and by which the last one came to its end. */
  first: Point | null;
  before: Point | null;
  readonly corners: Corner[];
  /** What encloses each line. */
  readonly lines: Rectangle[];
  /** What encloses each part of a curve. */
  readonly curves: Rectangle[];
  /** What encloses all of them, those that are not kept as well. */
  readonly bounds: Bounds;
  isDrawn: boolean;
  /** Whether no line is anything but level or upright. */
  isUpright: boolean;
  /** A rectangle as such: what it is filled with is of one colour all over. */
  readonly isRectangle: boolean;
}

/** The path under construction (ISO 32000-2 clause 8.5.2), in default user space. */
export class DrawnPath {
  #subpaths: Subpath[] = [];
  #bounds: Bounds | null = null;
  #pieces = 0;
  #hasAllSubpaths = true;

  /** Whether all is known that is filled in a colour: of this only what encloses each subpath is asked for. */
  get hasAllSubpaths(): boolean {
    return this.#hasAllSubpaths;
  }

  /** Whether all is known that is stroked, or filled in white. What encloses the whole is known in any case. */
  get isKept(): boolean {
    return this.#pieces <= MAX_PIECES && this.#hasAllSubpaths;
  }

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
    const points: Curve = [
      last.last,
      first === null ? last.last : transformed(matrix, ...first),
      transformed(matrix, ...second),
      transformed(matrix, ...end),
    ];
    this.#extend(last, points);
    last.isUpright = false;
    const splits = this.#pieces < MAX_PIECES ? CURVE_SPLITS : 0;
    for (const piece of curvePieces(points, splits)) this.#keep(last, last.curves, piece);
  }

  close(): void {
    const last = this.#subpaths.at(-1);
    if (last === undefined) return;
    // A point that is closed is one with round ends of lines (clause 8.5.3.2).
    this.#line(last, last.start);
    const { before, first, start } = last;
    if (before !== null && first !== null && this.isKept) last.corners.push({ from: before, at: start, to: first });
  }

  rectangle(matrix: Matrix, [x, y, width, height]: readonly [number, number, number, number]): void {
    const path = this.#begin(transformed(matrix, x, y), matrix[1] === 0 && matrix[2] === 0);
    if (this.#pieces > MAX_PIECES) {
      this.#keep(path, path.lines, enclosing(matrix, [x, y, x + width, y + height]));
      return;
    }
    this.#line(path, transformed(matrix, x + width, y));
    this.#line(path, transformed(matrix, x + width, y + height));
    this.#line(path, transformed(matrix, x, y + height));
    this.close();
  }

  get bounds(): Rectangle | null {
    return this.#bounds;
  }

  /** Whether nothing is cut off by it but what lies outside of its bounds. */
  get isPlainBox(): boolean {
    if (!this.isKept) return false;
    const [only, another] = this.#subpaths.filter(({ isDrawn }) => isDrawn);
    return only === undefined || (another === undefined && isBox(only));
  }

  /**
   * What filling paints; a rectangle is plain inside. Of a fill in white that lies over another colour no more than its
   * edge shows where it is no rectangle. Ruled lines are left out.
   */
  *filled(isWhite: boolean): Generator<Omit<PaintedArea, 'kind'>> {
    for (const subpath of this.#subpaths) {
      const { start, last, isRectangle, bounds: rectangle } = subpath;
      if (isRule(rectangle)) continue;
      if (isWhite && !isRectangle) {
        for (const piece of [...piecesOf(subpath), around([last, start])]) yield { rectangle: piece, isPlain: false };
      } else yield { rectangle, isPlain: isRectangle };
    }
  }

  /** What stroking paints, piece by piece. Ruled lines are left out. */
  *stroked(width: number, dashes: number, miterLimit: number): Generator<Rectangle> {
    const mayRule = width <= MAX_RULE_STROKE && dashes <= MAX_RULE_DASHES;
    const half = width / 2;
    for (const { lines, curves, corners } of this.#subpaths) {
      for (const corner of mayRule ? [] : corners) yield* miterOf(corner, half, miterLimit);
      for (const line of lines) if (!(mayRule && isRule(line))) yield grown(line, half);
      for (const curve of curves) yield grown(curve, half);
    }
  }

  /** Ruled lines, which stroking with so many dashes leaves out; a raster of them can show anything. */
  *ruled(width: number, dashes: number): Generator<Rectangle> {
    if (width > MAX_RULE_STROKE || dashes > MAX_RULE_DASHES) return;
    for (const { lines } of this.#subpaths) for (const line of lines) if (isRule(line)) yield line;
  }

  clear(): void {
    this.#subpaths = [];
    this.#bounds = null;
    this.#pieces = 0;
    this.#hasAllSubpaths = true;
  }

  #begin(start: Point, isRectangle: boolean): Subpath {
    const room = this.#pieces < MAX_PIECES;
    const path: Subpath = {
      start,
      last: start,
      first: null,
      before: null,
      corners: room ? [] : NOT_KEPT,
      lines: room ? [] : NOT_KEPT,
      curves: room ? [] : NOT_KEPT,
      bounds: [...start, ...start],
      isDrawn: false,
      isUpright: true,
      isRectangle,
    };
    this.#bounds ??= [...start, ...start];
    enclose(this.#bounds, path.bounds);
    // Of moves in a row the last one counts (clause 8.5.2.1).
    if (this.#subpaths.at(-1)?.isDrawn === false) this.#subpaths.pop();
    if (this.#subpaths.length >= MAX_SUBPATHS) {
      this.#hasAllSubpaths = false;
      this.#subpaths.pop();
    }
    this.#subpaths.push(path);
    return path;
  }

  #line(path: Subpath, to: Point): void {
    const { last } = path;
    path.isUpright &&= last[0] === to[0] || last[1] === to[1];
    this.#keep(path, path.lines, around([last, to]));
    this.#extend(path, [last, to]);
  }

  #keep(path: Subpath, list: Rectangle[], piece: Rectangle): void {
    path.isDrawn = true;
    enclose(path.bounds, piece);
    if (this.#bounds !== null) enclose(this.#bounds, piece);
    if (this.#pieces++ < MAX_PIECES) list.push(piece);
  }

  /** By points from the last one on; those that lie on each other give no direction. */
  #extend(path: Subpath, points: readonly Point[]): void {
    const { last: at, before: from } = path;
    const others = points.filter((point) => !isSame(point, at));
    const end = points.at(-1) ?? at;
    path.last = end;
    const [to] = others;
    if (to === undefined) return;
    if (from === null) path.first = to;
    else if (this.isKept) path.corners.push({ from, at, to });
    path.before = [at, ...others].filter((point) => !isSame(point, end)).at(-1) ?? at;
  }
}

function isSame(one: Point, other: Point): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** The point that sharp corners of thick lines run out in (clause 8.4.3.5). */
function* miterOf({ from, at, to }: Corner, half: number, limit: number): Generator<Rectangle> {
  const [ux, uy] = direction(from, at);
  const [vx, vy] = direction(at, to);
  const [x, y] = [ux - vx, uy - vy];
  // Twice the cosine of half the angle of the turn.
  const bend = Math.hypot(x, y);
  const sine = Math.sqrt(Math.max(0, 1 - (bend / 2) ** 2));
  if (bend === 0 || sine * limit < 1) return;
  const length = half / sine / bend;
  yield grown(around([at, [at[0] + x * length, at[1] + y * length]]), half);
}

function direction(from: Point, to: Point): Point {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(x, y);
  return [x / length, y / length];
}

function piecesOf({ lines, curves }: Subpath): readonly Rectangle[] {
  return curves.length === 0 ? lines : [...lines, ...curves];
}

/** Long, and level or upright. */
function isRule([left, bottom, right, top]: Rectangle): boolean {
  const isStraight = right - left <= RULE_WIDTH || top - bottom <= RULE_WIDTH;
  return isStraight && Math.max(right - left, top - bottom) > RULE_LENGTH;
}

/** With so much more on each side. */
export function grown([left, bottom, right, top]: Rectangle, by: number): Rectangle {
  return [left - by, bottom - by, right + by, top + by];
}

/** Makes bounds so large that a piece is within. */
function enclose(bounds: Bounds, [left, bottom, right, top]: Rectangle): void {
  bounds[0] = Math.min(bounds[0], left);
  bounds[1] = Math.min(bounds[1], bottom);
  bounds[2] = Math.max(bounds[2], right);
  bounds[3] = Math.max(bounds[3], top);
}

/** Whether an outline of level and upright lines goes once around its bounds. */
function isBox(path: Subpath): boolean {
  const { isUpright, start, last } = path;
  const lines = path.lines.filter(([left, bottom, right, top]) => left !== right || bottom !== top);
  const isOpen = start[0] !== last[0] || start[1] !== last[1];
  if (!isUpright || lines.length + (isOpen ? 1 : 0) > 4) return false;
  const [left, bottom, right, top] = path.bounds;
  return lines.every(
    ([x1, y1, x2, y2]) => (x1 === x2 && (x1 === left || x1 === right)) || (y1 === y2 && (y1 === bottom || y1 === top)),
  );
}
