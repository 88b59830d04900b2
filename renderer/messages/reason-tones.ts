import type { ReasonCode } from '../../service/contract/vocabulary/reason-codes.ts';

/** What a reason means for the verdict. */
export type ReasonTone = 'good' | 'bad' | 'unclear';

const GOOD: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'SIG_VALID',
  'CERT_VALID',
  'REVOCATION_GOOD',
  'CERT_VALID_AT_PROVEN_TIME',
  'TIMESTAMP_PRESENT',
  'TIMESTAMP_VALID',
  'COUNTER_SIGNATURE_PRESENT',
]);

const UNCLEAR: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'SIG_NOT_FOUND',
  'SIG_FORMAT_UNEXPECTED',
  'SIG_ENCODING_NOT_BINARY',
  'SIG_CONTENT_TYPE_UNSUPPORTED',
  'SIG_SIGNING_CERTIFICATE_MISSING',
  'SIG_ALGORITHM_WEAK',
  'SIG_KEY_WEAK',
  'TIMESTAMP_UNTRUSTED',
  'TIMESTAMP_UNSUPPORTED',
  'EVIDENCE_RECORD_PRESENT',
  'SIG_ALGORITHM_UNSUPPORTED',
  'SIG_SIGNER_CERTIFICATE_NOT_FOUND',
  'SIG_DETACHED_CONTENT_MISSING',
  'XML_ENCODING_UNSUPPORTED',
  'XML_REFERENCE_UNSUPPORTED',
  'XML_TRANSFORM_UNSUPPORTED',
  'XML_KEY_INFO_UNSUPPORTED',
  'PDF_ENCRYPTED',
  'PDF_PERMITTED_CHANGE',
  'PDF_UNREGULATED_CHANGE',
  'PDF_CHANGE_UNEXPLAINED',
  'PDF_CONTENT_COVERED',
  'PDF_SIGNATURE_DROPPED',
  'SIG_USAGE_RIGHTS_ONLY',
  'PDF_SUBFILTER_UNSUPPORTED',
  'CERT_CHAIN_INCOMPLETE',
  'CERT_UNTRUSTED',
  'CERT_ALGORITHM_UNSUPPORTED',
  'CERT_ALGORITHM_WEAK',
  'CERT_ON_HOLD',
  'REVOCATION_UNKNOWN',
  'REVOCATION_DATA_MISSING',
  'REVOCATION_DATA_STALE',
  'VERIFICATION_TIMEOUT',
  'VERIFICATION_CRASHED',
  'VERIFICATION_WORK_EXCEEDED',
]);

/** How a reason counts, for its colour and symbol; the verdict itself always comes from the station. */
export function toneOf(code: ReasonCode): ReasonTone {
  if (GOOD.has(code)) return 'good';
  return UNCLEAR.has(code) ? 'unclear' : 'bad';
}
