export interface FairTurnsLimits {
  /** Of all clients together, at a time. */
  readonly atOnce: number;
  readonly atOncePerClient: number;
  readonly waitingPerClient: number;
  /** Of all clients together. */
  readonly waiting: number;
}

/** Turns of one line, first come, first served. */
class Line {
  #free: number;
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
    this.#free = size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isIdle(): boolean {
    return this.#free === this.#size;
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}

/**
 * Work that is done for so many at a time. Each client stands in a line of its own first, and has no more than its share in
 * the common one: whoever brings a crowd, or what takes long, makes itself wait.
 */
export class FairTurns {
  readonly #limits: FairTurnsLimits;
  readonly #all: Line;
  readonly #clients = new Map<string, Line>();

  constructor(limits: FairTurnsLimits) {
    this.#limits = limits;
    this.#all = new Line(limits.atOnce);
  }

  /** Whether one more of this client may wait. */
  hasRoom(client: string): boolean {
    const waiting = [...this.#clients.values()].reduce((sum, line) => sum + line.waiting, 0);
    const own = this.#clients.get(client)?.waiting ?? 0;
    return own < this.#limits.waitingPerClient && waiting < this.#limits.waiting;
  }

  /** Does it in its turn, and answers what it answers. */
  async run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#clients.get(client) ?? new Line(this.#limits.atOncePerClient);
    this.#clients.set(client, own);
    await own.take();
    try {
      await this.#all.take();
      try {
        return await work();
      } finally {
        this.#all.give();
      }
    } finally {
      own.give();
      if (own.isIdle) this.#clients.delete(client);
    }
  }
}
