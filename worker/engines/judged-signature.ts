import { createHash } from 'node:crypto';
import type { SignatureFinding, VerificationStatus } from '../../service/contract/http/verification.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { EngineTask } from './engine.ts';

const SEVERITY: Readonly<Record<VerificationStatus, number>> = { VALID: 0, INDETERMINATE: 1, INVALID: 2 };

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
    SEVERITY[now.status] <= SEVERITY[before.status] &&
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
