import type { VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';

/** Signature faults after which a valid result is thinkable with more information; every other SIG_ fault is final. */
const OPEN_FAULTS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'SIG_ALGORITHM_WEAK',
  'SIG_ALGORITHM_UNSUPPORTED',
  'SIG_DETACHED_CONTENT_MISSING',
  'SIG_KEY_WEAK',
  'SIG_SIGNER_CERTIFICATE_NOT_FOUND',
  'SIG_SIGNING_CERTIFICATE_MISSING',
]);

/**
 * Status of one signature from the faults of the signature itself and the verdict on its certificate. Integrity and
 * format faults are INVALID whatever the chain says; an unsuitable, untrusted or revoked certificate without proof of
 * an earlier time is INDETERMINATE (EN 319 102-1 5.2.6, 5.3).
 */
export function statusOfSignature(faults: readonly ReasonCode[], isCertificateValid: boolean): VerificationStatus {
  if (faults.some((fault) => !OPEN_FAULTS.has(fault))) return 'INVALID';
  return faults.length === 0 && isCertificateValid ? 'VALID' : 'INDETERMINATE';
}
