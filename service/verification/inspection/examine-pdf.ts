import type { ByteSource } from '../../codecs/byte-source.ts';
import { walkPages } from '../../codecs/pdf/page-tree.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import type { DocumentWarning, SignatureFieldFacts } from '../../contract/http/inspection.ts';
import { documentWarnings } from './document-warnings.ts';
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

/** Looks through a PDF. Throws nothing for what is in the document; errors of the source go through. */
export function examinePdf(source: ByteSource): PdfFacts {
  try {
    const document = openPdf(source);
    const warnings = documentWarnings(document);
    return { warnings, signatureFields: formSignatures(document), pageCount: [...walkPages(document)].length };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return { ...NOTHING_FOUND, warnings: [{ kind: 'NotExamined', count: 1, detail: error.message }] };
  }
}
