import type { ErrorCode } from '../../service/contract/vocabulary/error-catalogue.ts';
import type { FailureArea, WaitReason } from '../../service/contract/vocabulary/failures.ts';
import type { FailureKind } from '../../service/contract/vocabulary/states.ts';
import { StationError } from '../../service/domain/station-error.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly kind: FailureKind;
  /** Where the cure lies. */
  readonly area: FailureArea;
  /** For a person; fit to be stored: no secret, no document bytes. */
  readonly message: string;
  /** Set where nothing failed: the job waits until this has passed. */
  readonly waitReason: WaitReason | null;
}

/**
 * What a fault means for the job. StationErrors say it themselves. Faults of the machine (disk full, file handles) may
 * pass; anything else is a defect of ours or of the document, and repeating it would only repeat it.
 */
export function classifyFailure(fault: unknown): Failure {
  if (fault instanceof StationError) {
    const { code, kind, area, message, waitReason } = fault;
    return { code, kind, area, message, waitReason };
  }
  const systemCode = systemErrorCode(fault);
  if (systemCode !== undefined) {
    return {
      code: 'SIGNING_OPERATION_FAILED',
      kind: 'transient',
      area: 'station',
      message: `The machine refused a file operation (${systemCode}).`,
      waitReason: null,
    };
  }
  return {
    code: 'SIGNING_OPERATION_FAILED',
    kind: 'permanent',
    area: 'station',
    message: 'Signing failed unexpectedly.',
    waitReason: null,
  };
}

/** ENOSPC, EMFILE and their like; never the error's own text, which holds paths. */
function systemErrorCode(fault: unknown): string | undefined {
  if (!(fault instanceof Error) || !('code' in fault) || !('syscall' in fault)) return undefined;
  return typeof fault.code === 'string' ? fault.code : undefined;
}
