import type { SignatureRequest } from './records.ts';

/** A request whose document is being signed, for whoever needs one and cares for `changes` only. */
export function requestInWork(at: Date, changes: Partial<SignatureRequest> = {}): SignatureRequest {
  return {
    id: '00000000-0000-7000-8000-000000000000',
    tenantId: 'default',
    correlationId: null,
    status: 'Processing',
    format: 'PAdES',
    profile: 'B',
    inputFileId: 'input',
    outputFileId: null,
    certificateId: null,
    signingProvider: 'Pfx',
    createdAt: at,
    queuedAt: at,
    startedAt: at,
    completedAt: null,
    failedAt: null,
    retryCount: 0,
    errorCode: null,
    errorMessage: null,
    failureArea: null,
    createdBy: 'test',
    packaging: null,
    idempotencyKey: null,
    certificateThumbprint: null,
    visibleSignature: false,
    signatureNote: null,
    appearancePageNumber: 1,
    appearanceFileId: null,
    additionalInputFileIds: [],
    nextAttemptAt: null,
    waitReason: null,
    waitingSince: null,
    ...changes,
  };
}
