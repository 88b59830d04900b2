import { createHash } from 'node:crypto';
import type { SignatureFinding } from '../../service/contract/http/verification.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { VerificationOutcome } from '../../service/verification/verification.ts';
import type { EngineTask } from './engine.ts';
import { isWorseStatus } from '../../service/verification/fault.ts';
import { WorkExceededError } from '../../service/verification/work-budget.ts';

/** Whether a signature of a finished file is intact and of the chosen certificate; whom it is trusted by is not asked. */
export function isIntactOfChosen(finding: SignatureFinding | undefined, { key }: EngineTask): boolean {
  const thumbprint = createHash('sha1').update(key.certificate).digest('hex').toUpperCase();
  return (
    finding?.signature.cryptoValid === true &&
    finding.status !== 'INVALID' &&
    finding.signature.signerThumbprint === thumbprint
  );
}

/** Whether an earlier signature is judged no worse than before another one was added, and reaches the same level. */
export function isNoWorse(before: SignatureFinding, now: SignatureFinding): boolean {
  return (
    !isWorseStatus(now.status, before.status) &&
    now.profileReached === before.profileReached &&
    now.signature.cryptoValid === before.signature.cryptoValid
  );
}

/** What was written with one more signature in it does not hold: a permanent fault of the document. */
export function additionRefused(what: 'file' | 'container', why: string): StationError {
  return new StationError(
    'SIGNING_OPERATION_FAILED',
    `The signature cannot be added: in the finished ${what} ${why}. Nothing was stored; the file is as it was.`,
    { area: 'document' },
  );
}

/** Permanent: to this document, or to this signature of it, nothing can be added. */
export function cannotAdd(why: string, cause?: unknown): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', `No signature can be added to the file: ${why}.`, {
    ...{ area: 'document', cause },
  });
}

/**
 * Refuses, by the verifier's word on it, a document to which no signature may be added: that bears none, and that is
 * broken in any part. Throws a permanent StationError, and WorkExceededError where the verifier gave it up.
 */
export function requireSound({ signatures, overallStatus, reasonCodes }: VerificationOutcome): void {
  const reasons = reasonCodes.join(', ');
  if (signatures.length > 0 && overallStatus !== 'INVALID') return;
  if (reasonCodes.includes('VERIFICATION_WORK_EXCEEDED')) throw new WorkExceededError();
  throw cannotAdd(signatures.length === 0 ? `it bears no signature (${reasons})` : `it is broken already (${reasons})`);
}

/** The place of the signature that a report calls by that name; null is the only one there is. */
export function placeOfTarget({ signatures }: Pick<VerificationOutcome, 'signatures'>, name: string | null): number {
  if (name === null && signatures.length === 1) return 0;
  const names = signatures.map((finding) => finding.name);
  const target = name === null ? -1 : names.indexOf(name);
  if (target >= 0 && target === names.lastIndexOf(name ?? '')) return target;
  const which = name === null ? 'TARGET_SIGNATURE_UNNAMED' : 'TARGET_SIGNATURE_UNKNOWN';
  throw new StationError('SIGNING_OPERATION_FAILED', tell(which, { names: names.slice(0, 20).join(', ') }), {
    area: 'options',
  });
}
