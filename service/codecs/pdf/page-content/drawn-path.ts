import type { Rectangle } from '../rectangle.ts';
import { around, transformed, type Matrix } from './transformation.ts';

/** Something that a page shows, in its default user space. */
export interface PaintedArea {
  readonly rectangle: Rectangle;
  /** Of one colour all over, so that something well inside it hides nothing. */
  readonly isPlain: boolean;
  readonly kind: 'text' | 'image' | 'drawing';
}

type Point = readonly [number, number];

/** Ruled lines and the edges of boxes are longer than this; a minus or a stroke of a letter is not. */
const RULE_LENGTH = 20;
/** A filled rectangle so thin is a line. */
const RULE_WIDTH = 1.5;

interface Subpath {
  readonly points: Point[];
  isRectangle: boolean;
}

/** The path under construction (ISO 32000-2 clause 8.5.2), in default user space. */
export class DrawnPath {
  #subpaths: Subpath[] = [];

  moveTo(matrix: Matrix, x: number, y: number): void {
    this.#subpaths.push({ points: [transformed(matrix, x, y)], isRectangle: false });
  }

  /** The end of a line, or any point that determines a curve: a curve lies inside what encloses them all. */
  addPoint(matrix: Matrix, x: number, y: number): void {
    const last = this.#subpaths.at(-1);
    if (last === undefined) this.moveTo(matrix, x, y);
    else last.points.push(transformed(matrix, x, y));
  }

  close(): void {
    const last = this.#subpaths.at(-1);
    const first = last?.points[0];
    if (last !== undefined && first !== undefined) last.points.push(first);
  }

  rectangle(matrix: Matrix, [x, y, width, height]: readonly [number, number, number, number]): void {
    const corners = [
      transformed(matrix, x, y),
      transformed(matrix, x + width, y),
      transformed(matrix, x + width, y + height),
      transformed(matrix, x, y + height),
      transformed(matrix, x, y),
    ];
    this.#subpaths.push({ points: corners, isRectangle: matrix[1] === 0 && matrix[2] === 0 });
  }

  get bounds(): Rectangle | null {
    const points = this.#subpaths.flatMap((subpath) => subpath.points);
    return points.length === 0 ? null : around(points);
  }

  /** What filling paints; a rectangle is plain inside. Ruled lines are left out. */
  *filled(): Generator<Omit<PaintedArea, 'kind'>> {
    for (const { points, isRectangle } of this.#subpaths) {
      const rectangle = around(points);
      const [left, bottom, right, top] = rectangle;
      const isRule =
        Math.min(right - left, top - bottom) <= RULE_WIDTH && Math.max(right - left, top - bottom) > RULE_LENGTH;
      if (!isRule) yield { rectangle, isPlain: isRectangle };
    }
  }

  /** What stroking paints, piece by piece. Ruled lines are left out. */
  *stroked(width: number): Generator<Rectangle> {
    for (const { points } of this.#subpaths) {
      for (let index = 1; index < points.length; index++) {
        const [left, bottom, right, top] = around(points.slice(index - 1, index + 1));
        const isStraight = right - left <= RULE_WIDTH || top - bottom <= RULE_WIDTH;
        if (isStraight && Math.max(right - left, top - bottom) > RULE_LENGTH) continue;
        const half = width / 2;
        yield [left - half, bottom - half, right + half, top + half];
      }
    }
  }

  clear(): void {
    this.#subpaths = [];
  }
}
