import type { RequestDocument, SignatureView } from '../contract/http/signatures.ts';
import type { SignatureRequest, StoredFile } from '../domain/records.ts';
import { signingProviderOf } from '../domain/signing-provider.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import type { UseCasePorts } from './ports.ts';
import { stampTextsOf } from './stamp-options.ts';

const SIGNATURES_PATH = '/api/v1/signatures';

export function statusUrl(signatureId: string): string {
  return `${SIGNATURES_PATH}/${signatureId}`;
}

/** Thumbprints of the certificates that signed, by the ids of their records. */
type Signers = ReadonlyMap<string, string>;

/** The signers of requests that named no certificate, for their views. */
export async function signersOf(
  { persistence }: Pick<UseCasePorts, 'persistence'>,
  requests: readonly Pick<SignatureRequest, 'certificateId' | 'certificateThumbprint'>[],
): Promise<Signers> {
  const isWanted = requests.some((request) => request.certificateId !== null && request.certificateThumbprint === null);
  if (!isWanted) return new Map();
  const records = await persistence.listCertificateRecords();
  return new Map(records.map(({ id, thumbprint }) => [id, thumbprint]));
}

/** The status payload of a request. Output is told of only when the request is Completed. */
export function signatureView(details: RequestDetails, signers: Signers = new Map()): SignatureView {
  const { request, input, additionalInputs } = details;
  const output = request.status === 'Completed' ? details.output : null;
  return {
    id: request.id,
    tenantId: request.tenantId,
    status: request.status,
    format: request.format,
    profile: request.profile,
    // No output of another level is ever completed.
    profileReached: output === null ? null : request.profile,
    packaging: request.packaging,
    operation: request.operation,
    targetSignature: request.targetSignature,
    containerSignature: request.containerSignature,
    signingProvider: signingProviderOf(request),
    visibleSignature: request.visibleSignature,
    signatureNote: request.signatureNote,
    appearancePageNumber: request.appearancePageNumber,
    signatureField: request.signatureField,
    certification: request.certification,
    ...stampTextsOf(request.stampOptions),
    hasAppearanceImage: request.appearanceFileId !== null,
    createdAt: request.createdAt.toISOString(),
    queuedAt: timestamp(request.queuedAt),
    startedAt: timestamp(request.startedAt),
    completedAt: timestamp(request.completedAt),
    failedAt: timestamp(request.failedAt),
    errorCode: request.errorCode,
    errorMessage: request.errorMessage,
    errorSentence: request.errorSentence,
    failureArea: request.failureArea,
    correlationId: request.correlationId,
    statusUrl: statusUrl(request.id),
    originalFileName: input.originalFileName,
    inputSha256: input.sha256,
    inputSize: input.size,
    inputs: [input, ...additionalInputs].map((file, index) => documentOf(request.id, file, index)),
    outputSha256: output?.sha256 ?? null,
    outputSize: output?.size ?? null,
    // Sizes and hashes stay true when the file has gone after its retention period; the link does not.
    contentUrl: output?.deletedAt === null ? `${statusUrl(request.id)}/content` : null,
    certificateThumbprint: thumbprintOf(request, signers),
    retryCount: request.retryCount,
    nextAttemptAt: timestamp(request.nextAttemptAt),
    waitReason: request.waitReason,
    waitingSince: request.waitReason === null ? null : timestamp(request.waitingSince ?? request.queuedAt),
    retryOf: request.retryOf,
  };
}

function documentOf(id: string, file: StoredFile, index: number): RequestDocument {
  const url = file.deletedAt === null ? `${statusUrl(id)}/inputs/${index + 1}` : null;
  return { fileName: file.originalFileName, size: file.size, sha256: file.sha256, url };
}

function thumbprintOf({ certificateThumbprint, certificateId }: SignatureRequest, signers: Signers): string | null {
  return certificateThumbprint ?? signers.get(certificateId ?? '') ?? null;
}

export function timestamp(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
