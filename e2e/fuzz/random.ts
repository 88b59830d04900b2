/** Numbers that depend on the seed only, so that a run can be had again. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 to `below` - 1. */
  natural(below: number): number {
    return Math.floor(this.#next() * below);
  }

  /** Small numbers much more often than large ones; 1 to `most`. */
  size(most: number): number {
    return Math.max(1, Math.floor(most ** this.#next()));
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.natural(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** Mulberry32: 32 bits of state are plenty for choosing what to break next. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
