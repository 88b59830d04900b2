/** A message that waits for a consumer. */
export interface ReadyMessage {
  readonly sequence: number;
  readonly redelivered: boolean;
}

/** How many taken places may lie unused at the front before the array is cut. */
const MAX_SLACK = 4096;

/**
 * The order of delivery: oldest first, and what came back goes ahead of what was never out. It holds one number per
 * message, so a long backlog costs next to nothing.
 */
export class ReadyQueue {
  /** Never delivered by this process, ascending; the first `#taken` are gone. */
  #fresh: number[];
  #taken = 0;
  /** Given back, ascending; all of them are older than any fresh one. */
  readonly #returned: number[] = [];
  /** What an earlier process has stored up to here may have been delivered by it. */
  readonly #recoveredUpTo: number;

  /** `recovered`: the sequence numbers an earlier process has left, ascending. */
  constructor(recovered: readonly number[]) {
    this.#fresh = [...recovered];
    this.#recoveredUpTo = recovered.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  get size(): number {
    return this.#returned.length + this.#fresh.length - this.#taken;
  }

  /** Appends a new message; `sequence` is higher than all before. */
  add(sequence: number): void {
    this.#fresh.push(sequence);
  }

  /** Puts a delivered message back at its old place. */
  giveBack(sequence: number): void {
    const index = this.#returned.findIndex((other) => other > sequence);
    this.#returned.splice(index === -1 ? this.#returned.length : index, 0, sequence);
  }

  take(): ReadyMessage | undefined {
    const returned = this.#returned.shift();
    if (returned !== undefined) return { sequence: returned, redelivered: true };
    const sequence = this.#fresh[this.#taken];
    if (sequence === undefined) return undefined;
    this.#taken += 1;
    if (this.#taken === this.#fresh.length || this.#taken > MAX_SLACK) {
      this.#fresh = this.#fresh.slice(this.#taken);
      this.#taken = 0;
    }
    return { sequence, redelivered: sequence <= this.#recoveredUpTo };
  }
}
