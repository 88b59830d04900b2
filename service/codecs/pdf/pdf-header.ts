import type { ByteWindow } from './byte-window.ts';
import { PdfError } from './pdf-error.ts';

/** The version in the header. Clause 7.5.2: the header must be the very first bytes, or every offset would be in doubt. */
export function readHeader(window: ByteWindow): string {
  const match = /^%PDF-(\d\.\d)/.exec(String.fromCharCode(...window.from(0, 8).subarray(0, 8)));
  if (match?.[1] !== undefined) return match[1];
  const start = window.from(0, 1024).subarray(0, 1024);
  const isLater = Buffer.from(start.buffer, start.byteOffset, start.length).includes('%PDF-');
  throw isLater
    ? new PdfError('PDF_BYTES_UNACCOUNTED', 'bytes before the header')
    : new PdfError('PDF_HEADER_MISSING', 'it is no PDF, which begins with %PDF-');
}
