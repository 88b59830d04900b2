import type { PdfObject } from './pdf-objects.ts';

const MAX_OBJECTS = 4096;
const MAX_BYTES = 16 * 1024 * 1024;

/** Objects of a document that were read, by their numbers: as many as there is room for. */
export class KeptObjects {
  readonly #objects = new Map<number, PdfObject>();
  #bytes = 0;

  /** Undefined for one that has to be read. */
  get(number: number): PdfObject | undefined {
    return this.#objects.get(number);
  }

  /** `weight`: bytes of memory that it takes. */
  keep(number: number, object: PdfObject, weight: number): void {
    this.#bytes += weight;
    if (this.#objects.size >= MAX_OBJECTS || this.#bytes > MAX_BYTES) {
      this.#objects.clear();
      this.#bytes = 0;
    }
    this.#objects.set(number, object);
  }
}
