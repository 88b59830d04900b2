import type { SignatureFormat } from '../../service/contract/vocabulary/signing.ts';
import { parseCertificate } from '../../service/codecs/x509/certificate.ts';
import type { FormatEngine } from './engine.ts';
import { lazyEngine } from './lazy-engine.ts';
import { checkPadesOutput } from './pades/check-output.ts';
import { createPadesCms } from './pades/pades-cms.ts';
import { createPadesEngine } from './pades/pades-engine.ts';

/** An engine for every signature format. */
export function createEngines(): Partial<Readonly<Record<SignatureFormat, FormatEngine>>> {
  return {
    PAdES: createPadesEngine({
      cms: createPadesCms(),
      signerName: (certificate) => parseCertificate(certificate).subject.toString(),
      checkOutput: checkPadesOutput,
    }),
    CAdES: lazyEngine(async () => (await import('./cades/cades-engine.ts')).createCadesEngine()),
  };
}
