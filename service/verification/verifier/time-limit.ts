const BASE_MILLISECONDS = 30_000;

/** Ten times the work that a byte adds to the budget of its document: 10 MB a second, on a busy machine or a slow disk. */
const NANOSECONDS_PER_BYTE = 100;

/**
 * How long judging a document may take by the clock, in milliseconds: 30 s, and 245 s for 2 GiB. The verdict is up to the
 * work budget; this is for what hangs, so that it must not be met by a large document that only has to wait for its turn.
 * `documentBytes`: of the document and of the originals that came with it.
 */
export function timeLimitOf(documentBytes: number): number {
  return BASE_MILLISECONDS + Math.ceil((documentBytes * NANOSECONDS_PER_BYTE) / 1_000_000);
}
