import type { ByteSource } from '../byte-source.ts';
import { Asn1Error } from './asn1-error.ts';
import type { Asn1Element } from './asn1-element.ts';
import { END_OF_CONTENTS_BYTES, endOfHeader, INDEFINITE, readDefiniteLength } from './asn1-header.ts';
import { DEFAULT_ASN1_LIMITS, type Asn1Limits } from './asn1-limits.ts';
import { readPrefix } from './asn1-reader.ts';
import { CONSTRUCTED_BIT } from './tags.ts';

/** The longest header there is: identifier, length of the length, six octets of length. */
const MAX_HEADER_BYTES = 8;
/** First look at a value of indefinite length; each further look is eight times as long. */
const FIRST_LOOK_BYTES = 64 * 1024;

/** Content octets of a value, or of a piece of it: offsets into the source. */
export interface OctetRange {
  readonly start: number;
  readonly end: number;
}

interface Frame {
  /** Null for indefinite length: end-of-contents octets say where it ends. */
  readonly end: number | null;
  /** What is inside must end here at the latest. */
  readonly limit: number;
}

interface StreamHeader {
  readonly tag: number;
  readonly contentStart: number;
  /** Null for indefinite length. */
  readonly contentEnd: number | null;
}

/**
 * Steps through a BER encoding from front to back without holding it: constructed values are entered and left, small
 * ones loaded, octet strings passed over. `maxBytes` bounds what is loaded, all values together; pieces of octet
 * strings may be as many as `maxElements` and one more for every 512 octets. Throws Asn1Error.
 */
export class BerStream {
  readonly #source: ByteSource;
  readonly #limits: Asn1Limits;
  readonly #frames: Frame[] = [];
  #offset: number;
  #loadable: number;
  #elements = 0;
  #passed = 0;
  #header: StreamHeader | null = null;
  readonly #buffer = new Uint8Array(MAX_HEADER_BYTES);
  #buffered = this.#buffer;
  #bufferedAt = -1;

  constructor(
    source: ByteSource,
    limits: Partial<Asn1Limits> = {},
    range: OctetRange = { start: 0, end: source.size },
  ) {
    this.#source = source;
    this.#limits = { ...DEFAULT_ASN1_LIMITS, ...limits };
    this.#loadable = this.#limits.maxBytes;
    this.#offset = range.start;
    this.#frames.push({ end: range.end, limit: range.end });
  }

  /** Where the next value starts. */
  get offset(): number {
    return this.#offset;
  }

  /** Where the value that is open now must end at the latest. */
  get limit(): number {
    return this.#frame.limit;
  }

  get isAtEnd(): boolean {
    const { end, limit } = this.#frame;
    if (end !== null) return this.#offset >= end;
    const [first, second] = this.#headerBytes();
    if (this.#offset + END_OF_CONTENTS_BYTES > limit) {
      throw new Asn1Error('ASN1_TRUNCATED', 'The end-of-contents is missing', this.#offset);
    }
    return first === 0 && second === 0;
  }

  /** Whether a value follows that has this tag. */
  isNext(tag: number): boolean {
    return !this.isAtEnd && this.#peek().tag === tag;
  }

  /** Goes into the next value, which must be constructed and have this tag. */
  enter(tag: number): void {
    const { contentStart, contentEnd } = this.#take(tag);
    if (this.#frames.length > this.#limits.maxDepth) {
      throw new Asn1Error('ASN1_DEPTH_EXCEEDED', `Nested deeper than ${this.#limits.maxDepth}`, this.#offset);
    }
    this.#frames.push({ end: contentEnd, limit: contentEnd ?? this.#frame.limit });
    this.#offset = contentStart;
  }

  /** Comes out of the value entered last; nothing may be left in it. */
  leave(): void {
    if (!this.isAtEnd) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'An unexpected element follows', this.#offset);
    if (this.#frame.end === null) this.#offset += END_OF_CONTENTS_BYTES;
    this.#frames.pop();
  }

  /** Loads the next value as a whole and gives what `decode` makes of it. */
  read<Result>(decode: (element: Asn1Element) => Result): Result {
    const start = this.#offset;
    const { contentEnd } = this.#peek();
    const element = contentEnd === null ? this.#loadIndefinite() : this.#load(contentEnd - start);
    this.#loadable -= element.end;
    this.#offset += element.end;
    this.#header = null;
    return moved(start, () => decode(element));
  }

  /** Passes over an OCTET STRING and gives its pieces: one when primitive, any number when constructed (X.690 8.7). */
  *passOctetString(tag: number): Generator<OctetRange> {
    const depth = this.#frames.length;
    do {
      if (this.#frames.length > depth && this.isAtEnd) this.leave();
      else if (this.isNext(tag | CONSTRUCTED_BIT)) this.enter(tag | CONSTRUCTED_BIT);
      else yield this.#passPiece(tag);
    } while (this.#frames.length > depth);
  }

  #passPiece(tag: number): OctetRange {
    const { contentStart: start, contentEnd } = this.#take(tag);
    if (contentEnd === null) {
      throw new Asn1Error('ASN1_INDEFINITE_LENGTH_FORBIDDEN', 'Indefinite length', this.#offset);
    }
    this.#offset = contentEnd;
    this.#passed += contentEnd - start;
    return { start, end: contentEnd };
  }

  get #frame(): Frame {
    const frame = this.#frames.at(-1);
    if (frame === undefined) throw new RangeError('Left more values than were entered');
    return frame;
  }

  #take(tag: number): StreamHeader {
    const header = this.#peek();
    if (header.tag !== tag) {
      const message = `Tag 0x${header.tag.toString(16)} where 0x${tag.toString(16)} is due`;
      throw new Asn1Error('ASN1_TAG_UNEXPECTED', message, this.#offset);
    }
    this.#elements++;
    if (this.#elements > this.#limits.maxElements + this.#passed / 512) {
      throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', 'Too many elements', this.#offset);
    }
    this.#header = null;
    return header;
  }

  #peek(): StreamHeader {
    this.#header ??= this.#readHeader();
    return this.#header;
  }

  #readHeader(): StreamHeader {
    const start = this.#offset;
    const { limit, end } = this.#frame;
    if (end !== null && start >= end) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'An element is missing', start);
    const bytes = this.#headerBytes();
    return moved(start, () => {
      const headerBytes = endOfHeader(bytes, 0, bytes.length);
      const tag = bytes[0] ?? 0;
      if (bytes[1] === INDEFINITE) {
        if ((tag & CONSTRUCTED_BIT) === 0) {
          throw new Asn1Error('ASN1_INDEFINITE_LENGTH_FORBIDDEN', 'Indefinite length', 0);
        }
        return { tag, contentStart: start + headerBytes, contentEnd: null };
      }
      const contentEnd = start + headerBytes + readDefiniteLength(bytes, 0, headerBytes, 'BER');
      if (contentEnd > limit) throw new Asn1Error('ASN1_TRUNCATED', 'The content is cut off', 0);
      return { tag, contentStart: start + headerBytes, contentEnd };
    });
  }

  /** Out of a file into one small buffer: a window around each of a million pieces would be read to be thrown away. */
  #headerBytes(): Uint8Array {
    const length = Math.min(MAX_HEADER_BYTES, this.limit - this.#offset);
    if (this.#source.readInto === undefined) return this.#source.read(this.#offset, length);
    if (this.#bufferedAt === this.#offset && this.#buffered.length === length) return this.#buffered;
    this.#buffered = this.#buffer.subarray(0, length);
    this.#buffered = this.#buffered.subarray(0, this.#source.readInto(this.#offset, this.#buffered));
    this.#bufferedAt = this.#offset;
    return this.#buffered;
  }

  #loadIndefinite(): Asn1Element {
    const available = this.limit - this.#offset;
    for (let look = FIRST_LOOK_BYTES; ; look *= 8) {
      const size = Math.min(look, available, this.#loadable);
      try {
        return this.#load(size);
      } catch (error) {
        const isCutOff = error instanceof Asn1Error && error.code === 'ASN1_TRUNCATED' && size < available;
        if (!isCutOff) throw error;
        if (size >= this.#loadable) throw this.#tooLarge();
      }
    }
  }

  /** One value out of the next `size` bytes. */
  #load(size: number): Asn1Element {
    if (size > this.#loadable) throw this.#tooLarge();
    const bytes = this.#source.read(this.#offset, size);
    return moved(this.#offset, () => readPrefix(bytes, 'BER', this.#limits));
  }

  #tooLarge(): Asn1Error {
    const message = `More than ${this.#limits.maxBytes} bytes beside the content`;
    return new Asn1Error('ASN1_SIZE_EXCEEDED', message, this.#offset);
  }
}

/** Runs with offsets from zero; errors come out with offsets in the source. */
function moved<Result>(base: number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof Asn1Error) throw error.movedBy(base);
    throw error;
  }
}
