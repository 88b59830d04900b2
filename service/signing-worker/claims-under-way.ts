/**
 * The claims that one life of a worker asks for. A database server answers on several connections: one that is asked to
 * release what a dead worker held may do that before a claim of it that is still on its way, which would then hold its job
 * until the lease is over.
 */
export class ClaimsUnderWay {
  readonly #claims = new Set<Promise<unknown>>();
  #isOver = false;

  /** Whether the worker is dead, which has not heard then what it was given. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** What `claim` answers; `none` without it for what comes out of the pipe of a worker that is dead. */
  async ask<T>(claim: () => Promise<T>, none: T): Promise<T> {
    if (this.#isOver) return none;
    const asked = claim();
    this.#claims.add(asked);
    try {
      return await asked;
    } finally {
      this.#claims.delete(asked);
    }
  }

  /** The worker is dead. Resolves when whatever it has asked for is claimed or refused. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#claims);
  }
}
