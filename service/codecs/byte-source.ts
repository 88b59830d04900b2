/** Random access to immutable bytes: a buffer in memory, or a file opened by whoever may do I/O. */
export interface ByteSource {
  readonly size: number;
  /** Bytes `offset` to `offset + length`; fewer where the source ends. The result must not be modified. */
  read(offset: number, length: number): Uint8Array;
  /**
   * Fills `target` from `offset` on and says with how many bytes. Absent where bytes are in memory anyway: for reading
   * through much without leaving a trail of garbage.
   */
  readonly readInto?: (offset: number, target: Uint8Array) => number;
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

/** Large enough that reading costs little beside hashing. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Bytes `start` to `end` piece by piece, at most 256 KiB each. Out of a file every piece lies in the same buffer
 * (`buffer`, where a caller reads many ranges) and is good until the next is asked for: gigabytes leave no trail of
 * garbage. Throws what `shortfall` makes of the offset where a source ends early.
 */
export function* sourceChunks(
  source: ByteSource,
  start: number,
  end: number,
  shortfall: (offset: number) => Error,
  buffer: Uint8Array = chunkBuffer(source, end - start),
): Generator<Uint8Array> {
  for (let offset = start; offset < end;) {
    const length = Math.min(CHUNK_BYTES, end - offset);
    const chunk = readChunk(source, offset, length, buffer);
    if (chunk.length === 0) throw shortfall(offset);
    yield chunk;
    offset += chunk.length;
  }
}

/** A buffer for sourceChunks over ranges of up to `longest` bytes; empty where the source is in memory. */
export function chunkBuffer(source: ByteSource, longest: number): Uint8Array {
  return new Uint8Array(source.readInto === undefined ? 0 : Math.max(0, Math.min(CHUNK_BYTES, longest)));
}

function readChunk(source: ByteSource, offset: number, length: number, buffer: Uint8Array): Uint8Array {
  if (source.readInto === undefined) return source.read(offset, length);
  const target = buffer.subarray(0, length);
  return target.subarray(0, source.readInto(offset, target));
}
