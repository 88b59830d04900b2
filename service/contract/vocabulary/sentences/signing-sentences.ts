/** A refusal of a document with its code and what exactly was found. */
const refusal =
  (words: string, code: string) =>
  ({ detail }: { detail: string }): string =>
    `${words} (${code}: ${detail}).`;

/** Why a document gets no signature. Those of a PDF and of XML have the names of the faults that were found. */
export const signingSentences = {
  PDF_HEADER_MISSING: refusal('The file is no PDF', 'PDF_HEADER_MISSING'),
  PDF_STRUCTURE_INVALID: refusal(
    'The PDF is damaged and is not repaired, because that would change the document',
    'PDF_STRUCTURE_INVALID',
  ),
  PDF_STRUCTURE_AMBIGUOUS: refusal(
    'The PDF is damaged so that programs which repair it may show another page than others',
    'PDF_STRUCTURE_AMBIGUOUS',
  ),
  PDF_BYTES_UNACCOUNTED: refusal(
    'The PDF has foreign bytes before its header or after its end',
    'PDF_BYTES_UNACCOUNTED',
  ),
  PDF_ENCRYPTED: refusal(
    'The PDF is encrypted so that the station cannot open it; remove the protection and send it again',
    'PDF_ENCRYPTED',
  ),
  PDF_PERMISSION_DENIED: refusal('The PDF is protected against changes by its owner', 'PDF_PERMISSION_DENIED'),
  PDF_LIMIT_EXCEEDED: refusal('The PDF goes beyond what is safe to read', 'PDF_LIMIT_EXCEEDED'),
  PDF_FILTER_UNSUPPORTED: refusal('The PDF uses a compression that is not supported', 'PDF_FILTER_UNSUPPORTED'),
  PDF_PAGE_NOT_FOUND: refusal('The PDF does not have the asked page', 'PDF_PAGE_NOT_FOUND'),
  PDF_NO_ROOM_FOR_STAMP: refusal(
    'The page has no free place large enough for a legible stamp',
    'PDF_NO_ROOM_FOR_STAMP',
  ),
  PDF_STAMP_OUTSIDE_PAGE: refusal('The asked place of the stamp is not inside the page', 'PDF_STAMP_OUTSIDE_PAGE'),
  PDF_STAMP_OVER_FIELD: refusal('The asked place of the stamp lies over a form field', 'PDF_STAMP_OVER_FIELD'),
  PDF_STAMP_OVER_STAMP: refusal(
    'The asked place of the stamp lies over the stamp of an earlier signature',
    'PDF_STAMP_OVER_STAMP',
  ),
  PDF_STAMP_HIDES_SIGNED: refusal('The stamp would hide what earlier signatures are over', 'PDF_STAMP_HIDES_SIGNED'),
  PDF_STAMP_TOO_SMALL: refusal('What the stamp says cannot be read in the asked size', 'PDF_STAMP_TOO_SMALL'),
  PDF_ANCHOR_NOT_FOUND: refusal(
    'The text next to which the stamp is to go is not in the document',
    'PDF_ANCHOR_NOT_FOUND',
  ),
  PDF_STAMP_IMAGE_INVALID: refusal('The image for the stamp cannot be used', 'PDF_STAMP_IMAGE_INVALID'),
  PDF_SIGNING_FORBIDDEN: refusal('An earlier signature in the PDF forbids further signatures', 'PDF_SIGNING_FORBIDDEN'),
  PDF_FIELD_NOT_FOUND: refusal('The PDF has no empty signature field of the asked name', 'PDF_FIELD_NOT_FOUND'),
  PDF_FIELD_UNUSABLE: refusal('The asked signature field cannot be signed', 'PDF_FIELD_UNUSABLE'),
  PDF_SEED_VALUE_UNMET: refusal(
    'The asked signature field is bound to another kind of signature by whoever made the document',
    'PDF_SEED_VALUE_UNMET',
  ),
  PDF_CERTIFICATION_LATE: refusal(
    'The PDF is signed already, so that it cannot be certified any more',
    'PDF_CERTIFICATION_LATE',
  ),
  PDF_CONTENTS_TOO_SMALL: refusal('The signature is larger than the place reserved for it', 'PDF_CONTENTS_TOO_SMALL'),
  PDF_FILE_TOO_LARGE: refusal('The PDF is too large for its kind of cross-reference table', 'PDF_FILE_TOO_LARGE'),
  XML_DOCTYPE_FORBIDDEN: refusal(
    'The XML document has a document type declaration (DOCTYPE), which signed XML must not have; remove it',
    'XML_DOCTYPE_FORBIDDEN',
  ),
  XML_ENCODING_UNSUPPORTED: refusal(
    'The XML document is in an encoding that is not supported; send it in UTF-8',
    'XML_ENCODING_UNSUPPORTED',
  ),
  XML_STRUCTURE_INVALID: refusal(
    'The document is not well-formed XML; the packagings "enveloping" and "detached" take files of any kind',
    'XML_STRUCTURE_INVALID',
  ),
  XML_LIMIT_EXCEEDED: refusal('The XML document goes beyond what is safe to read', 'XML_LIMIT_EXCEEDED'),
  XML_CANONICALIZATION_FAILED: refusal(
    'The XML document has no canonical form, without which it cannot be signed',
    'XML_CANONICALIZATION_FAILED',
  ),
  FILE_IS_NO_XML: ({ detail }: { detail: string }) =>
    `The file is no XML; the packagings "enveloping" and "detached" take files of any kind (${detail}).`,
  XML_UNFINISHED_SIGNATURE: () =>
    'The document holds a signature that was never finished, and would be reported as broken for ever. Finish or ' +
    'remove it, or sign with the packaging "enveloping" or "detached". Nothing was stored.',
  XML_IS_SIGNATURE: ({ name }: { name: string }) => `The document is a signature ${wouldBreak(name)}`,
  XML_SIGNED_AS_A_WHOLE: ({ name }: { name: string }) =>
    `The document bears a signature that covers all of it ${wouldBreak(name)}`,
  NEW_SIGNATURE_WOULD_NOT_HOLD: ({ detail }: { detail: string }) =>
    `The new signature would not hold in the finished document${because(detail)} Nothing was stored; the document is as it was.`,
  EARLIER_SIGNATURE_WOULD_NOT_HOLD: ({ name, detail }: { name: string; detail: string }) =>
    `The signature ${name}, made before, would no longer hold${because(detail)} Nothing was stored; the document is as it was.`,
  DOCUMENT_TAKES_TOO_MUCH_WORK: () =>
    'Reading the document and checking its signatures takes more work than one document may cost: it holds extremely ' +
    'many or entangled parts (fields, objects, elements, revisions, certificates or signatures). Nothing was stored. Make the ' +
    'document anew, for instance by printing a PDF to a file or by parting it, or sign it as a file of any kind (CAdES, or ' +
    'XAdES with the packaging "detached").',
  WORKER_DIED_TOO_OFTEN: () => 'The signing process died too often while it worked on this document.',
  DOCUMENT_CHANGED_MEANWHILE: () => 'The document changed while it was being signed.',
  LEVEL_NOT_MADE: ({ format, levels }: { format: string; levels: string }) =>
    `This version of the station makes ${format} signatures of level ${levels} only.`,
  FORMAT_NOT_SIGNED: ({ format }: { format: string }) => `This version of the station can't sign ${format}.`,
  SIGNATURE_FITS_NO_CERTIFICATE: ({ faults }: { faults: string }) =>
    `The finished signature does not verify against the chosen certificate (${faults}); nothing was stored.`,
  TARGET_SIGNATURE_UNNAMED: ({ names }: { names: string }) =>
    `Several signatures are in the file: targetSignature is one of ${names}, as the verification report names them.`,
  TARGET_SIGNATURE_UNKNOWN: ({ names }: { names: string }) =>
    `No signature of the file has that name alone: targetSignature is one of ${names}, as the verification report names them.`,
  RAISED_CONTAINER_WOULD_NOT_HOLD: () =>
    'A signature would no longer hold in the raised container. Nothing was stored.',
  RAISED_DOCUMENT_WOULD_NOT_HOLD: ({ name }: { name: string }) =>
    `The signature ${name} would no longer hold in the raised document. Nothing was stored.`,
  CONTAINER_FILES_TOO_LARGE: () =>
    'The compressed files of the container are too large for level LTA with XAdES; sign with containerSignature CAdES, or at level LT.',
  GRACE_PERIOD_LASTS: ({ since, until }: { since: string; until: string }) =>
    `The grace period after ${since} lasts until ${until}.`,
  EVIDENCE_TOO_LARGE: ({ format, size, most }: { format: string; size: string; most: string }) =>
    `The revocation data takes ${size} MB, and a signature in ${format} is read again with ${most} MB of it at most. Sign as PDF, at level T, or where the authorities answer by OCSP.`,
  VALIDATION_DATA_TOO_MUCH_WORK: () => 'Finding the validation data takes more work than is allowed.',
  SIGNATURE_CERTIFICATE_UNREADABLE: () => 'A certificate of the signature cannot be read.',
  TIMESTAMP_CLIENT_SILENT: () => 'The timestamp client did not answer; it is being restarted.',
  TIMESTAMP_NOT_KEPT: () => 'There is no timestamp of these bytes to be used again.',
} as const;

function because(detail: string): string {
  return detail === '' ? '.' : `: ${detail}`;
}

function wouldBreak(name: string): string {
  return (
    `(${name}); an enveloped signature added to it would break that one. ` +
    'Counter-sign it (operation "countersign"), or sign it with the packaging "enveloping" or "detached" or in a ' +
    'container (ASiC). Nothing was stored.'
  );
}
