import { z } from 'zod';
import { ReasonCode } from '../vocabulary/reason-codes.ts';
import { SignatureFormat, SignatureProfile } from '../vocabulary/signature-formats.ts';
import { SubIndication } from '../vocabulary/sub-indications.ts';

const Timestamp = z.iso.datetime();

/** From the best to the worst. */
export const VERIFICATION_STATUSES = ['VALID', 'INDETERMINATE', 'INVALID'] as const;
export const VerificationStatus = z.enum(VERIFICATION_STATUSES);
export type VerificationStatus = z.infer<typeof VerificationStatus>;

export const RevocationResult = z.object({
  status: z.enum(['Good', 'Revoked', 'OnHold', 'Unknown', 'NotChecked']),
  source: z.enum(['Offline', 'Crl', 'Ocsp', 'None']),
  detail: z.string().nullable(),
});
export type RevocationResult = z.infer<typeof RevocationResult>;

/** What a trusted list (ETSI TS 119 612) says of the service that a certificate comes from. Qualifiers are not evaluated. */
export const ListedTrust = z.object({
  territory: z.string().describe('Country code of the list'),
  sequenceNumber: z.int().describe('Of the list'),
  provider: z.string().describe('Name of the trust service provider'),
  service: z.string().describe('Name of the service'),
  type: z.string().describe('URI of the type of service'),
  status: z.string().nullable().describe('URI of the status at that time; null: it was not listed yet'),
  from: Timestamp.nullable().describe('When that status began'),
  at: Timestamp.describe('The time that the status is told for: the best signature time, or the time of judging'),
  certificate: z.string().describe('Subject of the certificate in the chain that the list names'),
});
export type ListedTrust = z.infer<typeof ListedTrust>;

export const CertificateResult = z.object({
  isValid: z.boolean(),
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string().optional().describe('In hexadecimal digits; missing where there is no certificate'),
  thumbprint: z.string(),
  notBefore: Timestamp.nullable(),
  notAfter: Timestamp.nullable(),
  reasonCodes: z.array(ReasonCode),
  chainStatus: z.array(z.string()),
  revocation: RevocationResult,
  trust: z
    .array(ListedTrust)
    .optional()
    .describe('What trusted lists say of its issuer; missing where they say nothing'),
});
export type CertificateResult = z.infer<typeof CertificateResult>;

export const SignatureResult = z.object({
  cryptoValid: z.boolean(),
  signerThumbprint: z.string(),
  signerSubject: z.string(),
  reasonCodes: z.array(ReasonCode),
});
export type SignatureResult = z.infer<typeof SignatureResult>;

export const TIMESTAMP_KINDS = [
  'ContentTimestamp',
  'AllDataObjectsTimestamp',
  'IndividualDataObjectsTimestamp',
  'SignatureTimestamp',
  'SigAndRefsTimestamp',
  'RefsOnlyTimestamp',
  'ArchiveTimestamp',
  'DocumentTimestamp',
  'ContainerTimestamp',
] as const;
export const TimestampKind = z.enum(TIMESTAMP_KINDS);
export type TimestampKind = z.infer<typeof TimestampKind>;

/** A timestamp of a signature, of its document or of its container. */
export const TimestampFinding = z.object({
  kind: TimestampKind,
  status: VerificationStatus.describe('VALID: it proves its time; INVALID: it is broken or of other bytes'),
  time: Timestamp.nullable().describe('What it says; null where it cannot be read'),
  isIntact: z.boolean().describe('Of the right bytes, and its signature value is right'),
  certificate: CertificateResult.describe('Of the authority that made it'),
  reasonCodes: z.array(ReasonCode),
  detail: z.string().nullable(),
});
export type TimestampFinding = z.infer<typeof TimestampFinding>;

/** Something that a document brings along so that its signatures can be judged later; believed for who signed it. */
export const EvidenceItem = z.object({
  kind: z.enum(['Certificate', 'Crl', 'OcspResponse']),
  subject: z.string().describe('Subject of a certificate, issuer of a CRL, responder of an OCSP response'),
  from: Timestamp.describe('notBefore or thisUpdate'),
  until: Timestamp.nullable().describe('notAfter or nextUpdate'),
});
export type EvidenceItem = z.infer<typeof EvidenceItem>;

/** What a document holds beside its signatures that tells when they were made, and keeps them provable. */
const LastingEvidence = {
  timestamps: z.array(TimestampFinding).optional().describe('In the order in which they stand there'),
  evidence: z.array(EvidenceItem).optional().describe('Certificates and revocation data that came along'),
  evidenceGoodUntil: Timestamp.nullable()
    .optional()
    .describe('Until when the youngest timestamp that is relied on proves what it is over; null without one'),
};

/** What is said of every signature, whatever it is over. */
const JudgedSignature = {
  status: VerificationStatus,
  subIndication: SubIndication.nullable()
    .optional()
    .describe('Why it is not VALID, in the words of EN 319 102-1; null where the standard has none'),
  signature: SignatureResult,
  certificate: CertificateResult,
  reasonCodes: z.array(ReasonCode),
  detail: z.string().nullable(),
  claimedSigningTime: Timestamp.nullable().describe('What the signer says; not proven by a timestamp'),
  bestSignatureTime: Timestamp.nullable()
    .optional()
    .describe('The earliest time at which the signature is proven to have been there; null where nothing proves it'),
};

export const CounterSignature = z.object({
  name: z.string().describe('Its place below the signature, counted from 1: "2" is the second, "2.1" is over that one'),
  countersigned: z
    .string()
    .nullable()
    .describe('Name of the counter-signature that it is over; null: over the signature itself'),
  ...JudgedSignature,
  timestamps: LastingEvidence.timestamps,
});
/** A signature over the value of another one; it says nothing of that one, nor of the document. */
export type CounterSignature = z.infer<typeof CounterSignature>;

export const SignatureFinding = z.object({
  name: z.string().describe('Field name in a PDF, Id in XML, index elsewhere'),
  ...JudgedSignature,
  coversWholeDocument: z.boolean(),
  covered: z
    .array(z.string())
    .optional()
    .describe('XML and containers: what is signed, by URI of the reference or file name; empty URI: the document'),
  profileReached: SignatureProfile.nullable().describe(
    'The level whose timestamps and evidence are there and hold, by arithmetic; who made them is not asked',
  ),
  profileByForm: SignatureProfile.nullable()
    .optional()
    .describe('The level whose timestamps and evidence are there, whether they hold or not; proves nothing by itself'),
  counterSignatures: z
    .array(CounterSignature)
    .optional()
    .describe('Of this signature, each before those over it; they decide nothing about it'),
  ...LastingEvidence,
});
/** One signature found in the document, judged by itself. */
export type SignatureFinding = z.infer<typeof SignatureFinding>;

export const CHANGE_KINDS = [
  'ValidationData',
  'DocumentData',
  'Signature',
  'CoveringSignature',
  'DroppedSignature',
  'FormFilling',
  'Annotation',
  'Unexplained',
  'Forbidden',
] as const;

/** Something that was changed in a PDF after its first signature. */
export const DocumentChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  detail: z.string(),
  revision: z.int().describe('Number of the part of the file that made the change; 1 is the document as first written'),
  page: z.int().nullable().describe('Counted from 1; null for what no page shows'),
  rectangle: z.array(z.number()).length(4).nullable().describe('Left, bottom, right, top in default user space'),
  signature: z.string().nullable().describe('Name of the first signature that covers the change; null for none'),
});
export type DocumentChange = z.infer<typeof DocumentChange>;

export const VerificationReport = z.object({
  overallStatus: VerificationStatus,
  isValid: z.boolean(),
  reasonCodes: z.array(ReasonCode),
  checkedAt: Timestamp,
  source: z.enum(['StoredSignature', 'UploadedDocument']),
  format: SignatureFormat,
  signatureId: z.uuid().nullable(),
  detail: z.string().nullable(),
  limitations: z.string(),
  signature: SignatureResult,
  certificate: CertificateResult,
  signatures: z.array(SignatureFinding),
  changes: z.array(DocumentChange).describe('What was changed after the first signature of a PDF, in order'),
  ...LastingEvidence,
});
export type VerificationReport = z.infer<typeof VerificationReport>;
