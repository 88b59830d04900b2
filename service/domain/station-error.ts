import { ERROR_CATALOGUE, type ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { FailureArea, WaitReason } from '../contract/vocabulary/failures.ts';
import type { Sentence, Told } from '../contract/vocabulary/sentence.ts';
import type { FailureKind } from '../contract/vocabulary/states.ts';

interface StationErrorOptions {
  /** Overrides the catalogue's kind where the place of the fault knows better. */
  readonly kind?: FailureKind;
  /** Overrides the catalogue's HTTP status, as 413 does for SIGNATURE_REQUEST_INVALID. */
  readonly status?: number;
  /** Overrides the catalogue's area where the place of the fault knows better. */
  readonly area?: FailureArea;
  /** Set where nothing failed yet: whoever wants a signature waits until this has passed, whatever `kind` says. */
  readonly waitReason?: WaitReason;
  /** When to look again, for what passes with time; else something or somebody wakes what waits. */
  readonly waitUntil?: Date;
  readonly cause?: unknown;
}

/**
 * An expected failure. `code` is from the catalogue and stable; `message` is for a person, never carries a secret
 * or document bytes, and may change. `sentence` is the same as a code and parameters, for other languages; null where the
 * place of the fault has none. Only `http/` turns it into Problem Details, only the consumer into a retry or
 * a dead letter.
 */
export class StationError extends Error {
  readonly code: ErrorCode;
  readonly kind: FailureKind;
  readonly status: number;
  readonly area: FailureArea;
  readonly waitReason: WaitReason | null;
  readonly waitUntil: Date | null;
  readonly sentence: Sentence | null;

  constructor(code: ErrorCode, message: string | Told, options: StationErrorOptions = {}) {
    const words = typeof message === 'string' ? message : message.english;
    super(words, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'StationError';
    this.code = code;
    const entry: (typeof ERROR_CATALOGUE)[ErrorCode] & { readonly area?: FailureArea } = ERROR_CATALOGUE[code];
    this.kind = options.kind ?? entry.kind;
    this.status = options.status ?? entry.status;
    this.area = options.area ?? entry.area ?? 'station';
    this.waitReason = options.waitReason ?? null;
    this.waitUntil = options.waitUntil ?? null;
    this.sentence = typeof message === 'string' ? null : message.sentence;
  }
}

/** The words of a failure that was recorded or sent, with its sentence, where it has one. */
export function toldAgain(message: string, sentence: Sentence | null): string | Told {
  return sentence === null ? message : { sentence, english: message };
}
