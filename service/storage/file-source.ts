import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../codecs/byte-source.ts';

const WINDOW_BYTES = 64 * 1024;

/** An open file; `close` must be called once. */
export interface OpenFile extends ByteSource {
  close(): void;
}

/**
 * Opens a file for random access. Small reads are answered from one window around the last place read, because parsers
 * ask for neighbouring pieces; large ones go straight to the file. Errors are those of node:fs.
 */
export function openFileSource(path: string): OpenFile {
  const descriptor = openSync(path, 'r');
  try {
    return new WindowedFile(descriptor, fstatSync(descriptor).size);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

class WindowedFile implements OpenFile {
  readonly size: number;
  readonly #descriptor: number;
  #window: Uint8Array = new Uint8Array(0);
  #windowStart = 0;

  constructor(descriptor: number, size: number) {
    this.#descriptor = descriptor;
    this.size = size;
  }

  read(offset: number, length: number): Uint8Array {
    const end = Math.min(offset + length, this.size);
    if (end <= offset) return new Uint8Array(0);
    const isInside = offset >= this.#windowStart && end <= this.#windowStart + this.#window.length;
    if (!isInside) {
      if (end - offset > WINDOW_BYTES / 2) return this.#load(offset, end - offset);
      // A little before the place too: files are often read from their end.
      this.#windowStart = Math.max(0, Math.min(offset - WINDOW_BYTES / 8, this.size - WINDOW_BYTES));
      this.#window = this.#load(this.#windowStart, Math.min(WINDOW_BYTES, this.size - this.#windowStart));
    }
    return this.#window.subarray(offset - this.#windowStart, end - this.#windowStart);
  }

  readonly readInto = (offset: number, target: Uint8Array): number => {
    let filled = 0;
    while (filled < target.length) {
      const count = readSync(this.#descriptor, target, filled, target.length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  };

  close(): void {
    closeSync(this.#descriptor);
  }

  /** A fresh buffer each time: earlier results must stay as they are. */
  #load(offset: number, length: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(length);
    return bytes.subarray(0, this.readInto(offset, bytes));
  }
}
