import type { ByteSource } from '../byte-source.ts';
import { ObjectParser } from './object-parser.ts';
import { PdfError } from './pdf-error.ts';

const WINDOW_BYTES = 16 * 1024;
const FIRST_ATTEMPT_BYTES = 1024;
/** No single object, stream data aside, is longer in any sane file. */
const MAX_OBJECT_BYTES = 32 * 1024 * 1024;
/** Memory of all objects that stay for as long as the document is read, about. */
const MAX_HELD_BYTES = 48 * 1024 * 1024;

/** Told of work before or after it is done: bytes that were gone through, and bytes of memory that were filled. */
export type WorkMeter = (bytes: number) => void;

/** Keeps the last piece read, because objects that are used together mostly lie together. */
export class ByteWindow {
  readonly source: ByteSource;
  /** Nothing at or after this position is ever read. */
  readonly limit: number;
  /** For those who read what belongs to no object: cross-reference data. What it throws ends the reading. */
  readonly onWork: WorkMeter;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #heldBytes = 0;

  constructor(source: ByteSource, limit: number, onWork: WorkMeter = () => undefined) {
    this.source = source;
    this.limit = limit;
    this.onWork = onWork;
  }

  /** The bytes from `offset` on: at least `length` of them, fewer only where the document ends. */
  from(offset: number, length: number): Uint8Array {
    const needed = Math.min(length, this.limit - offset);
    const skip = offset - this.#start;
    if (skip >= 0 && skip + needed <= this.#bytes.length) return this.#bytes.subarray(skip);
    if (needed <= 0) return new Uint8Array(0);
    this.#bytes = this.source.read(offset, Math.min(Math.max(needed, WINDOW_BYTES), this.limit - offset));
    this.#start = offset;
    return this.#bytes;
  }

  /**
   * Counts memory of objects that nothing takes out again: trailers, and what readers disagree about. Two bytes of a file
   * can take hundreds, so that the work that a document may cost allows more than there is. Throws PdfError.
   */
  hold(bytes: number): void {
    this.#heldBytes += bytes;
    if (this.#heldBytes > MAX_HELD_BYTES) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many objects');
  }

  /** Exactly the bytes `offset` to `offset + length`, not kept. */
  exactly(offset: number, length: number): Uint8Array {
    if (length < 0 || offset < 0 || offset + length > this.limit) {
      throw new PdfError('PDF_STRUCTURE_INVALID', `${length} bytes at byte ${offset} reach beyond the document`);
    }
    const bytes = this.source.read(offset, length);
    if (bytes.length !== length) {
      throw new PdfError('PDF_STRUCTURE_INVALID', `the document ended early at byte ${offset + bytes.length}`);
    }
    return bytes;
  }

  /** Runs `parse` at `offset`, again with more bytes as long as its result depended on where the bytes ended. */
  parseAt<T>(offset: number, parse: (parser: ObjectParser) => T): T {
    if (offset < 0 || offset >= this.limit) {
      throw new PdfError('PDF_STRUCTURE_INVALID', `offset ${offset} lies outside the document`);
    }
    for (let length = FIRST_ATTEMPT_BYTES; ;) {
      const bytes = this.from(offset, length);
      const parser = new ObjectParser(bytes, offset);
      const isAll = offset + bytes.length >= this.limit;
      try {
        const result = parse(parser);
        if (isAll || !parser.touchedEnd) return result;
      } catch (error) {
        if (isAll || !parser.touchedEnd) throw error;
      }
      length = Math.max(bytes.length, length) * 4;
      if (length > MAX_OBJECT_BYTES) throw new PdfError('PDF_LIMIT_EXCEEDED', `object too long at byte ${offset}`);
    }
  }
}
