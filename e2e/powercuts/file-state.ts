import type { SeededRandom } from '../fuzz/random.ts';

/** What of the unconfirmed survives: nothing, all, what was done first, or anything at all. */
export const SURVIVALS = ['nothing', 'all', 'first', 'some'] as const;
export type Survival = (typeof SURVIVALS)[number];

/** Pages reach the disk one by one. */
const PAGE_BYTES = 4096;

interface Change {
  readonly order: number;
  /** Null: the file has `offset` bytes from here on. */
  readonly bytes: Buffer | null;
  readonly offset: number;
}

/** One file: what of it is there for certain, and what was done to it since in the order in which it was done. */
export class FileState {
  #certain: Buffer = Buffer.alloc(0);
  #size = 0;
  #changes: Change[] = [];

  write(order: number, offset: number, bytes: Buffer): void {
    this.#changes.push({ order, offset, bytes });
  }

  truncate(order: number, size: number): void {
    this.#changes.push({ order, offset: size, bytes: null });
  }

  /** Whatever was done up to `order` is there for certain now. */
  confirm(order: number): void {
    for (const change of this.#changes) {
      if (change.order > order) break;
      [this.#certain, this.#size] = apply(this.#certain, this.#size, change);
    }
    this.#changes = this.#changes.filter((change) => change.order > order);
  }

  /** What a power cut leaves of it. */
  cut(survival: Survival, random: SeededRandom): Buffer {
    let [bytes, size]: [Buffer, number] = [Buffer.from(this.#certain.subarray(0, this.#size)), this.#size];
    const count = { nothing: 0, all: this.#changes.length, first: random.natural(this.#changes.length + 1) };
    const kept = survival === 'some' ? this.#changes.flatMap((change) => pieces(change, random)) : this.#changes;
    for (const change of survival === 'some' ? kept : kept.slice(0, count[survival])) {
      [bytes, size] = apply(bytes, size, change);
    }
    return bytes.subarray(0, size);
  }
}

/** The file and its size after a change. Where nobody wrote, there are zeros. */
function apply(bytes: Buffer, size: number, { offset, bytes: written }: Change): [Buffer, number] {
  if (written === null) {
    // What lies behind the end must not come back when the file grows again.
    const room = withRoom(bytes, offset);
    room.fill(0, Math.min(offset, size), size);
    return [room, offset];
  }
  const room = withRoom(bytes, offset + written.length);
  written.copy(room, offset);
  return [room, Math.max(size, offset + written.length)];
}

function withRoom(bytes: Buffer, size: number): Buffer {
  if (bytes.length >= size) return bytes;
  const larger = Buffer.alloc(Math.max(size, bytes.length * 2));
  bytes.copy(larger);
  return larger;
}

/** Which pages of what was written are on the disk. */
function pieces(change: Change, random: SeededRandom): Change[] {
  const { order, offset, bytes } = change;
  if (bytes === null) return random.natural(2) === 0 ? [change] : [];
  const found: Change[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + PAGE_BYTES - ((offset + at) % PAGE_BYTES));
    if (random.natural(2) === 0) found.push({ order, offset: offset + at, bytes: bytes.subarray(at, end) });
    at = end;
  }
  return found;
}
