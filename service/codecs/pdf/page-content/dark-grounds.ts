import type { Rectangle } from '../rectangle.ts';
import { around } from './transformation.ts';

/** So many areas are remembered one by one; what is more counts as one large area. */
const MAX_AREAS = 64;

/** Areas of a page that were painted in another colour than white, on which white shows. */
export class DarkGrounds {
  readonly #areas: Rectangle[] = [];

  add(area: Rectangle): void {
    const last = this.#areas.at(-1);
    if (this.#areas.length < MAX_AREAS || last === undefined) this.#areas.push(area);
    else {
      const [left, bottom, right, top] = area;
      this.#areas[MAX_AREAS - 1] = around([
        [last[0], last[1]],
        [last[2], last[3]],
        [left, bottom],
        [right, top],
      ]);
    }
  }

  /** Whether one of them lies below some part of a rectangle. */
  areBelow([left, bottom, right, top]: Rectangle): boolean {
    return this.#areas.some((one) => one[0] < right && left < one[2] && one[1] < top && bottom < one[3]);
  }
}
