import type { PdfDocument } from '../pdf-document.ts';
import { promisedPdfaPart } from '../pdfa-claim.ts';

/**
 * False where a transparent drawing would break what the document promises: PDF before 1.4 does not know it, PDF/A-1
 * (ISO 19005-1 clause 6.4) forbids it.
 */
export function allowsTransparency(document: PdfDocument): boolean {
  return document.headerVersion >= '1.4' && promisedPdfaPart(document) !== 1;
}
