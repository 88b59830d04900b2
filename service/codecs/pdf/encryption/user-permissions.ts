import { PdfError } from '../pdf-error.ts';
import type { DocumentEncryption } from './document-encryption.ts';

/** Bits of /P, ISO 32000-2 table 22, counted from 1 there. */
const MODIFY_CONTENTS = 1 << 3;
const ANNOTATE_AND_FILL_IN = 1 << 5;

/**
 * Whether someone without the owner's password may add a signature. Table 22 lets bit 6 fill in fields, and lets it
 * create fields, "including signature fields", only where bit 4 is set as well; bit 9 is about fields that exist. A
 * signature here always comes with a field of its own, so both bits 4 and 6 are asked for, whatever bit 9 says.
 * Null: the document is not encrypted. Throws PdfError PDF_PERMISSION_DENIED.
 */
export function requireSigningPermission(encryption: DocumentEncryption | null): void {
  if (encryption === null) return;
  const { permissions } = encryption;
  const forbidden = [
    ...((permissions & MODIFY_CONTENTS) === 0 ? ['changing the document (bit 4)'] : []),
    ...((permissions & ANNOTATE_AND_FILL_IN) === 0 ? ['annotations and filling in forms (bit 6)'] : []),
  ];
  if (forbidden.length === 0) return;
  throw new PdfError(
    'PDF_PERMISSION_DENIED',
    `its permissions forbid ${forbidden.join(' and ')}, and a new signature field needs both`,
  );
}
