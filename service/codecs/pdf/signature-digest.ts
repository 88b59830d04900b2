import type { ByteSource } from '../byte-source.ts';
import { PdfError } from './pdf-error.ts';
import type { PreparedPdfSignature } from './signature-placeholder.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Bytes `start` to `end` of a source, at most 1 MiB at a time. Throws PdfError when the source is shorter. */
export function* readChunks(source: ByteSource, start: number, end: number): Generator<Uint8Array> {
  for (let offset = start; offset < end;) {
    const chunk = source.read(offset, Math.min(CHUNK_BYTES, end - offset));
    if (chunk.length === 0) throw new PdfError('PDF_STRUCTURE_INVALID', `the document ended early at byte ${offset}`);
    yield chunk;
    offset += chunk.length;
  }
}

/** The two signed parts of the appended bytes: before and after the hole. */
export function signedAppendedParts(prepared: PreparedPdfSignature): readonly [before: Uint8Array, after: Uint8Array] {
  const { appended, contentsHole, originalSize } = prepared;
  return [appended.subarray(0, contentsHole.start - originalSize), appended.subarray(contentsHole.end - originalSize)];
}

/**
 * Everything the signature covers, in order: the original document and the appended bytes without the hole.
 * @internal for tests that digest independently of the engine
 */
export function* signedChunks(source: ByteSource, prepared: PreparedPdfSignature): Generator<Uint8Array> {
  yield* readChunks(source, 0, prepared.originalSize);
  yield* signedAppendedParts(prepared);
}
