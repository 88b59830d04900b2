import { walkPages } from '../../codecs/pdf/page-tree.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import type { DocumentWarning, SignatureFieldFacts } from '../../contract/http/inspection.ts';
import type { OpenDocument } from '../pades/open-within.ts';
import { documentWarnings, notExamined } from './document-warnings.ts';
import { formSignatures } from './form-signatures.ts';

/** What a person who signs a PDF should know of it. */
export interface PdfFacts {
  readonly warnings: readonly DocumentWarning[];
  readonly signatureFields: readonly SignatureFieldFacts[];
  /** Null where they cannot be counted. */
  readonly pageCount: number | null;
}

/** Of what is no PDF. */
export const NOTHING_FOUND: PdfFacts = { warnings: [], signatureFields: [], pageCount: null };

/**
 * Looks through a PDF, as far as its budget goes. Throws nothing for what is in the document; errors of the source go
 * through.
 */
export function examinePdf(open: OpenDocument): PdfFacts {
  const warnings: DocumentWarning[] = [];
  try {
    const document = open();
    warnings.push(...documentWarnings(document));
    return { warnings, ...layoutOf(document) };
  } catch (error) {
    // Whoever could not be looked through for warnings is not told so once more for its pages.
    const isTold = warnings.some(({ kind }) => kind === 'NotExamined');
    const unread = notExamined(error);
    return { ...NOTHING_FOUND, warnings: isTold ? warnings : [...warnings, unread] };
  }
}

function layoutOf(document: PdfDocument): Omit<PdfFacts, 'warnings'> {
  return { signatureFields: formSignatures(document), pageCount: [...walkPages(document)].length };
}
