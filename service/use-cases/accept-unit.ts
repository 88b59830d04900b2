import type { JobMessage } from '../contract/jobs/job-message.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { eventsBy } from '../domain/audit-events.ts';
import { AT_ONCE, jobMessageRow } from '../domain/job-message-row.ts';
import type { SigningJob, SignatureRequest, StoredFile } from '../domain/records.ts';
import { StationError } from '../domain/station-error.ts';
import type { AcceptUnit, NewAuditEvent, RejectedUnit } from '../persistence/persistence.ts';
import { requestKeys, type RequestKeys } from '../storage/storage-keys.ts';
import { currentTraceparent } from '../telemetry/trace-context.ts';
import { displayFileName } from './file-name.ts';
import type { Order } from './place-order.ts';
import type { Caller, UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'clock' | 'newId'>;

/** A received file in the upload directory. */
export interface ReceivedFile {
  readonly path: string;
  /** As the client sent it; untrusted. */
  readonly clientFileName: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A create request whose fields were checked one by one and together. */
export interface CreateSignature extends Order {
  readonly signingProvider: ProviderType;
  readonly certificateThumbprint: string | null;
  /** At least one; several for ASiC_E, and what a detached signature is over behind it (cosign, countersign). */
  readonly files: readonly ReceivedFile[];
  readonly appearance: { readonly file: ReceivedFile; readonly contentType: string } | null;
  readonly idempotencyKey: string | null;
  /** The failed request that is done again. */
  readonly retryOf: string | null;
}

/**
 * The rows of a new request: request, files (inputs in the caller's order, then the appearance image), job, outbox
 * message and audit. `thumbprint` is the normalised one.
 */
export function acceptUnit(
  ports: Ports,
  caller: Caller,
  wanted: CreateSignature,
  thumbprint: string | null,
): AcceptUnit {
  const now = ports.clock();
  const id = ports.newId();
  const jobId = ports.newId();
  const files = storedFiles(ports, wanted, requestKeys(caller.tenantId, id, now), now);
  const inputs = files.slice(0, wanted.files.length);
  const [input, ...additional] = inputs;
  if (input === undefined) throw new StationError('SIGNATURE_REQUEST_INVALID', 'The file is missing.');
  const request: SignatureRequest = {
    ...newRequest(caller, wanted, now),
    id,
    inputFileId: input.id,
    certificateThumbprint: thumbprint,
    appearanceFileId: wanted.appearance === null ? null : (files.at(-1)?.id ?? null),
    additionalInputFileIds: additional.map((file) => file.id),
  };
  const message: JobMessage = {
    jobId,
    tenantId: caller.tenantId,
    signatureId: id,
    inputPath: input.storageKey,
    requestedFormat: wanted.format,
    requestedProfile: wanted.profile,
    createdAt: now.toISOString(),
    attempt: 1,
  };
  return {
    request,
    files,
    job: newJob(jobId, id, now),
    outboxMessage: jobMessageRow({ id: ports.newId(), traceparent: currentTraceparent() }, message, now, AT_ONCE),
    audit: acceptAudit(ports, caller, wanted, files, jobId),
  };
}

/**
 * The rows of a request that `refusal` ended: Rejected, its files as they were described, none of them kept. It holds no
 * idempotency key, so that the same call may be made again when the reason is gone.
 */
export function rejectedUnit(
  ports: Ports,
  caller: Caller,
  wanted: CreateSignature,
  refusal: StationError,
): RejectedUnit {
  const { request, files } = acceptUnit(ports, caller, wanted, wanted.certificateThumbprint);
  const { createdAt } = request;
  const { format, profile, signingProvider } = wanted;
  const event = eventsBy(ports, caller.actor);
  return {
    request: {
      ...request,
      status: 'Rejected',
      queuedAt: null,
      idempotencyKey: null,
      errorCode: refusal.code,
      errorMessage: refusal.message,
      errorSentence: refusal.sentence,
      failureArea: refusal.area,
    },
    files: files.map((file) => ({ ...file, deletedAt: createdAt })),
    audit: [
      event('SignatureRequested', { format, profile, signingProvider, ...particulars(wanted) }),
      event('SignatureRejected', { errorCode: refusal.code }),
    ],
  };
}

/** What not every request has to say of itself. */
function particulars({ operation, retryOf }: CreateSignature): NewAuditEvent['metadata'] {
  return { ...(operation !== 'sign' && { operation }), ...(retryOf !== null && { retryOf }) };
}

function newRequest(caller: Caller, wanted: CreateSignature, now: Date) {
  return {
    tenantId: caller.tenantId,
    correlationId: caller.correlationId,
    status: 'Queued',
    format: wanted.format,
    profile: wanted.profile,
    outputFileId: null,
    certificateId: null,
    signingProvider: wanted.signingProvider,
    createdAt: now,
    queuedAt: now,
    startedAt: null,
    completedAt: null,
    failedAt: null,
    retryCount: 0,
    errorCode: null,
    errorMessage: null,
    errorSentence: null,
    failureArea: null,
    createdBy: caller.actor,
    packaging: wanted.packaging,
    operation: wanted.operation,
    targetSignature: wanted.targetSignature,
    containerSignature: wanted.containerSignature,
    idempotencyKey: wanted.idempotencyKey,
    visibleSignature: wanted.visibleSignature,
    signatureNote: wanted.signatureNote,
    appearancePageNumber: wanted.appearancePageNumber,
    signatureField: wanted.signatureField,
    certification: wanted.certification,
    stampOptions: wanted.stampOptions,
    nextAttemptAt: null,
    waitReason: null,
    waitingSince: null,
    retryOf: wanted.retryOf,
    kind: 'Signature',
    renewalOf: null,
    evidenceGoodUntil: null,
    approvalRule: null,
    approvedTerms: null,
    approvedUntil: null,
  } as const;
}

/** The row of a job that nobody has claimed. */
export function newJob(id: string, signatureRequestId: string, now: Date): SigningJob {
  return {
    id,
    signatureRequestId,
    status: 'Pending',
    attempt: 0,
    lastError: null,
    lockedUntil: null,
    createdAt: now,
    startedAt: null,
    completedAt: null,
    interruptions: 0,
    stagedSignature: null,
  };
}

/** Rows of the inputs in the caller's order, then the appearance image. */
function storedFiles(ports: Ports, wanted: CreateSignature, keys: RequestKeys, now: Date): StoredFile[] {
  const row = (file: ReceivedFile, storageKey: string, contentType: string): StoredFile => ({
    id: ports.newId(),
    storageKey,
    originalFileName: displayFileName(file.clientFileName),
    contentType,
    size: file.size,
    sha256: file.sha256,
    createdAt: now,
    deletedAt: null,
    stagedKey: null,
  });
  const contentType = inputContentType(wanted.format);
  const inputs = wanted.files.map((file, index) =>
    row(file, index === 0 ? keys.input : keys.additionalInput(index + 1), contentType),
  );
  const { appearance } = wanted;
  return appearance === null ? inputs : [...inputs, row(appearance.file, keys.appearance, appearance.contentType)];
}

/** From the format: what the client says of its file is untrusted. */
function inputContentType(format: SignatureFormat): string {
  if (format === 'PAdES') return 'application/pdf';
  return format === 'XAdES' ? 'application/xml' : 'application/octet-stream';
}

function acceptAudit(
  ports: Ports,
  caller: Caller,
  wanted: CreateSignature,
  files: readonly StoredFile[],
  jobId: string,
): NewAuditEvent[] {
  const event = eventsBy(ports, caller.actor);
  const { format, profile, signingProvider } = wanted;
  return [
    event('SignatureRequested', { format, profile, signingProvider, ...particulars(wanted) }),
    ...files.map((file) => event('FileStored', { fileId: file.id, size: file.size, sha256: file.sha256 })),
    event('JobQueued', { jobId }),
  ];
}
