import type { FailureArea } from '../../service/contract/vocabulary/failures.ts';
import type { Sentence } from '../../service/contract/vocabulary/sentence.ts';
import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';

/**
 * Why a call did not give a usable answer: `problem` is a Problem Details answer, `network` means that no answer came,
 * `unexpected` that an answer came which the contract does not know.
 */
export type ApiErrorKind = 'problem' | 'network' | 'unexpected';

interface ApiErrorFields {
  readonly status?: number;
  readonly errorCode?: ErrorCode;
  readonly area?: FailureArea;
  readonly detail?: string;
  readonly sentence?: Sentence | null;
  readonly traceId?: string;
  readonly cause?: unknown;
}

/** The only error that calls to the station reject with (besides the abort of the caller's own signal). */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number | null;
  readonly errorCode: ErrorCode | null;
  /** Where the cure lies, as the station says. */
  readonly area: FailureArea | null;
  readonly detail: string | null;
  /** The detail as a code and parameters. */
  readonly sentence: Sentence | null;
  readonly traceId: string | null;

  constructor(kind: ApiErrorKind, message: string, fields: ApiErrorFields = {}) {
    super(message, { cause: fields.cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = fields.status ?? null;
    this.errorCode = fields.errorCode ?? null;
    this.area = fields.area ?? null;
    this.detail = fields.detail ?? null;
    this.sentence = fields.sentence ?? null;
    this.traceId = fields.traceId ?? null;
  }
}
