import type { ByteSource } from '../../codecs/byte-source.ts';
import { openPdf, type PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

/** Opens a PDF, or gives the one that was opened before. Throws PdfError, WorkExceededError. */
export type OpenDocument = () => PdfDocument;

/**
 * Opens a document once for all who look at it, so that what one of them read is there for the others: all that is read,
 * whoever asks for it, is charged to the budget. `isLeftEncrypted` as for openPdf.
 */
export function openWithin(
  source: ByteSource,
  budget: WorkBudget | undefined,
  options: { readonly isLeftEncrypted?: boolean } = {},
): OpenDocument {
  let opened: PdfDocument | undefined;
  return () => (opened ??= openPdf(source, { ...options, onWork: (bytes) => budget?.charge(bytes * WORK.readByte) }));
}
