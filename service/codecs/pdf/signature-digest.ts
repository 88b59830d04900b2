import { sourceChunks, type ByteSource } from '../byte-source.ts';
import { PdfError } from './pdf-error.ts';
import type { PreparedPdfSignature } from './signature-placeholder.ts';

/** Bytes `start` to `end` of a source, see sourceChunks. Throws PdfError when the source is shorter. */
export function readChunks(source: ByteSource, start: number, end: number): Generator<Uint8Array> {
  return sourceChunks(source, start, end, endedEarly);
}

function endedEarly(offset: number): PdfError {
  return new PdfError('PDF_STRUCTURE_INVALID', `the document ended early at byte ${offset}`);
}

/** The two signed parts of the appended bytes: before and after the hole. */
export function signedAppendedParts(prepared: PreparedPdfSignature): readonly [before: Uint8Array, after: Uint8Array] {
  const { appended, contentsHole, originalSize } = prepared;
  return [appended.subarray(0, contentsHole.start - originalSize), appended.subarray(contentsHole.end - originalSize)];
}

/**
 * Everything the signature covers, in order: the original document and the appended bytes without the hole.
 */
export function* signedChunks(source: ByteSource, prepared: PreparedPdfSignature): Generator<Uint8Array> {
  yield* readChunks(source, 0, prepared.originalSize);
  yield* signedAppendedParts(prepared);
}
