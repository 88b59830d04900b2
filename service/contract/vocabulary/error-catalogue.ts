import type { FailureArea } from './failures.ts';
import type { FailureKind } from './states.ts';

interface ErrorEntry {
  /** HTTP status when the error answers a request. */
  readonly status: number;
  /** Short, stable text for the `title` of a Problem Details answer. */
  readonly title: string;
  /** How the worker treats the failure when nothing more exact is known at the place of the fault. */
  readonly kind: FailureKind;
  /** Where the cure lies when the place of the fault does not say so; omitted: in the station. */
  readonly area?: FailureArea;
}

/** Every error code the service answers or records, specification section 7 and design decisions beyond it. */
export const ERROR_CATALOGUE = {
  SIGNATURE_REQUEST_INVALID: { status: 400, title: 'The request is not valid', kind: 'permanent', area: 'options' },
  SIGNATURE_FORMAT_UNSUPPORTED: {
    status: 400,
    title: 'The signature format is not supported',
    kind: 'permanent',
    area: 'options',
  },
  SIGNATURE_PROFILE_UNSUPPORTED: {
    status: 400,
    title: 'The signature profile is not supported',
    kind: 'permanent',
    area: 'options',
  },
  SIGNING_PROVIDER_UNAVAILABLE: {
    status: 400,
    title: 'The signing provider is not available',
    kind: 'transient',
    area: 'token',
  },
  SIGNING_CERTIFICATE_NOT_FOUND: {
    status: 400,
    title: 'The signing certificate was not found',
    kind: 'permanent',
    area: 'token',
  },
  SIGNING_CERTIFICATE_EXPIRED: {
    status: 422,
    title: 'The signing certificate is not valid now',
    kind: 'permanent',
    area: 'token',
  },
  SIGNATURE_INPUT_NOT_FOUND: { status: 404, title: 'The signature request was not found', kind: 'permanent' },
  SIGNATURE_OUTPUT_NOT_FOUND: { status: 409, title: 'There is no signed output', kind: 'permanent' },
  SIGNATURE_NOT_CANCELLABLE: { status: 409, title: 'The request can no longer be cancelled', kind: 'permanent' },
  SIGNATURE_NOT_RETRYABLE: { status: 409, title: 'The request cannot be done again', kind: 'permanent' },
  SIGNATURE_NOT_RENEWABLE: { status: 409, title: 'The signature cannot be renewed now', kind: 'permanent' },
  APPROVAL_NOT_SHOWN: { status: 409, title: 'The document was not shown before it was approved', kind: 'permanent' },
  APPROVAL_HASH_MISMATCH: {
    status: 409,
    title: 'Another document was shown than the one to be signed',
    kind: 'permanent',
  },
  APPROVAL_NOT_PENDING: { status: 409, title: 'The request does not wait for an approval', kind: 'permanent' },
  APPROVAL_REQUIRED: {
    status: 409,
    title: 'A person has to approve the document first',
    kind: 'permanent',
    area: 'options',
  },
  APPROVAL_REFUSED: { status: 409, title: 'A person refused to sign the document', kind: 'permanent' },
  APPROVAL_EXPIRED: { status: 409, title: 'Nobody approved the document in time', kind: 'permanent' },
  SIGNATURE_ALREADY_COMPLETED: { status: 409, title: 'The signature is already completed', kind: 'permanent' },
  SIGNING_OPERATION_FAILED: { status: 500, title: 'The operation failed', kind: 'permanent' },
  SIGNING_PROVIDER_UNSUPPORTED: {
    status: 422,
    title: 'The signing provider cannot be used',
    kind: 'permanent',
    area: 'token',
  },
  TIMESTAMP_AUTHORITY_UNAVAILABLE: {
    status: 422,
    title: 'No timestamp authority is configured',
    kind: 'permanent',
    area: 'timestamp',
  },
  TIMESTAMP_OPERATION_FAILED: {
    status: 502,
    title: 'The timestamp could not be obtained',
    kind: 'transient',
    area: 'timestamp',
  },
  SIGNATURE_VALIDATION_DATA_UNAVAILABLE: {
    status: 422,
    title: 'Revocation evidence is missing',
    kind: 'permanent',
    area: 'timestamp',
  },
  AUTHENTICATION_REQUIRED: { status: 401, title: 'An API key is required', kind: 'permanent' },
  PERMISSION_DENIED: { status: 403, title: 'The API key does not permit this', kind: 'permanent' },
  REQUEST_ORIGIN_FORBIDDEN: { status: 403, title: 'Requests from this origin are refused', kind: 'permanent' },
  CERTIFICATE_NOT_FOUND: { status: 404, title: 'The certificate was not found', kind: 'permanent' },
  PROVIDER_NOT_FOUND: { status: 404, title: 'The provider was not found', kind: 'permanent' },
  ROUTE_NOT_FOUND: { status: 404, title: 'There is nothing at this address', kind: 'permanent' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The method is not allowed here', kind: 'permanent' },
  SERVICE_UNAVAILABLE: { status: 503, title: 'The station is not able to serve this now', kind: 'transient' },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Stable, machine-readable code; clients branch on it, never on texts. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export const ERROR_CODES = Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]];
