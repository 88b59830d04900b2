import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import type { FormatEngine } from './engine.ts';
import { lazyEngine } from './lazy-engine.ts';
import { checkPadesOutput } from './pades/check-output.ts';
import { createPadesCms } from './pades/pades-cms.ts';
import { createPadesEngine } from './pades/pades-engine.ts';
import { signerName } from './pades/signer-name.ts';

/** An engine for every signature format. */
export function createEngines(): Readonly<Record<SignatureFormat, FormatEngine>> {
  return {
    PAdES: createPadesEngine({
      cms: createPadesCms(),
      signerName,
      checkOutput: checkPadesOutput,
    }),
    CAdES: lazyEngine(async () => (await import('./cades/cades-engine.ts')).createCadesEngine()),
    XAdES: lazyEngine(async () => (await import('./xades/xades-engine.ts')).createXadesEngine()),
    ASiC_S: lazyEngine(async () => (await import('./asic/asic-engine.ts')).createAsicSEngine()),
    ASiC_E: lazyEngine(async () => (await import('./asic/asic-engine.ts')).createAsicEEngine()),
  };
}
