import { statSync } from 'node:fs';
import type { Packaging } from '../../../service/contract/vocabulary/signature-formats.ts';
import type { SignatureAlgorithm } from '../../../service/providers/providers.ts';
import type { EngineTask } from '../engine.ts';

const ORDER = {
  operation: 'sign',
  targetSignature: null,
  containerSignature: null,
  ...{ visibleSignature: false, signatureNote: null, appearancePageNumber: 1, signatureField: null },
  certification: null,
  stampOptions: null,
  profile: 'B',
} as const;

export interface CadesTaskParts {
  readonly inputPath: string;
  readonly outputPath: string;
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  readonly packaging: Packaging | null;
  readonly originalFileName?: string;
}

/** A task as the worker makes it for a file that lies at `inputPath`. */
export function cadesTask(parts: CadesTaskParts): EngineTask {
  const { inputPath, outputPath, certificate, chain, algorithm, packaging } = parts;
  return {
    order: { ...ORDER, packaging },
    document: {
      path: inputPath,
      size: statSync(inputPath).size,
      originalFileName: parts.originalFileName ?? 'Report.final.docx',
    },
    additionalDocuments: [],
    appearance: null,
    outputPath,
    key: { providerId: 'p', providerType: 'Pfx', keyId: 'k', certificate, chain, algorithms: [algorithm] },
    algorithm,
    at: new Date(),
  };
}
