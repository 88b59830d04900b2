import type { Rectangle } from '../rectangle.ts';

/** The six numbers of ISO 32000-2 clause 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** `first` applied before `then`. */
export function multiply(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = then;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

export function transformed([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** What encloses a rectangle after the transformation. */
export function enclosing(matrix: Matrix, [left, bottom, right, top]: Rectangle): Rectangle {
  const corners = [
    transformed(matrix, left, bottom),
    transformed(matrix, right, bottom),
    transformed(matrix, left, top),
    transformed(matrix, right, top),
  ];
  return around(corners);
}

export function around(points: readonly (readonly [number, number])[]): Rectangle {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    bottom = Math.min(bottom, y);
    right = Math.max(right, x);
    top = Math.max(top, y);
  }
  return [left, bottom, right, top];
}

/** What two rectangles have in common; null when nothing. */
export function intersection(a: Rectangle, b: Rectangle): Rectangle | null {
  const left = Math.max(a[0], b[0]);
  const bottom = Math.max(a[1], b[1]);
  const right = Math.min(a[2], b[2]);
  const top = Math.min(a[3], b[3]);
  return left <= right && bottom <= top ? [left, bottom, right, top] : null;
}
