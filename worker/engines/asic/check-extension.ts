import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { readAsicEntries } from '../../../service/verification/asic/asic-entries.ts';
import { verifyAsic } from '../../../service/verification/asic/verify-asic.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import type { ExtensionTask } from '../extender.ts';

const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/**
 * Every signature of a raised container must hold as it did before. Trust is not the question here. `after`: what the
 * verifier says of the raised one. Rejects with StationError SIGNING_OPERATION_FAILED (permanent).
 */
export async function requireNothingWorse(
  format: AsicFormat,
  task: ExtensionTask,
  { signatures }: VerificationOutcome,
): Promise<void> {
  const isIntact = signatures.every(({ signature }) => signature.cryptoValid);
  if (isIntact && signatures.length === (await countSignatureFiles(format, task.inputPath))) return;
  await requireSameArithmetic(format, task);
}

/** A file may hold several signatures: then each of them is compared. */
async function countSignatureFiles(format: AsicFormat, path: string): Promise<number> {
  const source = openFileSource(path);
  try {
    const { signatures, xadesSignatures } = await readAsicEntries(format, source);
    return signatures.length + xadesSignatures.length;
  } finally {
    source.close();
  }
}

/** One may not have held before: each has to be what it was. */
async function requireSameArithmetic(format: AsicFormat, task: ExtensionTask): Promise<void> {
  const before = (await judge(format, task.inputPath, task)).signatures;
  const after = (await judge(format, task.outputPath, task)).signatures;
  const isSame = before.every(({ signature }, index) => after[index]?.signature.cryptoValid === signature.cryptoValid);
  if (isSame && before.length === after.length) return;
  throw new StationError('SIGNING_OPERATION_FAILED', tell('RAISED_CONTAINER_WOULD_NOT_HOLD'), { area: 'document' });
}

async function judge(format: AsicFormat, path: string, { at }: ExtensionTask): Promise<VerificationOutcome> {
  const source = openFileSource(path);
  try {
    return await verifyAsic(format, source, { trust: NO_TRUST, at, revocationMode: 'Offline' });
  } finally {
    source.close();
  }
}
