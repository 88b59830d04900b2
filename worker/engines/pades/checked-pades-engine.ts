import type { FormatEngine } from '../engine.ts';
import { checkPadesOutput } from './check-output.ts';
import { createPadesCms } from './pades-cms.ts';
import { createPadesEngine } from './pades-engine.ts';
import { signerName } from './signer-name.ts';

/** The engine for PDFs with all that it works with: what it makes goes through the verifier. */
export function createCheckedPadesEngine(): FormatEngine {
  return createPadesEngine({ cms: createPadesCms(), signerName, checkOutput: checkPadesOutput });
}
