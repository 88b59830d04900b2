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
