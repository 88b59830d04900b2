import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { VerificationStatus } from '../contract/http/verification.ts';

/** How a command ends when no error code of the station says it. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Several documents failed, for different reasons; each is told of by itself. */
  severalFailed: 3,
  unreachable: 6,
  timedOut: 7,
  interrupted: 130,
  /** Nobody reads what the command prints; the shell's number for SIGPIPE. */
  unread: 141,
} as const;

/** `verify`: the worst verdict of the files that were given. */
export const VERDICT_EXIT = { VALID: 0, INDETERMINATE: 4, INVALID: 5 } as const satisfies Record<
  VerificationStatus,
  number
>;

/** Stable: scripts branch on these numbers. One that is gone is never given to another code. */
export const ERROR_EXIT = {
  SIGNATURE_REQUEST_INVALID: 20,
  SIGNATURE_FORMAT_UNSUPPORTED: 21,
  SIGNATURE_PROFILE_UNSUPPORTED: 22,
  SIGNING_PROVIDER_UNAVAILABLE: 23,
  SIGNING_CERTIFICATE_NOT_FOUND: 24,
  SIGNING_CERTIFICATE_EXPIRED: 25,
  SIGNATURE_INPUT_NOT_FOUND: 26,
  SIGNATURE_OUTPUT_NOT_FOUND: 27,
  SIGNATURE_NOT_CANCELLABLE: 28,
  SIGNATURE_NOT_RETRYABLE: 29,
  SIGNATURE_ALREADY_COMPLETED: 30,
  SIGNING_OPERATION_FAILED: 31,
  SIGNING_PROVIDER_UNSUPPORTED: 32,
  TIMESTAMP_AUTHORITY_UNAVAILABLE: 33,
  TIMESTAMP_OPERATION_FAILED: 34,
  SIGNATURE_VALIDATION_DATA_UNAVAILABLE: 35,
  AUTHENTICATION_REQUIRED: 36,
  PERMISSION_DENIED: 37,
  REQUEST_ORIGIN_FORBIDDEN: 38,
  CERTIFICATE_NOT_FOUND: 39,
  PROVIDER_NOT_FOUND: 40,
  ROUTE_NOT_FOUND: 41,
  METHOD_NOT_ALLOWED: 42,
  SERVICE_UNAVAILABLE: 43,
  SIGNATURE_NOT_RENEWABLE: 44,
  APPROVAL_NOT_SHOWN: 45,
  APPROVAL_HASH_MISMATCH: 46,
  APPROVAL_NOT_PENDING: 47,
  APPROVAL_REQUIRED: 48,
  APPROVAL_REFUSED: 49,
  APPROVAL_EXPIRED: 50,
} as const satisfies Record<ErrorCode, number>;

/** The one number for several outcomes: that of the failures where they agree. */
export function jointExit(codes: readonly number[]): number {
  const failures = new Set(codes.filter((code) => code !== EXIT.done));
  const [first] = failures;
  if (first === undefined) return EXIT.done;
  return failures.size === 1 ? first : EXIT.severalFailed;
}
