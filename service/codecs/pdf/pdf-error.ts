/**
 * Why a PDF was refused:
 * `PDF_HEADER_MISSING` the file is no PDF.
 * `PDF_STRUCTURE_INVALID` the file breaks ISO 32000-2 clause 7 at a place that had to be read; nothing is repaired.
 * `PDF_STRUCTURE_AMBIGUOUS` readable, but other readers would rebuild its cross-reference data and may show something else.
 * `PDF_BYTES_UNACCOUNTED` bytes before the header or after the last end-of-file marker.
 * `PDF_ENCRYPTED` the document opens only with a password, or by an encryption that this reader does not know.
 * `PDF_PERMISSION_DENIED` the encrypted document does not permit what was to be done (/P, clause 7.6.4.2).
 * `PDF_LIMIT_EXCEEDED` a bound against hostile input (depth, size, count, expansion, cycles).
 * `PDF_FILTER_UNSUPPORTED` a stream that had to be read uses a filter this reader does not know.
 * `PDF_PAGE_NOT_FOUND` the asked page does not exist.
 * `PDF_NO_ROOM_FOR_STAMP` the page has no place left where a stamp would cover no form field.
 * `PDF_STAMP_OUTSIDE_PAGE` the asked place of a stamp is not all inside what the page shows.
 * `PDF_STAMP_OVER_FIELD` the asked place lies over a form field.
 * `PDF_STAMP_OVER_STAMP` the asked place lies over the stamp of an earlier signature.
 * `PDF_STAMP_HIDES_SIGNED` the asked place hides what earlier signatures are over, which would spoil their verdict.
 * `PDF_STAMP_TOO_SMALL` what the stamp says cannot be read in the asked size.
 * `PDF_ANCHOR_NOT_FOUND` the document does not have the text next to which the stamp is to go.
 * `PDF_STAMP_IMAGE_INVALID` the image for a stamp is damaged, too large or of an unknown kind.
 * `PDF_SIGNING_FORBIDDEN` an earlier signature forbids another one (DocMDP, FieldMDP, /Lock).
 * `PDF_FIELD_NOT_FOUND` the document has no signature field of the asked name.
 * `PDF_FIELD_UNUSABLE` the asked signature field is signed already, or cannot be changed on its own.
 * `PDF_SEED_VALUE_UNMET` the field's seed value binds the signer to something that this signature is not.
 * `PDF_CERTIFICATION_LATE` the document is signed already, and only its first signature can certify it.
 * `PDF_CONTENTS_TOO_SMALL` the signature does not fit into the reserved /Contents.
 * `PDF_FILE_TOO_LARGE` an offset would need more than the ten digits of a classic cross-reference table.
 */
export const PDF_ERROR_CODES = [
  'PDF_HEADER_MISSING',
  'PDF_STRUCTURE_INVALID',
  'PDF_STRUCTURE_AMBIGUOUS',
  'PDF_BYTES_UNACCOUNTED',
  'PDF_ENCRYPTED',
  'PDF_PERMISSION_DENIED',
  'PDF_LIMIT_EXCEEDED',
  'PDF_FILTER_UNSUPPORTED',
  'PDF_PAGE_NOT_FOUND',
  'PDF_NO_ROOM_FOR_STAMP',
  'PDF_STAMP_OUTSIDE_PAGE',
  'PDF_STAMP_OVER_FIELD',
  'PDF_STAMP_OVER_STAMP',
  'PDF_STAMP_HIDES_SIGNED',
  'PDF_STAMP_TOO_SMALL',
  'PDF_ANCHOR_NOT_FOUND',
  'PDF_STAMP_IMAGE_INVALID',
  'PDF_SIGNING_FORBIDDEN',
  'PDF_FIELD_NOT_FOUND',
  'PDF_FIELD_UNUSABLE',
  'PDF_SEED_VALUE_UNMET',
  'PDF_CERTIFICATION_LATE',
  'PDF_CONTENTS_TOO_SMALL',
  'PDF_FILE_TOO_LARGE',
] as const;
export type PdfErrorCode = (typeof PDF_ERROR_CODES)[number];

/** The only error this folder throws for anything a document contains. Messages carry offsets, never document text. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'PdfError';
    this.code = code;
  }
}

export function invalidStructure(message: string): PdfError {
  return new PdfError('PDF_STRUCTURE_INVALID', message);
}
