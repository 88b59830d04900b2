import type { TimestampKind } from '../../../service/contract/http/verification.ts';

/** Words of a verification report. */
export const reportTexts = {
  VALID: {
    title: 'The signature is valid',
    lead: 'The document is unchanged since it was signed, and the certificate checks passed.',
  },
  validUnchecked:
    'The document is unchanged since it was signed, and the certificate leads to a trusted issuer. Whether it was revoked is not known.',
  INVALID: { title: 'The signature is not valid', lead: 'Do not rely on this document as signed.' },
  INDETERMINATE: {
    title: 'The signature could not be confirmed',
    lead: 'Nothing proves it wrong, but something needed to confirm it is missing.',
  },
  signedBy: 'Signed by',
  unknownSigner: 'unknown',
  claimedTime: 'Time given by the signer',
  claimedHint: 'claimed, not proven by a timestamp',
  noTime: 'not given',
  covers: 'Covers',
  coversAll: 'the whole document',
  coversPart: 'only a part of the document',
  coversRevision: 'the revision it signed; signed again later',
  coversContinued: 'the revision it signed; the file was continued later',
  changes: 'What was added after the first signature',
  changeKinds: {
    ValidationData: 'Validation data',
    DocumentData: 'Document data',
    Signature: 'Signature',
    CoveringSignature: 'Signature over other content',
    FormFilling: 'Form filled in',
    Annotation: 'Annotation',
    Unexplained: 'Unexplained',
    Forbidden: 'Forbidden change',
  },
  changePlace: (revision: number, page: number | null): string =>
    page === null
      ? `part ${String(revision)} of the file`
      : `part ${String(revision)} of the file, page ${String(page)}`,
  changeSigned: (name: string): string => `signed by ${name}`,
  changeUnsigned: 'not covered by any signature',
  level: 'Level reached',
  unknownLevel: 'none',
  levelOfForm: (reached: string, form: string): string =>
    `${reached} (has the form of ${form}, not all of which holds)`,
  crypto: 'Signature',
  cryptoGood: 'fits the document',
  cryptoBad: 'does not fit the document',
  certificate: 'Certificate',
  certificateGood: 'passed all checks',
  certificateUnchecked: 'valid, revocation not checked',
  certificateBad: 'did not pass all checks',
  issuer: 'Issued by',
  listed: 'Trusted lists',
  listedService: (territory: string, provider: string, service: string, type: string): string =>
    `issued by a service on the list of ${territory}: ${provider}, ${service} (${type})`,
  listedStatus: (status: string, from: string, at: string): string => `${status} since ${from}, told for ${at}`,
  listedLater: (at: string): string => `not listed yet on ${at}`,
  validity: 'Valid',
  validityRange: (from: string, to: string): string => `${from} to ${to}`,
  revocation: 'Revocation',
  revocations: {
    Good: 'not revoked',
    Revoked: 'revoked',
    OnHold: 'suspended',
    Unknown: 'not known',
    NotChecked: 'not checked',
  },
  sources: { Offline: 'from stored data', Crl: 'from a revocation list', Ocsp: 'asked online', None: '' },
  reasons: 'Why',
  cures: 'What you can do',
  severalSignatures: (number: number): string => `This document has ${String(number)} signatures`,
  signatureNumber: (number: number): string => `Signature ${String(number)}`,
  counterSignatures: 'Counter-signatures',
  counterSignaturesHint: 'They sign this signature. They decide nothing about it or the document.',
  counterSignatureNumber: (name: string): string => `Counter-signature ${name}`,
  serialNumber: 'Serial number',
  decides: 'The weakest of them decides the verdict.',
  chain: 'Certificate chain',
  fingerprint: 'Certificate fingerprint',
  limitations: 'What was and was not checked',
  checkedAt: (when: string): string => `Checked ${when}`,
  technical: 'Codes for support',
  tones: { good: 'Passed', bad: 'Problem', unclear: 'Unclear' },
} as const;

/** Words of the page that checks signatures. */
export const verifyTexts = {
  title: 'Check a signature',
  lead: 'The file is checked on this station and not kept.',
  dropTitle: 'Drop signed files here',
  dropHint: 'PDF, XML, .p7m, .p7s, .asics, .asice, or any other file; signatures together with their originals',
  choose: 'Choose signed files',
  original: 'Original document',
  originalHint: 'Only needed when the signature is in a file of its own, apart from the document.',
  chooseOriginal: 'Choose the original',
  check: 'Check signature',
  checking: 'Checking',
  another: 'Check another file',
  kinds: {
    PDF: 'PDF',
    XML: 'XML',
    CMS: 'CMS signature',
    ASiC_S: 'ASiC-S container',
    ASiC_E: 'ASiC-E container',
    TimestampToken: 'Timestamp',
    PlainFile: 'Plain file',
    Unknown: '',
  },
  unsigned: 'This file is not signed',
  contents: 'Files in the container',
  fileSigned: 'signed',
  fileUnsigned: 'not signed',
  resultFor: (name: string): string => `Result for ${name}`,
  several: (number: number): string => `${String(number)} files checked:`,
  verdicts: {
    VALID: 'Valid',
    INVALID: 'Not valid',
    INDETERMINATE: 'Not confirmed',
    unsigned: 'Not signed',
    failed: 'Not checked',
  },
} as const;

/** Words of the report that is handed over with a file. */
export const handOverTexts = {
  print: 'Print the report',
  json: 'Save as JSON',
  file: 'File',
  sha256: 'SHA-256',
  noHash: 'not taken: the page is not open on this machine or by TLS, or the file is very large',
  time: 'Time of signing',
  made: (at: string, station: string, format: (iso: string) => string): string =>
    `Checked ${format(at)} by the signing station at ${station}. The verdict holds for this moment and for the file with this SHA-256.`,
} as const;

/** Words for when something was signed, and what proves it. */
export const timeTexts = {
  claimed: 'claimed by the signer',
  proven: 'Proven by a timestamp',
  provenBy: (when: string): string => `it was there on ${when}`,
  goodUntil: 'Evidence good until',
  timestamps: 'Timestamps',
  others: 'Timestamps beside the signatures',
  unknownAuthority: 'unknown authority',
  unreadable: 'its time cannot be read',
  kinds: {
    ContentTimestamp: 'Of the content',
    AllDataObjectsTimestamp: 'Of all signed data',
    IndividualDataObjectsTimestamp: 'Of some of the signed data',
    SignatureTimestamp: 'Of the signature',
    SigAndRefsTimestamp: 'Of the signature and its references',
    RefsOnlyTimestamp: 'Of references',
    ArchiveTimestamp: 'Archive timestamp',
    DocumentTimestamp: 'Of the document',
    ContainerTimestamp: 'Of the container',
  } satisfies Record<TimestampKind, string>,
} as const;
