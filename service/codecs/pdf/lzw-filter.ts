import { invalidStructure } from './pdf-error.ts';
import { checkExpansion } from './simple-filters.ts';

const CLEAR = 256;
const END = 257;
const FIRST_ENTRY = 258;
const MAX_ENTRIES = 4096 - FIRST_ENTRY;
const LEAST_WIDTH = 9;
const MIN_OUTPUT_BYTES = 1024;

/**
 * ISO 32000-2 clause 7.4.4; codes grow one entry early unless the stream says otherwise. Throws PdfError for damaged data
 * and for more than `maxBytes`.
 */
export function decodeLzw(bytes: Uint8Array, isEarlyChange: boolean, maxBytes: number): Uint8Array {
  const early = isEarlyChange ? 1 : 0;
  const output = new LzwOutput(bytes.length, maxBytes);
  let width = LEAST_WIDTH;
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xffffff;
    pendingBits += 8;
    if (pendingBits < width) continue;
    pendingBits -= width;
    const code = (pending >> pendingBits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) output.clear();
    else output.add(code);
    width = widthOf(output.entries + FIRST_ENTRY + early);
  }
  return output.bytes();
}

function widthOf(next: number): number {
  if (next >= 2048) return 12;
  if (next >= 1024) return 11;
  return next >= 512 ? 10 : LEAST_WIDTH;
}

/**
 * What the codes become. An entry of the table is what a code gave and the first byte of what the next one gave, which
 * stand in the output one after the other: it is kept as a place there, so that no entry takes memory of its own.
 */
class LzwOutput {
  readonly #maxBytes: number;
  readonly #starts = new Uint32Array(MAX_ENTRIES);
  readonly #lengths = new Uint32Array(MAX_ENTRIES);
  /** In the table. */
  entries = 0;
  #bytes: Uint8Array;
  #length = 0;
  #previousStart = 0;
  /** 0 where no code came since the table was cleared. */
  #previousLength = 0;

  constructor(expectedBytes: number, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#bytes = new Uint8Array(Math.min(maxBytes, Math.max(MIN_OUTPUT_BYTES, expectedBytes)));
  }

  clear(): void {
    this.entries = 0;
    this.#previousLength = 0;
  }

  /** Gives what a code stands for. Throws PdfError where it stands for nothing. */
  add(code: number): void {
    const start = this.#length;
    // The code that comes next may stand for the entry that it completes.
    this.#completeEntry();
    if (code < CLEAR) {
      this.#makeRoom(1);
      this.#bytes[this.#length++] = code;
    } else this.#repeat(code - FIRST_ENTRY);
    this.#previousStart = start;
    this.#previousLength = this.#length - start;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #completeEntry(): void {
    if (this.#previousLength === 0 || this.entries >= MAX_ENTRIES) return;
    this.#starts[this.entries] = this.#previousStart;
    this.#lengths[this.entries] = this.#previousLength + 1;
    this.entries++;
  }

  #repeat(entry: number): void {
    if (entry >= this.entries) throw invalidStructure('damaged LZW data');
    const length = this.#lengths[entry] ?? 0;
    this.#makeRoom(length);
    const bytes = this.#bytes;
    let from = this.#starts[entry] ?? 0;
    // Byte by byte: the entry may end with the first byte that this very code gives.
    for (const end = this.#length + length; this.#length < end; this.#length++)
      bytes[this.#length] = bytes[from++] ?? 0;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    checkExpansion(needed, this.#maxBytes);
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, this.#bytes.length * 2)));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
