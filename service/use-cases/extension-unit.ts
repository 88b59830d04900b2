import type { RaisedProfile } from '../contract/http/extensions.ts';
import type { JobMessage } from '../contract/jobs/job-message.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { eventsBy } from '../domain/audit-events.ts';
import { AT_ONCE, jobMessageRow } from '../domain/job-message-row.ts';
import type { SignatureRequest, StoredFile } from '../domain/records.ts';
import type { AcceptUnit, NewAuditEvent } from '../persistence/persistence.ts';
import { requestKeys } from '../storage/storage-keys.ts';
import { currentTraceparent } from '../telemetry/trace-context.ts';
import { newJob } from './accept-unit.ts';
import { displayFileName } from './file-name.ts';
import type { ExtensionKind } from './extension-view.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/** A file that is given more evidence. */
export interface WantedExtension {
  readonly kind: ExtensionKind;
  readonly format: SignatureFormat;
  readonly profile: RaisedProfile;
  /** The signed file, then what a detached signature is over. */
  readonly files: readonly Pick<StoredFile, 'originalFileName' | 'size' | 'sha256' | 'contentType'>[];
  readonly isDetached: boolean;
  /** Of a renewal. */
  readonly signatureId: string | null;
  readonly idempotencyKey: string | null;
}

/** The rows of a request that signs nothing: request, files, job, outbox message and audit. */
export function extensionUnit(
  ports: Pick<UseCasePorts, 'clock' | 'newId'>,
  caller: Caller,
  wanted: WantedExtension,
): AcceptUnit {
  const now = ports.clock();
  const [id, jobId] = [ports.newId(), ports.newId()];
  const keys = requestKeys(caller.tenantId, id, now);
  const files = wanted.files.map((file, index): StoredFile => ({
    id: ports.newId(),
    storageKey: index === 0 ? keys.input : keys.additionalInput(index + 1),
    originalFileName: displayFileName(file.originalFileName),
    contentType: file.contentType,
    size: file.size,
    sha256: file.sha256,
    createdAt: now,
    deletedAt: null,
    stagedKey: null,
  }));
  const [input, ...additional] = files;
  if (input === undefined) throw new TypeError('An extension is of a file.');
  const message: JobMessage = {
    ...{ jobId, tenantId: caller.tenantId, signatureId: id, inputPath: input.storageKey },
    ...{ requestedFormat: wanted.format, requestedProfile: wanted.profile, createdAt: now.toISOString(), attempt: 1 },
  };
  return {
    request: {
      ...newRequest(caller, wanted, now),
      ...{ id, inputFileId: input.id, additionalInputFileIds: additional.map((file) => file.id) },
    },
    files,
    job: newJob(jobId, id, now),
    outboxMessage: jobMessageRow({ id: ports.newId(), traceparent: currentTraceparent() }, message, now, AT_ONCE),
    audit: auditOf(ports, caller, wanted, files, jobId),
  };
}

function newRequest(
  caller: Caller,
  { kind, format, profile, isDetached, signatureId, idempotencyKey }: WantedExtension,
  now: Date,
): Omit<SignatureRequest, 'id' | 'inputFileId' | 'additionalInputFileIds'> {
  return {
    ...{ tenantId: caller.tenantId, correlationId: caller.correlationId, createdBy: caller.actor },
    ...{ status: 'Queued', kind, format, profile, packaging: isDetached ? 'detached' : null },
    ...{ outputFileId: null, certificateId: null, signingProvider: null, certificateThumbprint: null, idempotencyKey },
    ...{ createdAt: now, queuedAt: now, startedAt: null, completedAt: null, failedAt: null, retryCount: 0 },
    ...{ errorCode: null, errorMessage: null, errorSentence: null, failureArea: null, nextAttemptAt: null },
    ...{ visibleSignature: false, signatureNote: null, appearancePageNumber: 1, appearanceFileId: null },
    ...{ operation: 'sign', targetSignature: null, containerSignature: null },
    ...{
      signatureField: null,
      certification: null,
      stampOptions: null,
      waitReason: null,
      waitingSince: null,
      retryOf: null,
    },
    ...{ renewalOf: signatureId, evidenceGoodUntil: null },
    ...{ approvalRule: null, approvedTerms: null, approvedUntil: null },
  };
}

function auditOf(
  ports: Pick<UseCasePorts, 'newId'>,
  caller: Caller,
  { kind, format, profile, signatureId }: WantedExtension,
  files: readonly StoredFile[],
  jobId: string,
): NewAuditEvent[] {
  const event = eventsBy(ports, caller.actor);
  const requested =
    kind === 'Renewal'
      ? event('RenewalRequested', { format, profile, signatureId })
      : event('ExtensionRequested', { format, profile });
  return [
    requested,
    ...files.map((file) => event('FileStored', { fileId: file.id, size: file.size, sha256: file.sha256 })),
    event('JobQueued', { jobId }),
  ];
}
