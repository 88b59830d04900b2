import type { FailureArea } from '../../service/contract/vocabulary/failures.ts';
import type { Sentence } from '../../service/contract/vocabulary/sentence.ts';
import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import { ApiError } from '../api/api-error.ts';
import type { ErrorText } from './error-text.ts';
import { text } from './messages.ts';

/** Codes that say too little by themselves: where the cure lies says what happened, and what to do about it. */
const VAGUE_CODES: readonly ErrorCode[] = ['SIGNING_OPERATION_FAILED', 'SIGNATURE_REQUEST_INVALID'];

/** A fault in words for the person at the desk: what happened, what to do, and what support will ask for. */
export interface Explanation {
  readonly title: string;
  readonly advice: string;
  /** The station's own words, shown below; null when there are none or they say nothing new. */
  readonly detail: string | null;
  /** The detail as a code and parameters, where the station has them. */
  readonly sentence: Sentence | null;
  readonly code: string | null;
  /** Where the cure lies; null when the station did not say. */
  readonly area: FailureArea | null;
  readonly traceId: string | null;
}

/** Whether the page has words for a code; a station of another version may send one that it has not. */
export function isKnownCode(code: string): code is ErrorCode {
  return Object.hasOwn(text.errors, code);
}

function textsOf(code: ErrorCode, area: FailureArea | null): ErrorText {
  return area !== null && VAGUE_CODES.includes(code) ? text.failureAreas[area] : text.errors[code];
}

const UNKNOWN = { errorCode: null, errorMessage: null, errorSentence: null, failureArea: null };

/** The failure recorded on a request, as its status payload has it. */
export interface RecordedFailure {
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly errorSentence: Sentence | null;
  readonly failureArea: FailureArea | null;
}

/**
 * Explains the failure recorded on a request, or one of which nothing is known yet. What the document suffers from never
 * speaks of cards or PINs.
 */
export function explainFailure(failure: RecordedFailure | null): Explanation {
  const { errorCode: code, errorMessage, errorSentence: sentence, failureArea: area } = failure ?? UNKNOWN;
  const texts = code !== null && isKnownCode(code) ? textsOf(code, area) : text.faults.unknownFailure;
  return { ...texts, detail: errorMessage, sentence, code, area, traceId: null };
}

const NOTHING_SAID = { detail: null, sentence: null, code: null, area: null, traceId: null } as const;

/** Explains whatever a call to the station rejected with. */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof ApiError)) {
    return { ...text.faults.unexpected, ...NOTHING_SAID, detail: error instanceof Error ? error.message : null };
  }
  if (error.kind === 'network') return { ...text.faults.network, ...NOTHING_SAID };
  if (error.errorCode === null) {
    return { ...text.faults.unexpected, ...NOTHING_SAID, detail: error.message, traceId: error.traceId };
  }
  const texts = error.status === 413 ? text.faults.tooLarge : textsOf(error.errorCode, error.area);
  const { detail, sentence, errorCode: code, area, traceId } = error;
  return { ...texts, detail, sentence, code, area, traceId };
}
