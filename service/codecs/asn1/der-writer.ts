import { encodeOid } from './oid.ts';
import { TAG, contextConstructed } from './tags.ts';
import { encodeTime } from './time.ts';

/** Joins byte arrays into one new array. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of parts) size += part.length;
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** How many bytes identifier and length take for a content of `contentBytes` (definite, minimal: X.690 10.1). */
export function headerSize(contentBytes: number): number {
  return contentBytes < 0x80 ? 2 : 2 + lengthOctets(contentBytes);
}

function lengthOctets(contentBytes: number): number {
  let count = 0;
  for (let left = contentBytes; left > 0; left = Math.floor(left / 256)) count++;
  return count;
}

/** Identifier and length octets alone, for values whose content is written elsewhere. */
export function derHeader(tag: number, contentBytes: number): Uint8Array {
  const header = new Uint8Array(headerSize(contentBytes));
  writeHeader(header, tag, contentBytes);
  return header;
}

function writeHeader(target: Uint8Array, tag: number, contentBytes: number): number {
  target[0] = tag;
  if (contentBytes < 0x80) {
    target[1] = contentBytes;
    return 2;
  }
  const count = lengthOctets(contentBytes);
  target[1] = 0x80 | count;
  let left = contentBytes;
  for (let index = count; index > 0; index--) {
    target[1 + index] = left % 256;
    left = Math.floor(left / 256);
  }
  return 2 + count;
}

/** One DER value from its tag and the pieces of its content. */
export function derValue(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  for (const part of content) size += part.length;
  const encoded = new Uint8Array(headerSize(size) + size);
  let offset = writeHeader(encoded, tag, size);
  for (const part of content) {
    encoded.set(part, offset);
    offset += part.length;
  }
  return encoded;
}

export function derSequence(...elements: readonly Uint8Array[]): Uint8Array {
  return derValue(TAG.sequence, ...elements);
}

/** SET OF: elements in ascending order of their encodings (X.690 11.6). `tag` for an IMPLICIT context tag. */
export function derSetOf(elements: readonly Uint8Array[], tag: number = TAG.set): Uint8Array {
  return derValue(tag, ...elements.toSorted(compareDer));
}

/** Order of X.690 11.6: as octet strings, the shorter one padded with zeros at its end. */
export function compareDer(left: Uint8Array, right: Uint8Array): number {
  return Buffer.compare(left, right);
}

/** EXPLICIT `[number]` around one value. */
export function derExplicit(number: number, value: Uint8Array): Uint8Array {
  return derValue(contextConstructed(number), value);
}

export function derOid(oid: string): Uint8Array {
  return derValue(TAG.oid, encodeOid(oid));
}

/** A non-negative integer from a number, a bigint or big-endian magnitude bytes; minimal form (X.690 8.3.2). */
export function derInteger(value: number | bigint | Uint8Array): Uint8Array {
  const magnitude = value instanceof Uint8Array ? value : magnitudeBytes(BigInt(value));
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start++;
  const trimmed = magnitude.subarray(start);
  const first = trimmed[0];
  if (first === undefined) return Uint8Array.of(TAG.integer, 1, 0);
  return first >= 0x80 ? derValue(TAG.integer, Uint8Array.of(0), trimmed) : derValue(TAG.integer, trimmed);
}

function magnitudeBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError('Only non-negative integers are written');
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

export function derBoolean(value: boolean): Uint8Array {
  return Uint8Array.of(TAG.boolean, 1, value ? 0xff : 0);
}

export function derNull(): Uint8Array {
  return Uint8Array.of(TAG.null, 0);
}

export function derOctetString(content: Uint8Array): Uint8Array {
  return derValue(TAG.octetString, content);
}

export function derBitString(content: Uint8Array, unusedBits = 0): Uint8Array {
  return derValue(TAG.bitString, Uint8Array.of(unusedBits), content);
}

/** Named bits (keyUsage, reason flags): bit 0 is the first; trailing zero bits are left out (X.690 11.2.2). */
export function derNamedBits(bits: readonly number[]): Uint8Array {
  if (bits.length === 0) return derBitString(new Uint8Array(0));
  const highest = Math.max(...bits);
  const content = new Uint8Array((highest >> 3) + 1);
  for (const bit of bits) content[bit >> 3] = (content[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return derBitString(content, 7 - (highest & 7));
}

export function derUtf8String(text: string): Uint8Array {
  return derValue(TAG.utf8String, Buffer.from(text, 'utf8'));
}

/** Characters outside PrintableString's alphabet are the caller's mistake and are not checked. */
export function derPrintableString(text: string): Uint8Array {
  return derValue(TAG.printableString, Buffer.from(text, 'latin1'));
}

export function derIa5String(text: string): Uint8Array {
  return derValue(TAG.ia5String, Buffer.from(text, 'latin1'));
}

/** `Time` of RFC 5280 4.1: UTCTime to the end of 2049, GeneralizedTime after it. */
export function derTime(time: Date): Uint8Array {
  const { tag, content } = encodeTime(time);
  return derValue(tag, content);
}
