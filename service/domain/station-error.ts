import { ERROR_CATALOGUE, type ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { FailureKind } from '../contract/vocabulary/states.ts';

interface StationErrorOptions {
  /** Overrides the catalogue's kind where the place of the fault knows better. */
  readonly kind?: FailureKind;
  /** Overrides the catalogue's HTTP status, as 413 does for SIGNATURE_REQUEST_INVALID. */
  readonly status?: number;
  readonly cause?: unknown;
}

/**
 * An expected failure. `code` is from the catalogue and stable; `message` is for a person, never carries a secret
 * or document bytes, and may change. Only `http/` turns it into Problem Details, only the consumer into a retry or
 * a dead letter.
 */
export class StationError extends Error {
  readonly code: ErrorCode;
  readonly kind: FailureKind;
  readonly status: number;

  constructor(code: ErrorCode, message: string, options: StationErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'StationError';
    this.code = code;
    this.kind = options.kind ?? ERROR_CATALOGUE[code].kind;
    this.status = options.status ?? ERROR_CATALOGUE[code].status;
  }
}
