import { PdfError } from '../pdf-error.ts';

const MAX_SIDE_PIXELS = 10_000;
const MAX_PIXELS = 25_000_000;

/** Throws PdfError for a size that no stamp needs, before anything is decoded. */
export function requireSaneSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw invalidImage('it is empty');
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || width * height > MAX_PIXELS) {
    throw invalidImage('it has more than 10,000 pixels a side or 25 million in all');
  }
}

export function invalidImage(why: string, cause?: unknown): PdfError {
  return new PdfError('PDF_STAMP_IMAGE_INVALID', why, cause === undefined ? undefined : { cause });
}
