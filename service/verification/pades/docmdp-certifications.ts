import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { type Fault, invalid } from '../fault.ts';
import type { FoundSignature, RevisionViews } from './signature-survey.ts';

/**
 * A certification (DocMDP, ISO 32000-2 clause 12.8.2.2) is the first signature of a document, the only one of its
 * kind, and named by the catalog's /Perms. Gives the faults of each signature, in the given order. Throws PdfError.
 */
export function checkCertifications(views: RevisionViews, signatures: readonly FoundSignature[]): Fault[][] {
  const approvals = signatures.filter(({ isTimestamp, revision }) => !isTimestamp && revision >= 0);
  return signatures.map((signature) => {
    if (signature.permissions.certificationLevel === null || signature.revision < 0) return [];
    // Who takes his signature back may certify the document then.
    const present = approvals.filter(({ droppedBy }) => droppedBy === null || droppedBy > signature.revision);
    if (present.some(({ revision }) => revision < signature.revision)) {
      return [invalid('PDF_DOCMDP_VIOLATED', 'The document was certified after it had been signed.')];
    }
    const view = views.at(signature.revision);
    const permissions = view.dictionary(view.catalog, 'Perms');
    const named = permissions?.get('DocMDP') ?? null;
    if (named instanceof PdfReference && named.number === signature.holder) return [];
    return [invalid('PDF_DOCMDP_VIOLATED', 'The certification is not the one that the document names.')];
  });
}
