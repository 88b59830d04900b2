import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { isCount, PdfStream } from './pdf-objects.ts';

const MAX_METADATA_BYTES = 1024 * 1024;
const PART = /pdfaid:part(?:\s*=\s*["']|\s*>\s*)(\d)\b/;

/**
 * The part of ISO 19005 (PDF/A) that the document's metadata say it conforms to (ISO 19005-1 clause 6.7.11, part 2
 * clause 6.6.4); null when they promise none or cannot be read.
 */
export function promisedPdfaPart(document: PdfDocument): number | null {
  try {
    const metadata = document.get(document.catalog, 'Metadata');
    if (!(metadata instanceof PdfStream)) return null;
    const length = document.get(metadata.dictionary, 'Length');
    if (!isCount(length) || length > MAX_METADATA_BYTES) return null;
    // Without the zero bytes of UTF-16, which metadata may be in.
    const text = Buffer.from(document.decodeStream(metadata)).toString('latin1').replaceAll('\0', '');
    const part = PART.exec(text)?.[1];
    return part === undefined ? null : Number(part);
  } catch (error) {
    // Metadata that cannot be read make no promise.
    if (error instanceof PdfError) return null;
    throw error;
  }
}
