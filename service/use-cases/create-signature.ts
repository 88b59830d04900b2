import type { SignatureCreated } from '../contract/http/signatures.ts';
import type { JobMessage } from '../contract/jobs/job-message.ts';
import type { Packaging, ProviderType, SignatureFormat, SignatureProfile } from '../contract/vocabulary/signing.ts';
import type { SignatureRequest, StoredFile } from '../domain/records.ts';
import { StationError } from '../domain/station-error.ts';
import type { AcceptUnit, NewAuditEvent } from '../persistence/persistence.ts';
import { requestKeys, type RequestKeys } from '../storage/storage-keys.ts';
import { errorFields } from '../telemetry/logger.ts';
import { checkProvider } from './check-provider.ts';
import { displayFileName } from './file-name.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { statusUrl } from './signature-view.ts';

type Ports = Pick<
  UseCasePorts,
  | 'persistence'
  | 'objectStore'
  | 'providerCatalogue'
  | 'clock'
  | 'newId'
  | 'logger'
  | 'metrics'
  | 'onAccepted'
  | 'supportedFormats'
  | 'allowExpiredCertificates'
>;

/** A received file in the upload directory. */
export interface ReceivedFile {
  readonly path: string;
  /** As the client sent it; untrusted. */
  readonly clientFileName: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A create request whose fields were checked one by one. */
export interface CreateSignature {
  readonly format: SignatureFormat;
  readonly profile: SignatureProfile;
  readonly signingProvider: ProviderType;
  readonly packaging: Packaging | null;
  readonly certificateThumbprint: string | null;
  readonly visibleSignature: boolean;
  readonly signatureNote: string | null;
  readonly signaturePage: number;
  /** At least one; several for ASiC_E only. */
  readonly files: readonly ReceivedFile[];
  readonly appearance: { readonly file: ReceivedFile; readonly contentType: string } | null;
  readonly idempotencyKey: string | null;
}

/**
 * Accepts a request: the files are stored first, then request, job, outbox message and audit are committed as one
 * unit; only then it is answered. A replay (same tenant and idempotency key) answers what the original was answered.
 * The received files are moved into the store or left for the caller to delete.
 * Throws SIGNATURE_FORMAT_UNSUPPORTED and what checkProvider throws.
 */
export async function createSignature(
  ports: Ports,
  caller: Caller,
  wanted: CreateSignature,
): Promise<SignatureCreated> {
  if (!ports.supportedFormats.includes(wanted.format)) {
    throw new StationError('SIGNATURE_FORMAT_UNSUPPORTED', `This station cannot make ${wanted.format} signatures.`);
  }
  const thumbprint = await checkProvider(ports, wanted.signingProvider, wanted.certificateThumbprint);
  if (wanted.idempotencyKey !== null) {
    const original = await ports.persistence.findByIdempotencyKey(caller.tenantId, wanted.idempotencyKey);
    if (original !== undefined) return replayed(ports, wanted, original);
  }
  const unit = acceptUnit(ports, caller, wanted, thumbprint);
  await storeFiles(ports, wanted, unit.files);
  const result = await accept(ports, unit);
  if (result.outcome === 'replayed') {
    await removeFiles(ports, unit.files);
    return replayed(ports, wanted, result.original);
  }
  const { request } = unit;
  ports.metrics.increment('signature_requests_total', {
    format: request.format,
    profile: request.profile,
    provider: request.signingProvider,
  });
  ports.onAccepted();
  return created(request);
}

function created(request: SignatureRequest): SignatureCreated {
  // A replay is answered as the original was, whatever has become of the request since.
  return {
    id: request.id,
    status: 'Queued',
    createdAt: request.createdAt.toISOString(),
    statusUrl: statusUrl(request.id),
  };
}

async function replayed(ports: Ports, wanted: CreateSignature, original: SignatureRequest): Promise<SignatureCreated> {
  const details = await ports.persistence.findRequest(original.tenantId, original.id);
  const isSame =
    details?.input.sha256 === wanted.files[0]?.sha256 &&
    original.format === wanted.format &&
    original.profile === wanted.profile &&
    original.signingProvider === wanted.signingProvider;
  if (!isSame) {
    ports.logger.warn('An idempotency key was used again with another document or other settings.', {
      signatureId: original.id,
    });
  }
  return created(original);
}

async function storeFiles(ports: Ports, wanted: CreateSignature, files: readonly StoredFile[]): Promise<void> {
  const received = [...wanted.files, ...(wanted.appearance === null ? [] : [wanted.appearance.file])];
  const attempts = await Promise.allSettled(
    files.map(async (file, index) => ports.objectStore.putFile(file.storageKey, received[index]?.path ?? '')),
  );
  const failure = attempts.find((attempt) => attempt.status === 'rejected');
  if (failure === undefined) return;
  await removeFiles(ports, files);
  throw failure.reason;
}

async function accept(ports: Ports, unit: AcceptUnit) {
  try {
    return await ports.persistence.acceptSignatureRequest(unit);
  } catch (error) {
    await removeUnlessAccepted(ports, unit);
    throw error;
  }
}

/** A commit whose answer was lost may have happened; files are removed only when the row is known not to be there. */
async function removeUnlessAccepted(ports: Ports, { request, files }: AcceptUnit): Promise<void> {
  try {
    const details = await ports.persistence.findRequest(request.tenantId, request.id);
    if (details === undefined) await removeFiles(ports, files);
  } catch (error) {
    ports.logger.warn('Files of a request that was not accepted are left in the storage.', {
      ...errorFields(error),
      signatureId: request.id,
    });
  }
}

async function removeFiles(ports: Ports, files: readonly StoredFile[]): Promise<void> {
  const results = await Promise.allSettled(files.map((file) => ports.objectStore.delete(file.storageKey)));
  for (const result of results) {
    if (result.status === 'rejected') {
      ports.logger.warn('A file that belongs to no request is left in the storage.', errorFields(result.reason));
    }
  }
}

function acceptUnit(ports: Ports, caller: Caller, wanted: CreateSignature, thumbprint: string | null): AcceptUnit {
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
    outboxMessage: newOutboxMessage(ports.newId(), message, now),
    audit: acceptAudit(ports, caller, wanted, files, jobId),
  };
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
    createdBy: caller.actor,
    packaging: wanted.packaging,
    idempotencyKey: wanted.idempotencyKey,
    visibleSignature: wanted.visibleSignature,
    signatureNote: wanted.signatureNote,
    appearancePageNumber: wanted.signaturePage,
    nextAttemptAt: null,
  } as const;
}

function newJob(id: string, signatureRequestId: string, now: Date) {
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
  } as const;
}

function newOutboxMessage(id: string, message: JobMessage, now: Date) {
  return {
    id,
    type: 'signature.created',
    payload: JSON.stringify(message),
    occurredAt: now,
    publishedAt: null,
    retryCount: 0,
    error: null,
    availableAt: now,
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
  const event = (eventType: NewAuditEvent['eventType'], metadata: NewAuditEvent['metadata']): NewAuditEvent => ({
    id: ports.newId(),
    eventType,
    actor: caller.actor,
    metadata,
  });
  const { format, profile, signingProvider } = wanted;
  return [
    event('SignatureRequested', { format, profile, signingProvider }),
    ...files.map((file) => event('FileStored', { fileId: file.id, size: file.size, sha256: file.sha256 })),
    event('JobQueued', { jobId }),
  ];
}
