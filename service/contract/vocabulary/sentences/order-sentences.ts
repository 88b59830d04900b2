/** What is wrong with an order: its files, and options that do not go together. Options are named as REST names them. */
export const orderSentences = {
  FILE_FIELD_MISSING: () => 'The field file is missing.',
  FILE_EMPTY: () => 'The file is empty.',
  FORMAT_TAKES_ONE_FILE: ({ format }: { format: string }) => `${format} takes one file; only ASiC_E takes several.`,
  FILE_NAMES_EQUAL: () => 'The files of a request need different names.',
  CONTAINER_TAKES_NO_FILES: () => 'A signed container takes a further signature, and no further files.',
  OPERATION_TAKES_TWO_FILES: ({ operation }: { operation: string }) =>
    `The operation ${operation} takes the signed file and, where it is detached, what it is over.`,
  STAMP_FOR_PADES: () => 'visibleSignature, signatureNote, signaturePage and signatureImage are for PAdES only.',
  FIELD_FOR_PADES: () => 'signatureField and certification are for PAdES only.',
  PAGE_BESIDE_FIELD: () => 'signaturePage is not for a signature in an existing field, which has its own place.',
  FORMAT_WITHOUT_OPERATION: ({ format, operation }: { format: string; operation: string }) =>
    `${format} does not take the operation ${operation}.`,
  TARGET_FOR_COUNTERSIGN: () => 'targetSignature is for the operation countersign only.',
  OPERATION_WITHOUT_PACKAGING: ({ operation }: { operation: string }) =>
    `The operation ${operation} takes no packaging: it stays as it is in the file.`,
  COUNTERSIGN_LEVEL_B: () => 'Counter-signatures are made of level B.',
  FORMAT_WITHOUT_PACKAGING: ({ format, packaging }: { format: string; packaging: string }) =>
    `${format} does not take the packaging ${packaging}.`,
  CONTAINER_SIGNATURE_FOR_ASIC: () => 'containerSignature is for ASiC_S and ASiC_E only.',
  OPERATION_WITHOUT_CONTAINER_SIGNATURE: ({ operation }: { operation: string }) =>
    `The operation ${operation} takes no containerSignature: it is of the kind that the container has.`,
  STAMP_OPTIONS_FOR_PADES: () => 'signatureRect, signatureAnchor and stampTemplate are for PAdES only.',
  STAMP_PLACE_TWICE: () => 'signatureRect and signatureAnchor both say where: send one.',
  PAGE_BESIDE_STAMP_PLACE: () => 'signaturePage is not for a stamp whose place is told otherwise.',
  STAMP_PLACE_BESIDE_FIELD: () =>
    'signatureRect and signatureAnchor are not for a signature in an existing field, which has its place.',
  STAMP_SHOWS_NOTHING: () => 'The stamp would show nothing: its parts are a note or an image that was not sent.',
  STAMP_RECT_MALFORMED: () =>
    'signatureRect must be page,x,y,width,height: a page number or last, then points as 72.5, none below 0.',
  STAMP_ANCHOR_BLANK: () => 'signatureAnchor must not be blank.',
  STAMP_TEMPLATE_NO_JSON: () => 'stampTemplate must be JSON.',
  FIELD_MISSING: ({ field }: { field: string }) => `The field ${field} is missing.`,
  FIELD_NOT_ONCE: ({ field }: { field: string }) => `The field ${field} must be sent once, as plain text.`,
  FIELD_CHARACTERS_FORBIDDEN: ({ field }: { field: string }) =>
    `The field ${field} holds characters that are not allowed.`,
  FIELD_TOO_LARGE: ({ field, bytes }: { field: string; bytes: number }) =>
    `The field ${field} is larger than the ${bytes} bytes that are allowed.`,
  FILES_TOO_LARGE: ({ bytes }: { bytes: number }) =>
    `The files together are larger than the ${bytes} bytes that are allowed.`,
  UPLOAD_TOO_LARGE: ({ bytes }: { bytes: number }) => `The upload is larger than the ${bytes} bytes that are allowed.`,
  BODY_TOO_LARGE: ({ bytes }: { bytes: number }) => `The body is larger than the ${bytes} bytes that are allowed.`,
  IMAGE_KIND_UNKNOWN: () => 'signatureImage must be a PNG or JPEG image.',
  IMAGE_TOO_MANY_PIXELS: () => 'signatureImage may have at most 10,000 pixels a side and 25 million in all.',
  IDEMPOTENCY_KEY_OF_OTHER_KIND: () => 'The Idempotency-Key was used for a request of another kind.',
  FORMAT_NOT_MADE_HERE: ({ format }: { format: string }) => `This station cannot make ${format} signatures.`,
  FORMAT_NOT_RAISED_HERE: ({ format }: { format: string }) => `This station cannot raise ${format} signatures.`,
  ASIC_S_ONE_DOCUMENT: () => 'ASiC-S holds one document; use ASiC_E for several.',
  CONTAINER_TOO_MANY_DOCUMENTS: () => 'There are too many documents for one container.',
  XADES_WITHOUT_PACKAGING: ({ packaging }: { packaging: string }) => `XAdES does not have the packaging ${packaging}.`,
} as const;
