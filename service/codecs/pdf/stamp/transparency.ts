import type { PdfDocument } from '../pdf-document.ts';
import { isPdfArray } from '../pdf-objects.ts';
import { promisedPdfaPart } from '../pdfa-claim.ts';

/**
 * False where a transparent drawing would break what the document promises: PDF before 1.4 does not know it, PDF/A-1
 * (ISO 19005-1 clause 6.4) forbids it, and later parts (ISO 19005-2 clause 6.2.10, part 4 clause 6.2.9) want the colour
 * space that it is blended in, which the output intent gives.
 */
export function allowsTransparency(document: PdfDocument): boolean {
  const part = promisedPdfaPart(document);
  if (document.headerVersion < '1.4' || part === 1) return false;
  return part === null || hasOutputIntent(document);
}

function hasOutputIntent(document: PdfDocument): boolean {
  const intents = document.get(document.catalog, 'OutputIntents');
  return isPdfArray(intents) && intents.length > 0;
}
