import type { Rectangle } from '../rectangle.ts';
import { around } from './transformation.ts';

type Point = readonly [number, number];

/** How far from the edge a frame may run, beside its own width, and in parts of the box's shorter side. */
const FRAME = { distance: 3, share: 0.12 };

/** The path under construction, where only rectangles and lines along the edge of the drawing mean something. */
export class PlainPath {
  isClip = false;
  readonly rectangles: Rectangle[] = [];
  #lines: Rectangle[] = [];
  #start: Point | null = null;
  #last: Point | null = null;
  #isClosed = false;

  get isEmpty(): boolean {
    return this.rectangles.length === 0 && this.#lines.length === 0;
  }

  get isRectangles(): boolean {
    return this.#lines.length === 0;
  }

  /** Whether more may be added: not after a path that was left unpainted. */
  add(rectangle: Rectangle): void {
    if (this.#isClosed || this.rectangles.length > 100) this.#lines.push(EVERYWHERE);
    else this.rectangles.push(rectangle);
  }

  lineTo(isStart: boolean, point: Point): void {
    if (!isStart && this.#last !== null) this.#lines.push(around([this.#last, point]));
    if (this.#isClosed || this.#lines.length > 100 || (!isStart && this.#last === null)) this.#lines.push(EVERYWHERE);
    if (isStart) this.#start = point;
    this.#last = point;
  }

  /** `h`, and what comes with `s`. */
  closeLine(): void {
    if (this.#start !== null && this.#last !== null) this.#lines.push(around([this.#last, this.#start]));
  }

  /** Whether stroking the path draws along the edges of a box or between its `cells`, and nowhere else. */
  isFrameOf(box: Rectangle, lineWidth: number, cells: number): boolean {
    const share = FRAME.share * Math.min(box[2] - box[0], box[3] - box[1]);
    const room = Math.min(FRAME.distance, share) + lineWidth;
    const isLow = (value: number, edge: number): boolean => Math.abs(value - edge) <= room;
    const width = (box[2] - box[0]) / cells;
    const isDivider = ([left, , right]: Rectangle): boolean => {
      const nearest = box[0] + Math.round((left - box[0]) / width) * width;
      return right - left <= 0.01 && Math.abs(left - nearest) <= 0.05 * width;
    };
    const isEdge = ([left, bottom, right, top]: Rectangle): boolean =>
      (cells > 1 && isDivider([left, bottom, right, top])) ||
      (isLow(left, box[0]) && isLow(right, box[0])) ||
      (isLow(left, box[2]) && isLow(right, box[2])) ||
      (isLow(bottom, box[1]) && isLow(top, box[1])) ||
      (isLow(bottom, box[3]) && isLow(top, box[3]));
    const isFrame = ([left, bottom, right, top]: Rectangle): boolean =>
      isLow(left, box[0]) && isLow(bottom, box[1]) && isLow(right, box[2]) && isLow(top, box[3]);
    return lineWidth <= share && this.rectangles.every(isFrame) && this.#lines.every(isEdge);
  }

  clear(): void {
    this.rectangles.length = 0;
    this.#lines = [];
    this.#start = null;
    this.#last = null;
    this.isClip = false;
  }

  /** Clears it for good: what is added from here on belongs to a path that readers end differently. */
  close(): void {
    this.clear();
    this.#isClosed = true;
  }
}

const EVERYWHERE: Rectangle = [-1e9, -1e9, 1e9, 1e9];
