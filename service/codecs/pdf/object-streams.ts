import { ObjectParser } from './object-parser.ts';
import { invalidStructure } from './pdf-error.ts';
import { isCount, type PdfObject } from './pdf-objects.ts';

const MAX_CACHED_STREAM_BYTES = 8 * 1024 * 1024;

/** The data of an object stream, clause 7.5.7, with the numbers of its objects and where they begin. */
export interface ObjectStream {
  readonly bytes: Uint8Array;
  readonly numbers: Uint32Array;
  readonly offsets: Uint32Array;
}

/** The object streams of a document, each read when the first of its objects is asked for. */
export class ObjectStreams {
  readonly #streams = new Map<number, ObjectStream>();
  readonly #open: (container: number) => ObjectStream;
  #cachedBytes = 0;

  constructor(open: (container: number) => ObjectStream) {
    this.#open = open;
  }

  /** A parser that stands before object `number`, which the cross-reference places in `container` as its `index`th. */
  parserAt(
    number: number,
    { container, index }: { readonly container: number; readonly index: number },
  ): { readonly parser: ObjectParser; readonly start: number } {
    const { bytes, numbers, offsets } = this.#stream(container);
    const start = offsets[index];
    if (start === undefined || numbers[index] !== number) {
      throw invalidStructure(`object ${number} is not in object stream ${container}`);
    }
    return { parser: new ObjectParser(bytes, 0, start), start };
  }

  #stream(container: number): ObjectStream {
    const cached = this.#streams.get(container);
    if (cached !== undefined) return cached;
    const stream = this.#open(container);
    if (this.#cachedBytes + stream.bytes.length > MAX_CACHED_STREAM_BYTES) {
      this.#streams.clear();
      this.#cachedBytes = 0;
    }
    this.#streams.set(container, stream);
    this.#cachedBytes += stream.bytes.length;
    return stream;
  }
}

/** Reads the table at the beginning of an object stream's data. Throws PdfError. */
export function readObjectStream(bytes: Uint8Array, count: PdfObject, first: PdfObject): ObjectStream {
  if (!isCount(count) || !isCount(first) || first > bytes.length || count > first) {
    throw invalidStructure('malformed object stream');
  }
  const numbers = new Uint32Array(count);
  const offsets = new Uint32Array(count);
  const parser = new ObjectParser(bytes.subarray(0, first), 0);
  for (let index = 0; index < count; index++) {
    numbers[index] = parser.expectInteger();
    offsets[index] = first + parser.expectInteger();
  }
  return { bytes, numbers, offsets };
}
