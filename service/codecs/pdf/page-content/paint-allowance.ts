/** Of what is painted anywhere, seen or cut off. */
const MAX_PAINTED = 300_000;
/** So many cost as much as one operation. */
const PAINTED_BY_STEP = 4;

/**
 * What the contents of a page may paint, counted over all of their streams: one operator may paint a path of any number of
 * parts, and a text in which each letter is a drawing with as many.
 */
export class PaintAllowance {
  #painted = 0;
  readonly #countStep: () => void;

  /** `countStep` is told of work, and throws where a document has cost enough. */
  constructor(countStep: () => void) {
    this.#countStep = countStep;
  }

  get isSpent(): boolean {
    return this.#painted >= MAX_PAINTED;
  }

  /** Whether one thing more may be painted. Throws what `countStep` throws. */
  take(): boolean {
    if (this.isSpent) return false;
    if (++this.#painted % PAINTED_BY_STEP === 0) this.#countStep();
    return true;
  }
}
