import type { PdfObject } from './pdf-objects.ts';

/** Values of a key that one dictionary names twice: one, and the next of the same key. */
type RepeatedValues = readonly (readonly [PdfObject, PdfObject])[];

/** Values of keys named twice, by the numbers of the objects read so far: readers disagree about which one counts. */
export class RepeatedKeys {
  readonly #values = new Map<number, RepeatedValues>();

  /** Keeps what object `number` repeats; `hold` pays for its memory, once. Throws what `hold` throws. */
  add(number: number, values: RepeatedValues, hold: () => void): void {
    if (values.length === 0) return;
    if (!this.#values.has(number)) hold();
    this.#values.set(number, values);
  }

  /** Those that came while it is gone through are among them. */
  [Symbol.iterator](): Iterator<[number, RepeatedValues]> {
    return this.#values.entries();
  }
}
