const MIB = 1024 * 1024;
/** What a process may hold over what it held before its first document. */
const ROOM_BYTES = 64 * MIB;
/** By how much a document that was large leaves the process larger; what small ones leave is found by V8 in time. */
const LARGE_BYTES = 16 * MIB;

/**
 * Tells when a process holds so much of earlier documents that the next one should have another process: V8 keeps what
 * it was given for a large document, garbage and room alike, so that several of them in turn took 500 MiB where none alone takes
 * 300. `held`: bytes of memory that the process holds.
 */
export class GrownMemory {
  readonly #held: () => number;
  #ground: number;
  #last: number;

  constructor(held: () => number = () => process.memoryUsage.rss()) {
    this.#held = held;
    this.#ground = held();
    this.#last = this.#ground;
  }

  /** What was read since is there for all documents: trust material. */
  settle(): void {
    this.#ground = this.#held();
    this.#last = this.#ground;
  }

  /** Asked once after each document. */
  isTooLarge(): boolean {
    const held = this.#held();
    const grown = held - this.#last;
    this.#last = held;
    return grown > LARGE_BYTES && held - this.#ground > ROOM_BYTES;
  }
}
