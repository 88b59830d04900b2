import { Asn1Error } from '../asn1/asn1-error.ts';
import { BerStream, type OctetRange } from '../asn1/ber-stream.ts';
import { TAG } from '../asn1/tags.ts';
import type { ByteSource } from '../byte-source.ts';

/** Large enough that reading costs little beside hashing. */
const CHUNK_BYTES = 256 * 1024;

/** The eContent of a SignedData as it lies in its source; nothing of it is kept. */
export interface EncapsulatedContent {
  /** Content octets, all pieces together. */
  readonly bytes: number;
  /** Where they lie when they are in one piece, as DER wants; null when a BER writer streamed them. */
  readonly range: OctetRange | null;
  /** The content octets in order, see chunksOf; read from the source each time this is asked for. */
  chunks(): Iterable<Uint8Array>;
}

/** Passes over the OCTET STRING that comes next, without reading what is in its pieces. Throws Asn1Error. */
export function passEncapsulatedContent(stream: BerStream, source: ByteSource): EncapsulatedContent {
  const whole = { start: stream.offset, end: stream.limit };
  let bytes = 0;
  let count = 0;
  let last: OctetRange | null = null;
  for (const piece of stream.passOctetString(TAG.octetString)) {
    bytes += piece.end - piece.start;
    count++;
    last = piece;
  }
  const range = count === 1 ? last : null;
  const chunks = (): Iterable<Uint8Array> =>
    range === null ? chunksOfPieces(source, whole) : chunksOf(source, range.start, range.end);
  return { bytes, range, chunks };
}

function* chunksOfPieces(source: ByteSource, whole: OctetRange): Generator<Uint8Array> {
  const stream = new BerStream(source, {}, whole);
  const buffer = source.readInto === undefined ? null : new Uint8Array(CHUNK_BYTES);
  for (const { start, end } of stream.passOctetString(TAG.octetString)) yield* readRange(source, start, end, buffer);
}

/**
 * Bytes `start` to `end` of a source, at most 256 KiB at a time. Out of a file every chunk lies in the same buffer and
 * is good until the next is asked for. Throws ASN1_TRUNCATED when the source became shorter.
 */
export function* chunksOf(source: ByteSource, start: number, end: number): Generator<Uint8Array> {
  const isInMemory = source.readInto === undefined || end <= start;
  yield* readRange(source, start, end, isInMemory ? null : new Uint8Array(Math.min(CHUNK_BYTES, end - start)));
}

function* readRange(source: ByteSource, start: number, end: number, buffer: Uint8Array | null): Generator<Uint8Array> {
  for (let offset = start; offset < end;) {
    const chunk = readChunk(source, offset, Math.min(CHUNK_BYTES, end - offset), buffer);
    if (chunk.length === 0) throw new Asn1Error('ASN1_TRUNCATED', 'The content became shorter', offset);
    yield chunk;
    offset += chunk.length;
  }
}

function readChunk(source: ByteSource, offset: number, length: number, buffer: Uint8Array | null): Uint8Array {
  if (buffer === null || source.readInto === undefined) return source.read(offset, length);
  const target = buffer.subarray(0, length);
  return target.subarray(0, source.readInto(offset, target));
}
