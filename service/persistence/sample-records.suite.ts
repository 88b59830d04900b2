import { randomUUID } from 'node:crypto';
import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import type { CertificateRecord, SignatureRequest, SigningJob, StoredFile } from '../domain/records.ts';
import { requestKeys } from '../storage/storage-keys.ts';
import type { StagedSignature } from '../domain/staged-signature.ts';
import type {
  AcceptUnit,
  Completion,
  JobFailure,
  JobRetry,
  WaitFailure,
  JobStore,
  NewAuditEvent,
} from './persistence.ts';

/** Records for tests: complete, plausible, each with ids of its own. */

export const LEASE_MILLISECONDS = 900_000;
const START = Date.UTC(2026, 0, 15, 9, 30, 0, 123);

/** A moment `milliseconds` after the time the samples begin at. */
export function at(milliseconds: number): Date {
  return new Date(START + milliseconds);
}

export function auditEvent(eventType: AuditEventType, metadata: NewAuditEvent['metadata'] = {}): NewAuditEvent {
  return { id: randomUUID(), eventType, actor: 'tester', metadata };
}

export function storedFile(storageKey: string, changes: Partial<StoredFile> = {}): StoredFile {
  return {
    id: randomUUID(),
    storageKey,
    originalFileName: 'Vertrag Zoë %_ 合同 😀.pdf',
    contentType: 'application/pdf',
    size: 5_000_000_000,
    sha256: 'ab'.repeat(32),
    createdAt: at(0),
    deletedAt: null,
    stagedKey: null,
    ...changes,
  };
}

interface UnitChanges {
  readonly request?: Partial<SignatureRequest>;
  readonly input?: Partial<StoredFile>;
  /** How many data objects beyond the first, and whether there is an appearance image. */
  readonly additionalInputs?: number;
  readonly hasAppearance?: boolean;
}

/** What POST /signatures hands over for one request. */
export function acceptUnit(changes: UnitChanges = {}): AcceptUnit {
  const { id, tenantId, createdAt } = { id: randomUUID(), tenantId: 'acme', createdAt: at(0), ...changes.request };
  const keys = requestKeys(tenantId, id, createdAt);
  const input = storedFile(keys.input, { createdAt, ...changes.input });
  const additional = Array.from({ length: changes.additionalInputs ?? 0 }, (_, index) =>
    storedFile(keys.additionalInput(index + 2), { createdAt, originalFileName: `annex-${index + 2}.xml` }),
  );
  const appearance = changes.hasAppearance === true ? [storedFile(keys.appearance, { contentType: 'image/png' })] : [];
  const job = newJob(id, createdAt);
  return {
    request: {
      ...newRequest(id, tenantId, createdAt, input.id),
      ...changes.request,
      additionalInputFileIds: additional.map((file) => file.id),
      appearanceFileId: appearance[0]?.id ?? null,
    },
    files: [input, ...additional, ...appearance],
    job,
    outboxMessage: outboxMessage(createdAt, JSON.stringify({ jobId: job.id })),
    audit: [auditEvent('SignatureRequested', { size: 5, isVisible: true, note: null }), auditEvent('JobQueued')],
  };
}

function newJob(signatureRequestId: string, createdAt: Date): SigningJob {
  return {
    id: randomUUID(),
    signatureRequestId,
    status: 'Pending',
    attempt: 0,
    lastError: null,
    lockedUntil: null,
    createdAt,
    startedAt: null,
    completedAt: null,
    interruptions: 0,
    stagedSignature: null,
  };
}

function newRequest(id: string, tenantId: string, createdAt: Date, inputFileId: string): SignatureRequest {
  return {
    id,
    tenantId,
    correlationId: `correlation-${id}`,
    status: 'Queued',
    format: 'PAdES',
    profile: 'B',
    inputFileId,
    outputFileId: null,
    certificateId: null,
    signingProvider: 'Pfx',
    createdAt,
    queuedAt: createdAt,
    startedAt: null,
    completedAt: null,
    failedAt: null,
    retryCount: 0,
    errorCode: null,
    errorMessage: null,
    errorSentence: null,
    failureArea: null,
    createdBy: 'tester',
    packaging: null,
    operation: 'sign',
    targetSignature: null,
    containerSignature: null,
    idempotencyKey: null,
    certificateThumbprint: 'AB'.repeat(20),
    visibleSignature: true,
    signatureNote: 'geprüft',
    appearancePageNumber: 2,
    appearanceFileId: null,
    signatureField: 'Käufer.1',
    certification: 'FillForms',
    stampOptions: {
      rect: null,
      anchor: null,
      template: { parts: ['name', 'date'], identityNumber: 'masked', dateFormat: 'dd.MM.yyyy', timeZone: 'UTC' },
    },
    additionalInputFileIds: [],
    nextAttemptAt: null,
    waitReason: null,
    waitingSince: null,
    retryOf: null,
    kind: 'Signature',
    renewalOf: null,
    evidenceGoodUntil: null,
    approvalRule: null,
    approvedTerms: null,
    approvedUntil: null,
  };
}

export function outboxMessage(availableAt: Date, payload = '{}'): AcceptUnit['outboxMessage'] {
  return {
    id: randomUUID(),
    type: 'signature.created',
    payload,
    occurredAt: availableAt,
    publishedAt: null,
    retryCount: 0,
    error: null,
    availableAt,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
  };
}

/** The arguments of a claim whose message is the one the unit was accepted with. */
export function claimOf(
  unit: AcceptUnit,
  now: Date,
  changes: { claimant?: string; leaseMilliseconds?: number } = {},
): Parameters<JobStore['claimJob']>[0] {
  return {
    jobId: unit.job.id,
    expected: {
      tenantId: unit.request.tenantId,
      signatureId: unit.request.id,
      inputPath: unit.files[0]?.storageKey ?? '',
      requestedFormat: unit.request.format,
      requestedProfile: unit.request.profile,
    },
    claimant: 'station/worker-1',
    now,
    leaseMilliseconds: LEASE_MILLISECONDS,
    audit: [auditEvent('JobStarted')],
    whenHeld: outboxMessage(now),
    ...changes,
  };
}

export function certificateRecord(changes: Partial<CertificateRecord> = {}): CertificateRecord {
  return {
    id: randomUUID(),
    thumbprint: 'CD'.repeat(20),
    subject: 'CN=Signer',
    issuer: 'CN=Issuer',
    serialNumber: '0123',
    notBefore: at(-1000),
    notAfter: at(1_000_000),
    providerType: 'Pfx',
    providerReference: 'demo',
    createdAt: at(0),
    ...changes,
  };
}

export function completionOf(unit: AcceptUnit, moment: Date, changes: Partial<Completion> = {}): Completion {
  const keys = requestKeys(unit.request.tenantId, unit.request.id, unit.request.createdAt);
  return {
    output: storedFile(keys.signed, { createdAt: moment, stagedKey: keys.stagedOutput(1) }),
    certificate: certificateRecord(),
    evidenceGoodUntil: null,
    at: moment,
    audit: [auditEvent('SigningCompleted'), auditEvent('OutputStored')],
    ...changes,
  };
}

export function stagedSignature(unit: AcceptUnit, attempt = 1): StagedSignature {
  const { id, tenantId, createdAt } = unit.request;
  return {
    storageKey: requestKeys(tenantId, id, createdAt).stagedSignature(attempt),
    size: 3_000_000_000,
    sha256: 'cd'.repeat(32),
    fileName: 'Vertrag Zoë.pdf.p7m',
    contentType: 'application/pkcs7-mime',
    providerId: 'card',
    providerType: 'SmartCard',
    scheme: 'ECDSA',
    hash: 'SHA-256',
    signedAt: '2026-01-15T09:30:00.123Z',
    certificate: 'MIIB',
  };
}

export function failureAt(moment: Date): JobFailure {
  return {
    errorCode: 'SIGNING_OPERATION_FAILED',
    errorMessage: 'The document is broken.',
    errorSentence: { code: 'TRIAL', parameters: { name: 'a\u0000b', count: 2 } },
    failureArea: 'document',
    at: moment,
    audit: [auditEvent('SigningFailed')],
  };
}

/** The failure of a job that nobody works on, with its dead letter. */
export function waitFailureAt(moment: Date, deadLetter = outboxMessage(moment)): WaitFailure {
  return { ...failureAt(moment), deadLetter };
}

export function retryAt(moment: Date, nextAttemptAt: Date): JobRetry {
  return {
    errorCode: 'TIMESTAMP_OPERATION_FAILED',
    errorMessage: 'The authority did not answer.',
    errorSentence: null,
    failureArea: 'timestamp',
    at: moment,
    nextAttemptAt,
    outboxMessage: outboxMessage(nextAttemptAt),
    audit: [auditEvent('RetryScheduled')],
  };
}
