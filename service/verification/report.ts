import type { SignatureFinding, VerificationStatus } from '../contract/http/verification.ts';
import type { ReasonCode } from '../contract/vocabulary/reason-codes.ts';
import type { SignatureFormat } from '../contract/vocabulary/signing.ts';
import { limitationsOf } from './limitations.ts';
import type { VerificationOutcome } from './verification.ts';

const SEVERITY: Readonly<Record<VerificationStatus, number>> = { VALID: 0, INDETERMINATE: 1, INVALID: 2 };

/** INVALID beats INDETERMINATE beats VALID. */
export function worstStatus(statuses: readonly VerificationStatus[]): VerificationStatus {
  return statuses.reduce((worst, status) => (SEVERITY[status] > SEVERITY[worst] ? status : worst), 'VALID');
}

export interface DocumentVerdict {
  readonly format: SignatureFormat;
  /** Every signature found, in document order; empty when there is none. */
  readonly findings: readonly SignatureFinding[];
  /** Faults of the document as a whole, beside those of its signatures, and how much they weigh. */
  readonly documentReasons: readonly ReasonCode[];
  readonly documentStatus: VerificationStatus;
  readonly detail: string | null;
  readonly at: Date;
}

/**
 * The report of one document. The top-level `signature` and `certificate` describe the deciding signature: the first of
 * the worst status, or the last signature (not timestamp) when all are equally good.
 */
export function assembleReport(verdict: DocumentVerdict): VerificationOutcome {
  const status = worstStatus([verdict.documentStatus, ...verdict.findings.map((finding) => finding.status)]);
  const deciding = decidingFinding(verdict.findings);
  return {
    overallStatus: status,
    isValid: status === 'VALID',
    reasonCodes: reasonCodes(verdict, deciding, status),
    checkedAt: verdict.at.toISOString(),
    format: verdict.format,
    detail: verdict.detail ?? deciding?.detail ?? null,
    limitations: limitationsOf(verdict.format),
    signature: deciding?.signature ?? NO_SIGNATURE,
    certificate: deciding?.certificate ?? NO_CERTIFICATE,
    signatures: [...verdict.findings],
  };
}

function reasonCodes(
  verdict: DocumentVerdict,
  deciding: SignatureFinding | undefined,
  status: VerificationStatus,
): ReasonCode[] {
  const ofSignature =
    deciding === undefined
      ? []
      : [...deciding.reasonCodes, ...deciding.signature.reasonCodes, ...deciding.certificate.reasonCodes];
  // A good signature value in a document that is not VALID must not read like a verdict.
  return unique([...verdict.documentReasons, ...ofSignature]).filter(
    (code) => status === 'VALID' || code !== 'SIG_VALID',
  );
}

/** A report on a document in which no signature could be judged. */
export function reportWithoutSignature(
  format: SignatureFormat,
  status: Exclude<VerificationStatus, 'VALID'>,
  reason: ReasonCode,
  detail: string,
  at: Date,
): VerificationOutcome {
  return assembleReport({ format, findings: [], documentReasons: [reason], documentStatus: status, detail, at });
}

const NO_SIGNATURE = { cryptoValid: false, signerThumbprint: '', signerSubject: '', reasonCodes: [] };
const NO_CERTIFICATE = {
  isValid: false,
  subject: '',
  issuer: '',
  thumbprint: '',
  notBefore: null,
  notAfter: null,
  reasonCodes: [],
  chainStatus: [],
  revocation: { status: 'NotChecked' as const, source: 'None' as const, detail: null },
};

function decidingFinding(findings: readonly SignatureFinding[]): SignatureFinding | undefined {
  const worst = worstStatus(findings.map((finding) => finding.status));
  // A document timestamp is VALID without being anybody's signature.
  if (worst === 'VALID') return findings.findLast(({ reasonCodes }) => reasonCodes.includes('SIG_VALID'));
  return findings.find((finding) => finding.status === worst);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
