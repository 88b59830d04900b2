import { z } from 'zod';
import { AuditEventType } from '../vocabulary/audit-events.ts';
import { FailureArea, WaitReason } from '../vocabulary/failures.ts';
import { Sentence } from '../vocabulary/sentence.ts';
import { Certification } from '../vocabulary/pdf-signing.ts';
import { ProviderType } from '../vocabulary/provider-types.ts';
import {
  ContainerSignature,
  Packaging,
  SignatureFormat,
  SignatureOperation,
  SignatureProfile,
} from '../vocabulary/signature-formats.ts';
import { JobStatus, SignatureStatus } from '../vocabulary/states.ts';

const Timestamp = z.iso.datetime();

export const SignatureCreated = z.object({
  id: z.uuid(),
  status: SignatureStatus,
  createdAt: Timestamp,
  statusUrl: z.string(),
});
/** Answer of `POST /signatures`, 202. */
export type SignatureCreated = z.infer<typeof SignatureCreated>;

export const RequestDocument = z.object({
  fileName: z.string(),
  size: z.int(),
  sha256: z.string(),
  url: z.string().nullable().describe('Where its bytes are; null when they were deleted after their retention period'),
});
/** A document of a request, as it was sent. */
export type RequestDocument = z.infer<typeof RequestDocument>;

export const SignatureView = z.object({
  id: z.uuid(),
  tenantId: z.string(),
  status: SignatureStatus,
  format: SignatureFormat,
  profile: SignatureProfile,
  profileReached: SignatureProfile.nullable().describe(
    'Of the output, as the verifier has judged it before it was handed out',
  ),
  packaging: Packaging.nullable(),
  operation: SignatureOperation,
  containerSignature: ContainerSignature.nullable().describe(
    'Form of the signature in an ASiC container; null: CAdES, or no container',
  ),
  targetSignature: z.string().nullable().describe('The signature that is counter-signed, as a report names it'),
  signingProvider: ProviderType,
  visibleSignature: z.boolean(),
  signatureNote: z.string().nullable(),
  appearancePageNumber: z.int().min(1).describe('The page of the stamp, which forms call signaturePage'),
  signatureField: z.string().nullable().describe('The empty signature field that was asked for; null: a new one'),
  certification: Certification.nullable().describe('What a certifying signature lets others change; null: an approval'),
  signatureRect: z
    .string()
    .nullable()
    .describe('Place of the stamp that was asked for, page,x,y,width,height; null: found by the station'),
  signatureAnchor: z.string().nullable().describe('Text of the document next to which the stamp was asked for'),
  stampTemplate: z.string().nullable().describe('What the stamp says, as JSON; null: name, date, note and image'),
  hasAppearanceImage: z.boolean(),
  createdAt: Timestamp,
  queuedAt: Timestamp.nullable(),
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  failedAt: Timestamp.nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable().describe('In English'),
  errorSentence: Sentence.nullable().describe('The message as a code and parameters; null where it has none'),
  failureArea: FailureArea.nullable().describe('Where the cure lies; null where nothing failed, or nobody recorded it'),
  correlationId: z.string().nullable(),
  statusUrl: z.string(),
  originalFileName: z.string(),
  inputSha256: z.string(),
  inputSize: z.int(),
  inputs: z
    .array(RequestDocument)
    .describe('All documents of the request; the first is also what inputSha256 and inputSize tell of'),
  outputSha256: z.string().nullable(),
  outputSize: z.int().nullable(),
  contentUrl: z.string().nullable(),
  certificateThumbprint: z
    .string()
    .nullable()
    .describe('Of the certificate that was asked for; where none was, of the one that signed, once it has'),
  retryCount: z.int(),
  nextAttemptAt: Timestamp.nullable(),
  waitReason: WaitReason.nullable(),
  waitingSince: Timestamp.nullable(),
  retryOf: z.uuid().nullable().describe('The failed request that this one does again'),
});
/** The status payload: `GET /signatures/{id}`, the answer of a cancel, and the items of lists. */
export type SignatureView = z.infer<typeof SignatureView>;

/** How many items a list has in all its pages. */
const ListCount = z.object({
  value: z.int().min(0),
  isExact: z.boolean().describe('Whether there are no more: rows are counted up to a limit'),
});

const NextCursor = z
  .string()
  .nullable()
  .describe(
    'The cursor of the next page; null at the end of the list, and only there: a page may hold fewer items than its limit, ' +
      'or none, where many rows had to be looked at',
  );

/** A page; `count` is there where it was asked for. */
function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: NextCursor, count: ListCount.optional() });
}

export const SignatureList = listOf(SignatureView);
export type SignatureList = z.infer<typeof SignatureList>;

export const JobView = z.object({
  id: z.uuid(),
  signatureId: z.uuid(),
  tenantId: z.string(),
  status: JobStatus,
  signatureStatus: SignatureStatus,
  attempt: z.int(),
  lastError: z.string().nullable().describe('Code and message, in English'),
  lastErrorSentence: Sentence.nullable().describe('Its message as a code and parameters; null where it has none'),
  lockedUntil: Timestamp.nullable(),
  nextAttemptAt: Timestamp.nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  originalFileName: z.string(),
  format: SignatureFormat,
  profile: SignatureProfile,
});
export type JobView = z.infer<typeof JobView>;

export const JobList = listOf(JobView);
export type JobList = z.infer<typeof JobList>;

export const AuditEventView = z.object({
  id: z.uuid(),
  tenantId: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  eventType: AuditEventType,
  actor: z.string(),
  timestamp: Timestamp,
  correlationId: z.string().nullable(),
  fileName: z
    .string()
    .nullable()
    .describe('Of the document that it tells of; null where there is none, or none any more'),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEventView = z.infer<typeof AuditEventView>;

export const AuditEventList = listOf(AuditEventView);
export type AuditEventList = z.infer<typeof AuditEventList>;

export const Statistics = z.object({
  total: z.int(),
  byStatus: z.record(SignatureStatus, z.int()),
  byFormat: z.record(SignatureFormat, z.int()),
  completedLastHour: z.int(),
  failedLastHour: z.int(),
  oldestQueuedAt: Timestamp.nullable(),
  medianDurationMilliseconds: z.number().nullable(),
});
/** `GET /statistics`: what the dashboard shows, for one tenant. */
export type Statistics = z.infer<typeof Statistics>;

export const StateChange = z.object({
  signatureId: z.uuid(),
  tenantId: z.string(),
  status: SignatureStatus,
  at: Timestamp,
});
/** One message of `GET /events` (server-sent events, event name `signature`). */
export type StateChange = z.infer<typeof StateChange>;
