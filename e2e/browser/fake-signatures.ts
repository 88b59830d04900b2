import { createHash } from 'node:crypto';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import type { AuditEventView, JobView, SignatureView } from '../../service/contract/http/signatures.ts';
import { AUDIT_EVENT_TYPES } from '../../service/contract/vocabulary/audit-events.ts';
import { SIGNATURE_FORMATS } from '../../service/contract/vocabulary/signature-formats.ts';
import { DAY, hash, iso, uuid } from './fake-values.ts';

/** The bytes of every document that was sent. */
export const INPUT = buildPdf({ pieces: onePage() });

export function signatureView(seed: string, fields: Partial<SignatureView> = {}): SignatureView {
  const id = fields.id ?? uuid(seed);
  const isCompleted = (fields.status ?? 'Completed') === 'Completed';
  return {
    id,
    tenantId: 'default',
    status: 'Completed',
    format: 'PAdES',
    profile: 'B',
    profileReached: isCompleted ? (fields.profile ?? 'B') : null,
    packaging: null,
    operation: 'sign',
    targetSignature: null,
    containerSignature: null,
    signingProvider: 'SmartCard',
    visibleSignature: false,
    signatureNote: null,
    appearancePageNumber: 1,
    signatureField: null,
    certification: null,
    signatureRect: null,
    signatureAnchor: null,
    stampTemplate: null,
    hasAppearanceImage: false,
    createdAt: iso(-65_000),
    queuedAt: iso(-64_900),
    startedAt: iso(-64_000),
    completedAt: isCompleted ? iso(-63_800) : null,
    failedAt: null,
    errorCode: null,
    errorMessage: null,
    errorSentence: null,
    failureArea: null,
    correlationId: null,
    statusUrl: `/api/v1/signatures/${id}`,
    originalFileName: 'Contract 2041 - Water supply Urfahr.pdf',
    inputSha256: hash('sha256', `${seed}-input`),
    inputSize: 148_213,
    inputs: [
      {
        fileName: fields.originalFileName ?? 'Contract 2041 - Water supply Urfahr.pdf',
        size: 148_213,
        sha256: createHash('sha256').update(INPUT).digest('hex'),
        url: `/api/v1/signatures/${id}/inputs/1`,
      },
    ],
    outputSha256: isCompleted ? hash('sha256', `${seed}-output`) : null,
    outputSize: isCompleted ? 166_640 : null,
    contentUrl: isCompleted ? `/api/v1/signatures/${id}/content` : null,
    certificateThumbprint: hash('sha256', 'anna').toUpperCase(),
    retryCount: 0,
    nextAttemptAt: null,
    waitReason: null,
    waitingSince: null,
    retryOf: null,
    ...fields,
  };
}

/** A few requests in every state, newest first. */
export function sampleSignatures(): SignatureView[] {
  return [
    signatureView('busy', {
      status: 'Processing',
      originalFileName: 'Board minutes November.pdf',
      createdAt: iso(-9_000),
    }),
    signatureView('queued', {
      status: 'Queued',
      originalFileName: 'Order 88-14.xml',
      format: 'XAdES',
      packaging: 'enveloped',
      createdAt: iso(-12_000),
      startedAt: null,
    }),
    signatureView('done', { visibleSignature: true, signatureNote: 'Approved by the board', appearancePageNumber: 3 }),
    signatureView('failed', {
      status: 'Failed',
      originalFileName: 'Tender documents (final, really).pdf',
      profile: 'T',
      createdAt: iso(-600_000),
      failedAt: iso(-599_000),
      errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE',
      failureArea: 'timestamp',
      errorMessage: 'No timestamp authority is configured (Timestamping:Url). Nothing was signed.',
    }),
    signatureView('retry', {
      status: 'RetryScheduled',
      originalFileName: 'Invoice 2024-1189.pdf',
      createdAt: iso(-700_000),
      retryCount: 2,
      nextAttemptAt: iso(48_000),
      errorCode: 'SIGNING_PROVIDER_UNAVAILABLE',
      failureArea: 'token',
      errorMessage: 'The token was removed or is not readable; insert it again. (CKR_DEVICE_REMOVED)',
    }),
    signatureView('cancelled', {
      status: 'Cancelled',
      originalFileName: 'Draft – do not sign.pdf',
      createdAt: iso(-3_700_000),
      startedAt: null,
    }),
    signatureView('container', {
      format: 'ASiC_E',
      originalFileName: 'Site plans.asice',
      createdAt: iso(-DAY),
      inputSize: 48_112_640,
    }),
    signatureView('cms', {
      format: 'CAdES',
      packaging: 'detached',
      originalFileName: 'measurements.csv',
      createdAt: iso(-3 * DAY),
      correlationId: 'erp-99121',
    }),
  ];
}

export function jobAt(index: number): JobView {
  const isFailed = index % 17 === 3;
  return {
    id: uuid(`job-${String(index)}`),
    signatureId: uuid(`signature-${String(index)}`),
    tenantId: 'default',
    status: isFailed ? 'Failed' : 'Completed',
    signatureStatus: isFailed ? 'Failed' : 'Completed',
    attempt: (index % 5) + 1,
    lastError: isFailed
      ? 'TIMESTAMP_OPERATION_FAILED: The timestamp authority http://tsa.test/ gave no timestamp: it answers with HTTP 503.'
      : null,
    lastErrorSentence: null,
    lockedUntil: null,
    nextAttemptAt: null,
    createdAt: iso(-index * 31_000),
    startedAt: iso(-index * 31_000 + 900),
    completedAt: iso(-index * 31_000 + 964 + (index % 7) * 31),
    originalFileName: `Invoice ${String(100_000 - index)}.pdf`,
    format: SIGNATURE_FORMATS[index % SIGNATURE_FORMATS.length] ?? 'PAdES',
    profile: 'B',
  };
}

export function auditEventAt(index: number): AuditEventView {
  const eventType = AUDIT_EVENT_TYPES[10 - (index % 11)] ?? 'SignatureRequested';
  return {
    id: uuid(`audit-${String(index)}`),
    tenantId: 'default',
    entityType: 'SignatureRequest',
    entityId: uuid(`signature-${String(Math.floor(index / 11))}`),
    eventType,
    actor: index % 3 === 0 ? 'desk' : 'worker/1',
    timestamp: iso(-index * 2_700),
    correlationId: null,
    fileName: `Invoice ${String(100_000 - Math.floor(index / 11))}.pdf`,
    metadata: { format: 'PAdES', profile: 'B', attempt: (index % 3) + 1 },
  };
}
