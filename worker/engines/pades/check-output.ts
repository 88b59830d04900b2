import { StationError } from '../../../service/domain/station-error.ts';
import type { SignatureFinding, VerificationStatus } from '../../../service/contract/http/verification.ts';
import { createContentsJudge } from '../../../service/verification/pades/contents-judge.ts';
import { verifyPades } from '../../../service/verification/pades/verify-pades.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import type { EngineTask } from '../engine.ts';

const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/**
 * Judges a signed document before and after another signature was added. The new one must be intact and cover the file;
 * an earlier one that stood before must stand afterwards. Trust is not the question here, only integrity.
 * Throws StationError SIGNING_OPERATION_FAILED (permanent).
 */
export function checkPadesOutput(task: EngineTask): Promise<void> {
  const before = judge(task.document.path, task.at);
  const after = judge(task.outputPath, task.at);
  const own = after.at(-1);
  if (own?.signature.cryptoValid !== true || !own.coversWholeDocument || own.status === 'INVALID') {
    return refuse('The new signature does not hold in the finished document.');
  }
  for (const earlier of before) {
    const now = after.find((finding) => finding.name === earlier.name);
    if (isWorse(earlier.status, now?.status)) {
      return refuse(`The signature ${earlier.name}, made before, would no longer hold.`);
    }
  }
  return Promise.resolve();
}

function judge(path: string, at: Date): readonly SignatureFinding[] {
  const file = openFileSource(path);
  try {
    return verifyPades(file, createContentsJudge({ trust: NO_TRUST, at, revocationMode: 'Offline' }), at).signatures;
  } finally {
    file.close();
  }
}

function isWorse(before: VerificationStatus, after: VerificationStatus | undefined): boolean {
  return before !== 'INVALID' && (after === undefined || after === 'INVALID');
}

function refuse(why: string): Promise<never> {
  return Promise.reject(
    new StationError('SIGNING_OPERATION_FAILED', `${why} Nothing was stored; the document is as it was.`),
  );
}
