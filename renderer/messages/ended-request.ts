import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import { explainFailure, type Explanation, type RecordedFailure } from './explanation.ts';

/**
 * Why a request ended without an output; null where it has not, and where somebody took it back. One that a person refused,
 * or that nobody approved in time, is cancelled too, and says so.
 */
export function explainEnd(request: RecordedFailure & { readonly status: SignatureStatus }): Explanation | null {
  const { status, errorCode } = request;
  const isFailure = status === 'Failed' || status === 'Rejected';
  const isUnapproved = status === 'Cancelled' && errorCode?.startsWith('APPROVAL_') === true;
  return isFailure || isUnapproved ? explainFailure(request) : null;
}
