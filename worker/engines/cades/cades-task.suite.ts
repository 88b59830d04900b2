import { statSync } from 'node:fs';
import type { Packaging } from '../../../service/contract/vocabulary/signing.ts';
import type { SignatureRequest } from '../../../service/domain/records.ts';
import type { SignatureAlgorithm } from '../../../service/providers/providers.ts';
import type { EngineTask } from '../engine.ts';

const AT = new Date();

const REQUEST: SignatureRequest = {
  ...{ id: 'r1', tenantId: 't1', correlationId: null, status: 'Processing', format: 'CAdES', profile: 'B' },
  ...{ inputFileId: 'f1', outputFileId: null, certificateId: null, signingProvider: 'Pfx', retryCount: 0 },
  ...{ createdAt: AT, queuedAt: AT, startedAt: AT, completedAt: null, failedAt: null, nextAttemptAt: null },
  ...{ waitReason: null, waitingSince: null, retryOf: null },
  ...{
    errorCode: null,
    errorMessage: null,
    failureArea: null,
    createdBy: 'test',
    packaging: null,
    idempotencyKey: null,
  },
  ...{ certificateThumbprint: null, visibleSignature: false, signatureNote: null, appearancePageNumber: 1 },
  ...{ appearanceFileId: null, additionalInputFileIds: [] },
};

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
    request: { ...REQUEST, packaging },
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
