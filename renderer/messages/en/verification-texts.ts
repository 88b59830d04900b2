import type { TimestampKind } from '../../../service/contract/http/verification.ts';

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
  otherOriginal:
    'The signature does not fit this document. If it belongs to another one, remove this one and choose that.',
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
  /** So many files in a summary; files, not signatures, are what is valid here. */
  counted: {
    VALID: (number: number): string => `${String(number)} valid`,
    INVALID: (number: number): string => `${String(number)} not valid`,
    INDETERMINATE: (number: number): string => `${String(number)} not confirmed`,
    unsigned: (number: number): string => `${String(number)} not signed`,
    failed: (number: number): string => `${String(number)} not checked`,
    running: (number: number): string => `${String(number)} being checked`,
  },
} as const;

/** Words of the report that is handed over with a file. */
export const handOverTexts = {
  print: 'Print the report',
  json: 'Save as JSON',
  pdf: 'Save as PDF',
  sign: 'Sign the report',
  title: (name: string): string => `Report: ${name}`,
  several: (number: number): string => `${String(number)} files`,
  pageOf: (name: string, page: number, pages: number): string => `${name} · page ${String(page)} of ${String(pages)}`,
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
