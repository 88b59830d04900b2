import { z } from 'zod';
import { ApprovalRule } from '../../contract/vocabulary/approval-rules.ts';
import { AUDIT_EVENT_TYPES } from '../../contract/vocabulary/audit-events.ts';
import { ERROR_CODES } from '../../contract/vocabulary/error-catalogue.ts';
import { FailureArea, WaitReason } from '../../contract/vocabulary/failures.ts';
import { RequestKind } from '../../contract/vocabulary/request-kinds.ts';
import { Certification } from '../../contract/vocabulary/pdf-signing.ts';
import { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import {
  ContainerSignature,
  Packaging,
  SignatureFormat,
  SignatureOperation,
  SignatureProfile,
} from '../../contract/vocabulary/signature-formats.ts';
import { Sentence } from '../../contract/vocabulary/sentence.ts';
import { StampOptions } from '../../contract/vocabulary/stamp.ts';
import { JobStatus, SignatureStatus } from '../../contract/vocabulary/states.ts';
import type {
  CertificateRecord,
  OutboxMessage,
  SignatureRequest,
  SigningJob,
  StoredFile,
} from '../../domain/records.ts';
import type { StagedSignature } from '../../domain/staged-signature.ts';
import type { Claim } from '../../domain/claim.ts';
import type { JobDetails, NewAuditEvent } from '../persistence.ts';

/** The records as they cross a link; `satisfies` keeps each schema and its type one. */

const nullableDate = z.date().nullable();

const SignatureRequestSchema = z.object({
  id: z.string(),
  tenantId: z.string(),
  correlationId: z.string().nullable(),
  status: SignatureStatus,
  format: SignatureFormat,
  profile: SignatureProfile,
  inputFileId: z.string(),
  outputFileId: z.string().nullable(),
  certificateId: z.string().nullable(),
  signingProvider: ProviderType.nullable(),
  createdAt: z.date(),
  queuedAt: nullableDate,
  startedAt: nullableDate,
  completedAt: nullableDate,
  failedAt: nullableDate,
  retryCount: z.int(),
  errorCode: z.enum(ERROR_CODES).nullable(),
  errorMessage: z.string().nullable(),
  errorSentence: Sentence.nullable(),
  failureArea: FailureArea.nullable(),
  createdBy: z.string(),
  packaging: Packaging.nullable(),
  operation: SignatureOperation,
  targetSignature: z.string().nullable(),
  containerSignature: ContainerSignature.nullable(),
  idempotencyKey: z.string().nullable(),
  certificateThumbprint: z.string().nullable(),
  visibleSignature: z.boolean(),
  signatureNote: z.string().nullable(),
  appearancePageNumber: z.int(),
  appearanceFileId: z.string().nullable(),
  signatureField: z.string().nullable(),
  certification: Certification.nullable(),
  stampOptions: StampOptions.nullable(),
  additionalInputFileIds: z.array(z.string()),
  nextAttemptAt: nullableDate,
  waitReason: WaitReason.nullable(),
  waitingSince: nullableDate,
  retryOf: z.string().nullable(),
  kind: RequestKind,
  renewalOf: z.string().nullable(),
  evidenceGoodUntil: nullableDate,
  approvalRule: ApprovalRule.nullable(),
  approvedTerms: z.string().nullable(),
  approvedUntil: nullableDate,
}) satisfies z.ZodType<SignatureRequest>;

export const StoredFileSchema = z.object({
  id: z.string(),
  storageKey: z.string(),
  originalFileName: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  createdAt: z.date(),
  deletedAt: nullableDate,
  stagedKey: z.string().nullable(),
}) satisfies z.ZodType<StoredFile>;

export const StagedSignatureSchema = z.object({
  storageKey: z.string(),
  size: z.int(),
  sha256: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  providerId: z.string(),
  providerType: ProviderType,
  scheme: z.string(),
  hash: z.string(),
  signedAt: z.string(),
  certificate: z.string(),
}) satisfies z.ZodType<StagedSignature>;

const SigningJobSchema = z.object({
  id: z.string(),
  signatureRequestId: z.string(),
  status: JobStatus,
  attempt: z.int(),
  lastError: z.string().nullable(),
  lockedUntil: nullableDate,
  createdAt: z.date(),
  startedAt: nullableDate,
  completedAt: nullableDate,
  interruptions: z.int(),
  stagedSignature: StagedSignatureSchema.nullable(),
}) satisfies z.ZodType<SigningJob>;

export const JobDetailsSchema = z.object({
  request: SignatureRequestSchema,
  input: StoredFileSchema,
  additionalInputs: z.array(StoredFileSchema),
  output: StoredFileSchema.nullable(),
  appearance: StoredFileSchema.nullable(),
  job: SigningJobSchema,
}) satisfies z.ZodType<JobDetails>;

export const CertificateRecordSchema = z.object({
  id: z.string(),
  thumbprint: z.string(),
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  notBefore: z.date(),
  notAfter: z.date(),
  providerType: ProviderType,
  providerReference: z.string(),
  createdAt: z.date(),
}) satisfies z.ZodType<CertificateRecord>;

export const OutboxMessageSchema = z.object({
  id: z.string(),
  type: z.string(),
  payload: z.string(),
  occurredAt: z.date(),
  publishedAt: nullableDate,
  retryCount: z.int(),
  error: z.string().nullable(),
  availableAt: z.date(),
  traceparent: z.string().nullable(),
}) satisfies z.ZodType<OutboxMessage>;

export const ClaimSchema = z.object({
  jobId: z.string(),
  attempt: z.int(),
  lockedUntil: z.date(),
}) satisfies z.ZodType<Claim>;

export const NewAuditEventSchema = z.object({
  id: z.string(),
  eventType: z.enum(AUDIT_EVENT_TYPES),
  actor: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
}) satisfies z.ZodType<NewAuditEvent>;
