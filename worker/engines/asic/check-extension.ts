import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { verifyAsic } from '../../../service/verification/asic/verify-asic.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import type { ExtensionTask } from '../extender.ts';

const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/**
 * Every signature of a raised container must hold as it did before. Trust is not the question here. Throws StationError
 * SIGNING_OPERATION_FAILED (permanent).
 */
export async function requireNothingWorse(format: AsicFormat, task: ExtensionTask): Promise<void> {
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
