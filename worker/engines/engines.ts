import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import type { FormatEngine } from './engine.ts';
import { lazyEngine } from './lazy-engine.ts';

/** An engine for every signature format. */
export function createEngines(): Readonly<Record<SignatureFormat, FormatEngine>> {
  return {
    PAdES: lazyEngine(async () => (await import('./pades/checked-pades-engine.ts')).createCheckedPadesEngine()),
    CAdES: lazyEngine(async () => (await import('./cades/cades-engine.ts')).createCadesEngine()),
    XAdES: lazyEngine(async () => (await import('./xades/xades-engine.ts')).createXadesEngine()),
    ASiC_S: lazyEngine(async () => (await import('./asic/asic-engine.ts')).createAsicSEngine()),
    ASiC_E: lazyEngine(async () => (await import('./asic/asic-engine.ts')).createAsicEEngine()),
  };
}
