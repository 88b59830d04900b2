import { Asn1Cursor } from './asn1-cursor.ts';
import { Asn1Error } from './asn1-error.ts';
import { readHeader, type ReadContext } from './asn1-header.ts';
import { decodeOid } from './oid.ts';
import { CONSTRUCTED_BIT, TAG } from './tags.ts';
import { decodeTime } from './time.ts';

export type { ReadContext } from './asn1-header.ts';

/**
 * One value inside a larger encoding: a view with its offsets, decoded on request. Offsets are into `source`;
 * `start` to `end` is the whole value, `contentStart` to `contentEnd` its content octets. Every decoding method
 * throws Asn1Error: ASN1_TAG_UNEXPECTED for another type, ASN1_VALUE_INVALID for a value that DER forbids.
 */
class Asn1Element {
  readonly source: Uint8Array;
  readonly tag: number;
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
  readonly #context: ReadContext;
  readonly #depth: number;

  constructor(context: ReadContext, start: number, limit: number, depth: number) {
    const header = readHeader(context, start, limit, depth);
    this.source = context.source;
    this.tag = header.tag;
    this.start = start;
    this.contentStart = header.contentStart;
    this.contentEnd = header.contentEnd;
    this.end = header.end;
    this.#context = context;
    this.#depth = depth;
  }

  /** The whole value, header included. A view, not a copy. */
  get encoded(): Uint8Array {
    return this.source.subarray(this.start, this.end);
  }

  /** The content octets. A view, not a copy. */
  get content(): Uint8Array {
    return this.source.subarray(this.contentStart, this.contentEnd);
  }

  get isConstructed(): boolean {
    return (this.tag & CONSTRUCTED_BIT) !== 0;
  }

  /** Steps through the elements inside; `tag` insists on a type first. */
  cursor(tag?: number): Asn1Cursor<Asn1Element> {
    if (tag !== undefined) this.expect(tag);
    if (!this.isConstructed)
      throw new Asn1Error('ASN1_TAG_UNEXPECTED', 'A primitive value has no elements', this.start);
    return new Asn1Cursor(this.contentStart, this.contentEnd, (start, limit) =>
      readElement(this.#context, start, limit, this.#depth + 1),
    );
  }

  children(tag?: number): Asn1Element[] {
    const cursor = this.cursor(tag);
    const elements: Asn1Element[] = [];
    while (!cursor.isDone) elements.push(cursor.next());
    return elements;
  }

  /** The only element inside, as in EXPLICIT tagging. */
  single(): Asn1Element {
    const cursor = this.cursor();
    const element = cursor.next();
    cursor.finish();
    return element;
  }

  expect(tag: number): this {
    if (this.tag === tag) return this;
    throw new Asn1Error('ASN1_TAG_UNEXPECTED', `Tag ${hex(this.tag)} where ${hex(tag)} is due`, this.start);
  }

  oid(): string {
    return decodeOid(this.expect(TAG.oid).content);
  }

  boolean(tag: number = TAG.boolean): boolean {
    const content = this.expect(tag).content;
    if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) throw this.#invalid('BOOLEAN');
    return content[0] === 0xff;
  }

  /** The two's complement content octets of an INTEGER, checked to be minimal (X.690 8.3.2). */
  integerBytes(tag: number = TAG.integer): Uint8Array {
    const content = this.expect(tag).content;
    const [first, second] = content;
    if (first === undefined) throw this.#invalid('INTEGER');
    const isPadded = second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
    if (isPadded) throw this.#invalid('INTEGER');
    return content;
  }

  /** An INTEGER or ENUMERATED between 0 and 2^47. */
  smallInteger(tag: number = TAG.integer): number {
    const content = this.integerBytes(tag);
    if (content.length > 6 || (content[0] ?? 0) >= 0x80) throw this.#invalid('INTEGER');
    let value = 0;
    for (const byte of content) value = value * 256 + byte;
    return value;
  }

  /** Content of a primitive OCTET STRING. */
  octetString(): Uint8Array {
    return this.expect(TAG.octetString).content;
  }

  /**
   * Content of an OCTET STRING whose BER encoding may be constructed (X.690 8.7): the pieces in their order.
   * One piece in DER. Join them only if they are small.
   */
  octetStringPieces(tag: number = TAG.octetString): Uint8Array[] {
    if (this.tag === tag) return [this.content];
    if (this.#context.encoding === 'DER') this.expect(tag);
    this.expect(tag | CONSTRUCTED_BIT);
    return this.children().flatMap((piece) => piece.octetStringPieces());
  }

  /** Bits and how many of the last byte are unused (they must be zero, X.690 11.2.1). */
  bitString(): { bytes: Uint8Array; unusedBits: number } {
    const content = this.expect(TAG.bitString).content;
    const unusedBits = content[0];
    const bytes = content.subarray(1);
    if (unusedBits === undefined || unusedBits > 7 || (unusedBits > 0 && bytes.length === 0)) {
      throw this.#invalid('BIT STRING');
    }
    if (((bytes.at(-1) ?? 0) & ((1 << unusedBits) - 1)) !== 0) throw this.#invalid('BIT STRING');
    return { bytes, unusedBits };
  }

  /** A BIT STRING of whole bytes, as keys and signature values are. */
  bitStringBytes(): Uint8Array {
    const { bytes, unusedBits } = this.bitString();
    if (unusedBits !== 0) throw this.#invalid('BIT STRING');
    return bytes;
  }

  /**
   * Numbers of the bits that are set, bit 0 being the first. Unused bits that are set all the same do not count (X.690
   * 8.6.2.4, BER): some authorities write them, and a flag, unlike a key or a signature value, means the same without.
   */
  namedBits(tag: number = TAG.bitString): number[] {
    const content = this.expect(tag).content;
    const unusedBits = content[0];
    const bytes = content.subarray(1);
    if (unusedBits === undefined || unusedBits > 7 || bytes.length > 8) throw this.#invalid('BIT STRING');
    return Array.from({ length: Math.max(0, bytes.length * 8 - unusedBits) }, (_, bit) => bit).filter(
      (bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0,
    );
  }

  time(): Date {
    if (this.tag !== TAG.generalizedTime) this.expect(TAG.utcTime);
    return decodeTime(this.tag, this.content);
  }

  null(): void {
    if (this.expect(TAG.null).content.length !== 0) throw this.#invalid('NULL');
  }

  #invalid(type: string): Asn1Error {
    return new Asn1Error('ASN1_VALUE_INVALID', `Not a DER ${type}`, this.start);
  }
}

export type { Asn1Element };

/** Reads the header at `start`; the value must end at or before `limit`. */
export function readElement(context: ReadContext, start: number, limit: number, depth: number): Asn1Element {
  context.elements++;
  if (context.elements > context.limits.maxElements) {
    throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', `More than ${context.limits.maxElements} elements`, start);
  }
  return new Asn1Element(context, start, limit, depth);
}

function hex(tag: number): string {
  return `0x${tag.toString(16).padStart(2, '0')}`;
}
