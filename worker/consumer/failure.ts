import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import type { FailureArea, WaitReason } from '../../service/contract/vocabulary/failures.ts';
import type { Sentence } from '../../service/contract/vocabulary/sentence.ts';
import type { FailureKind } from '../../service/contract/vocabulary/states.ts';
import { toStationError } from '../../service/domain/unexpected-fault.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly kind: FailureKind;
  /** Where the cure lies. */
  readonly area: FailureArea;
  /** For a person; fit to be stored: no secret, no document bytes. */
  readonly message: string;
  /** The message as a code and parameters, where it has one. */
  readonly sentence: Sentence | null;
  /** Set where nothing failed: the job waits until this has passed. */
  readonly waitReason: WaitReason | null;
  /** When to look again, for what passes with time. */
  readonly waitUntil: Date | null;
}

/** What a fault means for the job; see toStationError. */
export function classifyFailure(fault: unknown): Failure {
  const { code, kind, area, message, sentence, waitReason, waitUntil } = toStationError(fault, 'Signing');
  return { code, kind, area, message, sentence, waitReason, waitUntil };
}
