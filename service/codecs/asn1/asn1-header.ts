import { Asn1Error } from './asn1-error.ts';
import type { Asn1Limits } from './asn1-limits.ts';
import { CONSTRUCTED_BIT } from './tags.ts';

/** State common to all elements of one input. */
export interface ReadContext {
  readonly source: Uint8Array;
  readonly encoding: 'DER' | 'BER';
  readonly limits: Asn1Limits;
  elements: number;
  scanned: number;
  /** Start of an indefinite-length value to the offset of its end-of-contents, so that no level is scanned twice. */
  readonly indefiniteEnds: Map<number, number>;
}

export interface Header {
  readonly tag: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

export const END_OF_CONTENTS_BYTES = 2;
/** Lengths beyond 2^48 do not occur in anything that fits a file. */
const MAX_LENGTH_OCTETS = 6;

/** Identifier and length octets at `start` (X.690 8.1.2, 8.1.3); DER wants the shortest definite form (10.1). */
export function readHeader(context: ReadContext, start: number, limit: number, depth: number): Header {
  if (depth > context.limits.maxDepth) {
    throw new Asn1Error('ASN1_DEPTH_EXCEEDED', `Nested deeper than ${context.limits.maxDepth}`, start);
  }
  const contentStart = endOfHeader(context.source, start, limit);
  const tag = context.source[start] ?? 0;
  if (context.source[start + 1] === INDEFINITE) return readIndefinite(context, tag, start, limit, depth);
  const contentEnd = contentStart + readDefiniteLength(context.source, start, contentStart, context.encoding);
  if (contentEnd > limit) throw new Asn1Error('ASN1_TRUNCATED', 'The content is cut off', start);
  return { tag, contentStart, contentEnd, end: contentEnd };
}

/** Second octet of a header that says no length. */
export const INDEFINITE = 0x80;

/** Where the content starts, known from the first two octets of a header. Throws Asn1Error for tags never used here. */
export function endOfHeader(source: Uint8Array, start: number, limit: number): number {
  const tag = source[start];
  const first = source[start + 1];
  if (tag === undefined || first === undefined || start + 2 > limit) {
    throw new Asn1Error('ASN1_TRUNCATED', 'The header is cut off', start);
  }
  if ((tag & 0x1f) === 0x1f || tag === 0) throw new Asn1Error('ASN1_TAG_UNSUPPORTED', 'Unusable tag', start);
  const octets = first < 0x80 ? 0 : first & 0x7f;
  if (octets > MAX_LENGTH_OCTETS) throw new Asn1Error('ASN1_LENGTH_INVALID', 'The length is too long', start);
  const contentStart = start + 2 + octets;
  if (contentStart > limit) throw new Asn1Error('ASN1_TRUNCATED', 'The length is cut off', start);
  return contentStart;
}

/** The length that the header from `start` to `contentStart` says; not for the indefinite form. */
export function readDefiniteLength(
  source: Uint8Array,
  start: number,
  contentStart: number,
  encoding: 'DER' | 'BER',
): number {
  const first = source[start + 1] ?? 0;
  if (first < 0x80) return first;
  let length = 0;
  for (let index = start + 2; index < contentStart; index++) length = length * 256 + (source[index] ?? 0);
  const isMinimal = length >= 0x80 && source[start + 2] !== 0;
  if (!isMinimal && encoding === 'DER') {
    throw new Asn1Error('ASN1_LENGTH_INVALID', 'The length is not minimal', start);
  }
  return length;
}

function readIndefinite(context: ReadContext, tag: number, start: number, limit: number, depth: number): Header {
  if (context.encoding === 'DER' || (tag & CONSTRUCTED_BIT) === 0) {
    throw new Asn1Error('ASN1_INDEFINITE_LENGTH_FORBIDDEN', 'Indefinite length', start);
  }
  const contentStart = start + 2;
  let contentEnd = context.indefiniteEnds.get(start);
  if (contentEnd === undefined) {
    contentEnd = findEndOfContents(context, contentStart, limit, depth);
    context.indefiniteEnds.set(start, contentEnd);
  }
  if (contentEnd + END_OF_CONTENTS_BYTES > limit)
    throw new Asn1Error('ASN1_TRUNCATED', 'The content is cut off', start);
  return { tag, contentStart, contentEnd, end: contentEnd + END_OF_CONTENTS_BYTES };
}

function findEndOfContents(context: ReadContext, contentStart: number, limit: number, depth: number): number {
  const { source } = context;
  let offset = contentStart;
  while (offset + END_OF_CONTENTS_BYTES <= limit) {
    if (source[offset] === 0 && source[offset + 1] === 0) return offset;
    context.scanned++;
    if (context.scanned > context.limits.maxElements) {
      throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', `More than ${context.limits.maxElements} elements`, offset);
    }
    offset = readHeader(context, offset, limit, depth + 1).end;
  }
  throw new Asn1Error('ASN1_TRUNCATED', 'The end-of-contents is missing', contentStart);
}
