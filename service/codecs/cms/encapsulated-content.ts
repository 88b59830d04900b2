import { Asn1Error } from '../asn1/asn1-error.ts';
import { BerStream, type OctetRange } from '../asn1/ber-stream.ts';
import { CONSTRUCTED_BIT, TAG } from '../asn1/tags.ts';
import { chunkBuffer, sourceChunks, type ByteSource } from '../byte-source.ts';
import { OID_ID_DATA } from './object-identifiers.ts';

/** The eContent of a SignedData as it lies in its source; nothing of it is kept. */
export interface EncapsulatedContent {
  /** Content octets, all pieces together. */
  readonly bytes: number;
  /** Where they lie when they are in one piece, as DER wants; null when a BER writer streamed them. */
  readonly range: OctetRange | null;
  /** The content octets in order, see chunksOf; read from the source each time this is asked for. */
  chunks(): Iterable<Uint8Array>;
}

/**
 * Passes over the OCTET STRING that comes next, without reading what is in its pieces. Older software, which writes PKCS #7
 * (RFC 2315), puts content of another type than id-data there as it is: then its octets without tag and length are what
 * is digested (RFC 5652 5.2.1). Throws Asn1Error.
 */
export function passEncapsulatedContent(
  stream: BerStream,
  source: ByteSource,
  eContentType: string,
): EncapsulatedContent {
  const isOctetString = stream.isNext(TAG.octetString) || stream.isNext(TAG.octetString | CONSTRUCTED_BIT);
  if (!isOctetString && eContentType !== OID_ID_DATA) return passAnyValue(stream, source);
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

function passAnyValue(stream: BerStream, source: ByteSource): EncapsulatedContent {
  const { offset } = stream;
  const range = stream.read(({ contentStart, contentEnd }) => ({
    start: offset + contentStart,
    end: offset + contentEnd,
  }));
  return { bytes: range.end - range.start, range, chunks: () => chunksOf(source, range.start, range.end) };
}

function* chunksOfPieces(source: ByteSource, whole: OctetRange): Generator<Uint8Array> {
  const stream = new BerStream(source, {}, whole);
  const buffer = chunkBuffer(source, Infinity);
  for (const { start, end } of stream.passOctetString(TAG.octetString)) {
    yield* sourceChunks(source, start, end, becameShorter, buffer);
  }
}

/** Bytes `start` to `end` of a source, see sourceChunks. Throws ASN1_TRUNCATED when the source became shorter. */
export function chunksOf(source: ByteSource, start: number, end: number): Generator<Uint8Array> {
  return sourceChunks(source, start, end, becameShorter);
}

function becameShorter(offset: number): Asn1Error {
  return new Asn1Error('ASN1_TRUNCATED', 'The content became shorter', offset);
}
