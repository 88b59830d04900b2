import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';
import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import { explainFailure, type Explanation, type RecordedFailure } from './explanation.ts';
import { text } from './messages.ts';

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

/**
 * Why a request has no output: it ended without one, waits for something, or is tried again after a fault; null where nothing
 * holds it up. `waits` says what it means to wait.
 */
export function explainHold(
  request: RecordedFailure & { readonly status: SignatureStatus; readonly waitReason: WaitReason | null },
  waits: string,
): Explanation | null {
  const { status, waitReason, errorCode, errorMessage, errorSentence, failureArea } = request;
  if (status === 'Queued' && waitReason !== null) {
    const said = { detail: errorMessage, sentence: errorSentence, area: failureArea };
    return { title: text.waitReasons[waitReason], advice: waits, ...said, code: null, traceId: null };
  }
  if (status === 'RetryScheduled' && errorCode !== null) return explainFailure(request);
  return explainEnd(request);
}
