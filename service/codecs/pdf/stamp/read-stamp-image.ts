import { invalidImage } from './image-limits.ts';
import { readJpegImage } from './jpeg-image.ts';
import { isPng } from './png-chunks.ts';
import { readPngImage } from './png-image.ts';
import type { StampImage } from './stamp-image.ts';

/**
 * Reads a PNG or JPEG for a stamp. Nothing but the picture is taken over: no texts, no EXIF data, no profiles, nothing
 * after the end of the image. Throws PdfError: PDF_STAMP_IMAGE_INVALID.
 */
export async function readStampImage(bytes: Uint8Array): Promise<StampImage> {
  if (isPng(bytes)) return readPngImage(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpegImage(bytes);
  throw invalidImage('it is neither PNG nor JPEG');
}
