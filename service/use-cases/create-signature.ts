import type { SignatureCreated } from '../contract/http/signatures.ts';
import type { SignatureRequest, StoredFile } from '../domain/records.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { AcceptResult, AcceptUnit, ArchivedKey } from '../persistence/persistence.ts';
import { errorFields } from '../telemetry/logger.ts';
import { noteIds } from '../telemetry/trace-context.ts';
import { withApproval } from './approval-of-caller.ts';
import { acceptUnit, rejectedUnit, type CreateSignature } from './accept-unit.ts';
import { checkProvider } from './check-provider.ts';
import { checkFiles } from './order-rules.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { statusUrl } from './signature-view.ts';

export type AcceptPorts = Pick<
  UseCasePorts,
  | 'persistence'
  | 'objectStore'
  | 'acceptanceMarks'
  | 'providers'
  | 'providerCatalogue'
  | 'clock'
  | 'newId'
  | 'logger'
  | 'metrics'
  | 'onAccepted'
  | 'supportedFormats'
  | 'allowExpiredCertificates'
  | 'allowances'
>;

/** What accepting takes where no key is asked for. */
export type StoringPorts = Pick<
  AcceptPorts,
  'persistence' | 'objectStore' | 'acceptanceMarks' | 'clock' | 'newId' | 'logger' | 'metrics' | 'onAccepted'
>;

/**
 * Accepts a request: the files are stored first, then request, job, outbox message and audit are committed as one
 * unit; only then it is answered. A replay (same tenant and idempotency key) answers what the original was answered.
 * The received files are moved into the store or left for the caller to delete. What is refused here, its form being
 * right, is kept as a Rejected request.
 * Throws SIGNATURE_FORMAT_UNSUPPORTED and what checkProvider throws.
 */
export async function createSignature(
  ports: AcceptPorts,
  caller: Caller,
  wanted: CreateSignature,
): Promise<SignatureCreated> {
  const received = [...wanted.files, ...(wanted.appearance === null ? [] : [wanted.appearance.file])];
  return acceptOrder(ports, caller, wanted, (file, index, marked) =>
    ports.objectStore.putFile(file.storageKey, received[index]?.path ?? '', marked, file.sha256),
  );
}

/**
 * Stores the file of a row: inputs in order, then the stamp's image. Nothing may be found in the store before `marked`
 * has resolved, and nothing at all where it rejects, which this then rejects with.
 */
export type PutFile = (file: StoredFile, index: number, marked: Promise<void>) => Promise<void>;

/** The same for documents that come from anywhere. Throws SIGNATURE_REQUEST_INVALID for files that the format does not take. */
export async function acceptOrder(
  ports: AcceptPorts,
  caller: Caller,
  wanted: CreateSignature,
  put: PutFile,
): Promise<SignatureCreated> {
  checkFiles(wanted.format, wanted.files, wanted.operation);
  // A replay is answered from the original even when the provider or the certificate has gone since.
  if (wanted.idempotencyKey !== null) {
    const original = await ports.persistence.findByIdempotencyKey(caller.tenantId, wanted.idempotencyKey);
    if (original !== undefined) return replayed(ports, wanted, original);
    const archived = await ports.persistence.findArchivedKey(caller.tenantId, wanted.idempotencyKey);
    if (archived !== undefined) return replayedFromArchive(archived);
  }
  const thumbprint = await checkPolicy(ports, caller, wanted);
  const unit = withApproval(ports, caller, acceptUnit(ports, caller, wanted, thumbprint));
  const result = await storeAndAccept(ports, unit, put);
  if (result.outcome === 'replayed') return replayed(ports, wanted, result.original);
  if (result.outcome === 'archived') return replayedFromArchive(result.original);
  if (result.outcome === 'retried') throw hasSuccessor(result.successor);
  const { request } = unit;
  noteIds({ signatureId: request.id, jobId: unit.job.id });
  ports.metrics.increment('signature_requests_total', {
    format: request.format,
    profile: request.profile,
    provider: wanted.signingProvider,
  });
  return created(request);
}

/**
 * Stores the files of a unit, then commits it; the files of one that is not accepted are removed again. Where that does not
 * come to its end, its mark stays and the next life of the station sees to it.
 */
export async function storeAndAccept(ports: StoringPorts, unit: AcceptUnit, put: PutFile): Promise<AcceptResult> {
  const { id: signatureId, tenantId } = unit.request;
  const keys = unit.files.map((file) => file.storageKey);
  await storeFiles(ports, unit, put, ports.acceptanceMarks.begin({ signatureId, tenantId, keys }));
  const result = await accept(ports, unit);
  if (result.outcome !== 'accepted') {
    await removeFiles(ports, unit);
    return result;
  }
  ports.acceptanceMarks.end(signatureId);
  if (result.isHandedOver !== true) ports.onAccepted();
  return result;
}

/** An idempotency key stands for one request of one kind. */
export function keyUsedElsewhere(): StationError {
  return new StationError('SIGNATURE_REQUEST_INVALID', tell('IDEMPOTENCY_KEY_OF_OTHER_KIND'));
}

/** Answers the normalised thumbprint. A refusal is recorded before it is answered. */
async function checkPolicy(ports: AcceptPorts, caller: Caller, wanted: CreateSignature): Promise<string | null> {
  try {
    if (!ports.supportedFormats.includes(wanted.format)) {
      throw new StationError('SIGNATURE_FORMAT_UNSUPPORTED', tell('FORMAT_NOT_MADE_HERE', { format: wanted.format }));
    }
    const { signingProvider: providerType, certificateThumbprint: thumbprint } = wanted;
    return await checkProvider(ports, { tenantId: caller.tenantId, providerType, thumbprint, mayWait: true });
  } catch (fault) {
    // A fault of the station says nothing about the request.
    if (!(fault instanceof StationError) || fault.status >= 500) throw fault;
    const unit = rejectedUnit(ports, caller, wanted, fault);
    noteIds({ signatureId: unit.request.id });
    await ports.persistence.rejectSignatureRequest(unit);
    throw fault;
  }
}

function created(request: Pick<SignatureRequest, 'id' | 'createdAt'>): SignatureCreated {
  // A replay is answered as the original was, whatever has become of the request since.
  return {
    id: request.id,
    status: 'Queued',
    createdAt: request.createdAt.toISOString(),
    statusUrl: statusUrl(request.id),
  };
}

async function replayed(
  ports: AcceptPorts,
  wanted: CreateSignature,
  original: SignatureRequest,
): Promise<SignatureCreated> {
  if (original.kind !== 'Signature') throw keyUsedElsewhere();
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

/** What is left of the request is enough to answer as then; whether the document is the same nobody can tell any more. */
function replayedFromArchive(original: ArchivedKey): SignatureCreated {
  if (original.kind !== 'Signature') throw keyUsedElsewhere();
  return created(original);
}

function hasSuccessor({ id, status }: SignatureRequest): StationError {
  return status === 'Completed'
    ? new StationError('SIGNATURE_ALREADY_COMPLETED', tell('RETRIED_AND_COMPLETED', { id }))
    : new StationError('SIGNATURE_NOT_RETRYABLE', tell('RETRIED_ALREADY', { id, status }));
}

async function storeFiles(ports: StoringPorts, unit: AcceptUnit, put: PutFile, marked: Promise<void>): Promise<void> {
  const stored = unit.files.map(async (file, index) => put(file, index, marked));
  const failure = (await Promise.allSettled([marked, ...stored])).find((one) => one.status === 'rejected');
  if (failure === undefined) return;
  await removeFiles(ports, unit);
  throw failure.reason;
}

async function accept(ports: StoringPorts, unit: AcceptUnit) {
  try {
    return await ports.persistence.acceptSignatureRequest(unit);
  } catch (error) {
    await removeUnlessAccepted(ports, unit);
    throw error;
  }
}

/** A commit whose answer was lost may have happened; files are removed only when the row is known not to be there. */
async function removeUnlessAccepted(ports: StoringPorts, unit: AcceptUnit): Promise<void> {
  const { request } = unit;
  try {
    const details = await ports.persistence.findRequest(request.tenantId, request.id);
    if (details === undefined) await removeFiles(ports, unit);
    else ports.acceptanceMarks.end(request.id);
  } catch (error) {
    ports.logger.warn('Files of a request that was not accepted are left in the storage.', {
      ...errorFields(error),
      signatureId: request.id,
    });
  }
}

async function removeFiles(ports: StoringPorts, { request, files }: AcceptUnit): Promise<void> {
  const results = await Promise.allSettled(files.map((file) => ports.objectStore.delete(file.storageKey)));
  for (const result of results) {
    if (result.status === 'rejected') {
      ports.logger.warn('A file that belongs to no request is left in the storage.', errorFields(result.reason));
    }
  }
  if (results.every(({ status }) => status === 'fulfilled')) ports.acceptanceMarks.end(request.id);
}
