import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import { ApiError } from '../api/api-error.ts';
import { errorTexts, faultTexts } from './error-texts.ts';

/** A fault in words for the person at the desk: what happened, what to do, and what support will ask for. */
export interface Explanation {
  readonly title: string;
  readonly advice: string;
  /** The station's own words, shown below; null when there are none or they say nothing new. */
  readonly detail: string | null;
  readonly code: string | null;
  readonly traceId: string | null;
}

function isKnownCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTexts, code);
}

/** Explains the failure recorded on a request (`errorCode`, `errorMessage` of the status payload). */
export function explainFailure(code: string | null, message: string | null): Explanation {
  const texts = code !== null && isKnownCode(code) ? errorTexts[code] : faultTexts.unknownFailure;
  return { ...texts, detail: message, code, traceId: null };
}

/** Explains whatever a call to the station rejected with. */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof ApiError)) {
    const detail = error instanceof Error ? error.message : null;
    return { ...faultTexts.unexpected, detail, code: null, traceId: null };
  }
  if (error.kind === 'network') return { ...faultTexts.network, detail: null, code: null, traceId: null };
  if (error.errorCode === null) {
    return { ...faultTexts.unexpected, detail: error.message, code: null, traceId: error.traceId };
  }
  const texts = error.status === 413 ? faultTexts.tooLarge : errorTexts[error.errorCode];
  return { ...texts, detail: error.detail, code: error.errorCode, traceId: error.traceId };
}
