import type { ByteWindow } from './byte-window.ts';
import { isWhitespace } from './token-reader.ts';

/** White space before the header, two numbers of ten and five digits, the word. */
const HEADER_BYTES = 64;
const CHUNK_BYTES = 256 * 1024;
const MAX_GENERATION = 65_535;
const O = 0x6f;
const B = 0x62;
const J = 0x6a;

/** Where objects are said to start; typed arrays, because there may be millions. */
export class ObjectPlaces {
  readonly #numbers: Uint32Array;
  readonly #offsets: Float64Array;
  readonly #generations: Uint32Array;
  #count = 0;
  #isAscending = true;

  /** Room for `capacity` places. */
  constructor(capacity: number) {
    this.#numbers = new Uint32Array(capacity);
    this.#offsets = new Float64Array(capacity);
    this.#generations = new Uint32Array(capacity);
  }

  add(number: number, offset: number, generation: number): void {
    if (this.#count > 0 && offset < (this.#offsets[this.#count - 1] ?? 0)) this.#isAscending = false;
    this.#numbers[this.#count] = number;
    this.#offsets[this.#count] = offset;
    this.#generations[this.#count] = generation;
    this.#count++;
  }

  /** Where each object is said to start, by its number below `end`; -1 where it is said of none. */
  byNumber(end: number): Float64Array {
    const byNumber = new Float64Array(end).fill(-1);
    for (let index = 0; index < this.#count; index++) {
      byNumber[this.#numbers[index] ?? end] = this.#offsets[index] ?? -1;
    }
    return byNumber;
  }

  /**
   * The number of an object for which no header `number generation obj` (ISO 32000-2 clause 7.3.10) stands at its place,
   * after white space or right there; null when every one does. Reads the file through once.
   */
  findMisplaced(window: ByteWindow): number | null {
    const numbers = this.#numbers;
    const offsets = this.#offsets;
    const generations = this.#generations;
    const reader = new HeaderReader(window);
    for (const index of this.#inFileOrder()) {
      const number = numbers[index] ?? 0;
      if (!reader.isHeaderAt(offsets[index] ?? 0, number, generations[index] ?? 0)) return number;
    }
    return null;
  }

  #inFileOrder(): Iterable<number> {
    const order = new Uint32Array(this.#count);
    for (let index = 0; index < order.length; index++) order[index] = index;
    const offsets = this.#offsets;
    return this.#isAscending ? order : order.sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0));
  }
}

/** Reads headers at rising offsets. */
class HeaderReader {
  readonly #window: ByteWindow;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  /** One for the whole file, where it is not in memory: reading through it leaves no trail of garbage. */
  readonly #buffer: Uint8Array;

  constructor(window: ByteWindow) {
    this.#window = window;
    this.#buffer = new Uint8Array(window.source.readInto === undefined ? 0 : Math.min(CHUNK_BYTES, window.limit));
  }

  isHeaderAt(offset: number, number: number, generation: number): boolean {
    if (offset >= this.#window.limit || generation > MAX_GENERATION) return false;
    this.#load(offset - 1);
    const at = offset - this.#start;
    // In the middle of a larger number another object would begin.
    if (isDigit(this.#bytes[at - 1])) return false;
    const afterNumber = this.#skipNumber(this.#skipWhite(at), number);
    const generationAt = this.#skipWhite(afterNumber);
    const word = this.#skipWhite(this.#skipNumber(generationAt, generation));
    const bytes = this.#bytes;
    const isSeparate = generationAt > afterNumber && afterNumber > at;
    return isSeparate && bytes[word] === O && bytes[word + 1] === B && bytes[word + 2] === J;
  }

  #load(from: number): void {
    const end = Math.min(from + HEADER_BYTES, this.#window.limit);
    if (from >= this.#start && end <= this.#start + this.#bytes.length) return;
    const { source, limit } = this.#window;
    const length = Math.min(CHUNK_BYTES, limit - from);
    if (source.readInto === undefined) this.#bytes = this.#window.exactly(from, length);
    else {
      const buffer = this.#buffer.subarray(0, length);
      this.#bytes = buffer.subarray(0, source.readInto(from, buffer));
    }
    this.#start = from;
  }

  #skipWhite(start: number): number {
    let at = start;
    while (at < start + HEADER_BYTES && isWhitespace(this.#bytes[at] ?? O)) at++;
    return at;
  }

  /** Position after the digits of `wanted`, or where nothing can follow any more. */
  #skipNumber(start: number, wanted: number): number {
    let at = start;
    let value = 0;
    for (; at < start + HEADER_BYTES && isDigit(this.#bytes[at]); at++)
      value = value * 10 + (this.#bytes[at] ?? 0) - 0x30;
    return at > start && value === wanted ? at : this.#bytes.length;
  }
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39;
}
