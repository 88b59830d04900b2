import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import type { FormatEngine } from './engine.ts';
import { lazyEngine, type LazyEngine } from './lazy-engine.ts';
import { withinWork } from './within-work.ts';

type Engines = Readonly<Record<SignatureFormat, LazyEngine>>;

/** Has the engine read of the format that a message names; where there is none of that name, its claim says so. */
export function expectTaskOf(engines: Engines, requestedFormat: string): void {
  const named = Object.entries(engines).find(([format]) => format === requestedFormat);
  named?.[1].expectTask();
}

/** An engine for every signature format. */
export function createEngines(): Engines {
  return {
    PAdES: engineOf(async () => (await import('./pades/checked-pades-engine.ts')).createCheckedPadesEngine()),
    CAdES: engineOf(async () => (await import('./cades/cades-engine.ts')).createCadesEngine()),
    XAdES: engineOf(async () => (await import('./xades/xades-engine.ts')).createXadesEngine()),
    ASiC_S: engineOf(async () => (await import('./asic/asic-engine.ts')).createAsicSEngine()),
    ASiC_E: engineOf(async () => (await import('./asic/asic-engine.ts')).createAsicEEngine()),
  };
}

function engineOf(load: () => Promise<FormatEngine>): LazyEngine {
  return lazyEngine(async () => withinWork(await load()));
}
