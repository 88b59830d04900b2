import { openFileSource } from '../../../service/storage/file-source.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { verifyXades } from '../../../service/verification/xades/verify-xades.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import type { ExtensionTask } from '../extender.ts';

const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/**
 * No signature of a raised document may stop holding: one that covers the other's place would. Trust is not the question
 * here. `count`: how many there were before; `after`: what the verifier says of the raised one. Rejects with StationError
 * SIGNING_OPERATION_FAILED (permanent).
 */
export function requireNothingWorse(
  task: ExtensionTask,
  count: number,
  { signatures }: VerificationOutcome,
): Promise<void> {
  const isAllThere = signatures.length === count && signatures.every(({ signature }) => signature.cryptoValid);
  return isAllThere ? Promise.resolve() : Promise.try(requireSameArithmetic, task);
}

/** One may not have held before: each has to be what it was. */
function requireSameArithmetic(task: ExtensionTask): void {
  const before = judge(task.inputPath, task).signatures;
  const after = judge(task.outputPath, task).signatures;
  before.forEach((earlier, index) => {
    if (after[index]?.signature.cryptoValid === earlier.signature.cryptoValid) return;
    throw new StationError('SIGNING_OPERATION_FAILED', tell('RAISED_DOCUMENT_WOULD_NOT_HOLD', { name: earlier.name }), {
      area: 'document',
    });
  });
}

function judge(path: string, { at, content }: ExtensionTask): VerificationOutcome {
  const document = openFileSource(path);
  const original = content === null ? null : openFileSource(content.path);
  try {
    return verifyXades(document, original === null ? [] : [original], {
      trust: NO_TRUST,
      at,
      revocationMode: 'Offline',
    });
  } finally {
    document.close();
    original?.close();
  }
}
