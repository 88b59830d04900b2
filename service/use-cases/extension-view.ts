import { RaisedProfile, type ExtensionView } from '../contract/http/extensions.ts';
import type { RequestKind } from '../contract/vocabulary/request-kinds.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import { timestamp } from './signature-view.ts';

/** Kinds of requests that sign nothing. */
export type ExtensionKind = Exclude<RequestKind, 'Signature'>;

const PATHS: Readonly<Record<ExtensionKind, string>> = {
  Extension: '/api/v1/extensions',
  Renewal: '/api/v1/renewals',
};

/** The status payload of an extension or a renewal. Output is told of only when it is Completed. */
export function extensionView({ request, input, output: stored }: RequestDetails): ExtensionView {
  const kind = request.kind === 'Renewal' ? 'Renewal' : 'Extension';
  const statusUrl = `${PATHS[kind]}/${request.id}`;
  const output = request.status === 'Completed' ? stored : null;
  return {
    id: request.id,
    kind,
    signatureId: request.renewalOf,
    tenantId: request.tenantId,
    status: request.status,
    format: request.format,
    profile: RaisedProfile.parse(request.profile),
    createdAt: request.createdAt.toISOString(),
    startedAt: timestamp(request.startedAt),
    completedAt: timestamp(request.completedAt),
    failedAt: timestamp(request.failedAt),
    errorCode: request.errorCode,
    errorMessage: request.errorMessage,
    errorSentence: request.errorSentence,
    failureArea: request.failureArea,
    retryCount: request.retryCount,
    nextAttemptAt: timestamp(request.nextAttemptAt),
    waitReason: request.waitReason,
    waitingSince: request.waitReason === null ? null : timestamp(request.waitingSince ?? request.queuedAt),
    correlationId: request.correlationId,
    statusUrl,
    originalFileName: input.originalFileName,
    inputSha256: input.sha256,
    inputSize: input.size,
    outputSha256: output?.sha256 ?? null,
    outputSize: output?.size ?? null,
    contentUrl: output?.deletedAt === null ? `${statusUrl}/content` : null,
    evidenceGoodUntil: timestamp(request.evidenceGoodUntil),
  };
}
