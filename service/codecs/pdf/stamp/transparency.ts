import type { PdfDocument } from '../pdf-document.ts';
import { PdfError } from '../pdf-error.ts';
import { isCount, PdfStream } from '../pdf-objects.ts';

const MAX_METADATA_BYTES = 1024 * 1024;

/**
 * False where a transparent drawing would break what the document promises: PDF before 1.4 does not know it, PDF/A-1
 * (ISO 19005-1 clause 6.4) forbids it. Whether a document is PDF/A-1 stands in its metadata (clause 6.7.11).
 */
export function allowsTransparency(document: PdfDocument): boolean {
  return document.headerVersion >= '1.4' && !isPdfA1(document);
}

function isPdfA1(document: PdfDocument): boolean {
  try {
    const metadata = document.resolve(document.catalog.get('Metadata'));
    if (!(metadata instanceof PdfStream)) return false;
    const length = document.get(metadata.dictionary, 'Length');
    if (!isCount(length) || length > MAX_METADATA_BYTES) return false;
    const text = Buffer.from(document.decodeStream(metadata)).toString('latin1');
    return /pdfaid:part(?:\s*=\s*["']|\s*>\s*)1\b/.test(text);
  } catch (error) {
    // Metadata that cannot be read makes no promise.
    if (error instanceof PdfError) return false;
    throw error;
  }
}
