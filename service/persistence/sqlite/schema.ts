import { customType, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { APPROVAL_RULES } from '../../contract/vocabulary/approval-rules.ts';
import { AUDIT_EVENT_TYPES } from '../../contract/vocabulary/audit-events.ts';
import { ERROR_CODES } from '../../contract/vocabulary/error-catalogue.ts';
import { FAILURE_AREAS, WAIT_REASONS } from '../../contract/vocabulary/failures.ts';
import { REQUEST_KINDS } from '../../contract/vocabulary/request-kinds.ts';
import { CERTIFICATIONS } from '../../contract/vocabulary/pdf-signing.ts';
import { PROVIDER_TYPES } from '../../contract/vocabulary/provider-types.ts';
import {
  CONTAINER_SIGNATURES,
  PACKAGINGS,
  SIGNATURE_FORMATS,
  SIGNATURE_OPERATIONS,
  SIGNATURE_PROFILES,
} from '../../contract/vocabulary/signature-formats.ts';
import { JOB_STATUSES, SIGNATURE_STATUSES } from '../../contract/vocabulary/states.ts';
import type { Sentence } from '../../contract/vocabulary/sentence.ts';
import type { StampOptions } from '../../contract/vocabulary/stamp.ts';
import type { StagedSignature } from '../../domain/staged-signature.ts';
import type { AuditMetadata } from '../../domain/records.ts';

/**
 * The tables as queries see them; `migrations/` is what creates them (a test compares the two). Columns named like a
 * member of a record hold that member, so rows are records; the few others are commented there.
 */

/**
 * A `Date` kept as integer milliseconds. Unlike drizzle's own timestamp column it takes null through a placeholder.
 */
const moment = customType<{ data: Date; driverData: number | null }>({
  dataType: () => 'integer',
  toDriver: (value: Date | null) => (value === null ? null : value.getTime()),
  fromDriver: (value) => new Date(value ?? Number.NaN),
});

const jsonText = <T>() =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: (value: T | null) => (value === null ? null : JSON.stringify(value)),
    fromDriver: (value) => JSON.parse(value ?? 'null') as T,
  });
const stagedSignature = jsonText<StagedSignature>();
const stampOptions = jsonText<StampOptions>();
const sentence = jsonText<Sentence>();

const flag = (name: string) => integer(name, { mode: 'boolean' });

export const storedFiles = sqliteTable('stored_files', {
  id: text('id').notNull(),
  storageKey: text('storage_key').notNull(),
  originalFileName: text('original_file_name').notNull(),
  contentType: text('content_type').notNull(),
  size: integer('size').notNull(),
  sha256: text('sha256').notNull(),
  createdAt: moment('created_at').notNull(),
  deletedAt: moment('deleted_at'),
  stagedKey: text('staged_key'),
  signatureRequestId: text('signature_request_id').notNull(),
});

export const certificates = sqliteTable('certificates', {
  id: text('id').notNull(),
  thumbprint: text('thumbprint').notNull(),
  subject: text('subject').notNull(),
  issuer: text('issuer').notNull(),
  serialNumber: text('serial_number').notNull(),
  notBefore: moment('not_before').notNull(),
  notAfter: moment('not_after').notNull(),
  providerType: text('provider_type', { enum: PROVIDER_TYPES }).notNull(),
  providerReference: text('provider_reference').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const signatureRequests = sqliteTable('signature_requests', {
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  correlationId: text('correlation_id'),
  status: text('status', { enum: SIGNATURE_STATUSES }).notNull(),
  format: text('format', { enum: SIGNATURE_FORMATS }).notNull(),
  profile: text('profile', { enum: SIGNATURE_PROFILES }).notNull(),
  inputFileId: text('input_file_id').notNull(),
  outputFileId: text('output_file_id'),
  certificateId: text('certificate_id'),
  signingProvider: text('signing_provider', { enum: PROVIDER_TYPES }),
  createdAt: moment('created_at').notNull(),
  queuedAt: moment('queued_at'),
  startedAt: moment('started_at'),
  completedAt: moment('completed_at'),
  failedAt: moment('failed_at'),
  retryCount: integer('retry_count').notNull(),
  errorCode: text('error_code', { enum: ERROR_CODES }),
  errorMessage: text('error_message'),
  createdBy: text('created_by').notNull(),
  packaging: text('packaging', { enum: PACKAGINGS }),
  idempotencyKey: text('idempotency_key'),
  certificateThumbprint: text('certificate_thumbprint'),
  visibleSignature: flag('visible_signature').notNull(),
  signatureNote: text('signature_note'),
  appearancePageNumber: integer('appearance_page_number').notNull(),
  appearanceFileId: text('appearance_file_id'),
  nextAttemptAt: moment('next_attempt_at'),
  messageId: text('message_id'),
  endedAt: moment('ended_at'),
  inputsKept: flag('inputs_kept').notNull(),
  outputKept: flag('output_kept').notNull(),
  searchText: text('search_text').notNull(),
  waitReason: text('wait_reason', { enum: WAIT_REASONS }),
  waitingSince: moment('waiting_since'),
  retryOf: text('retry_of'),
  failureArea: text('failure_area', { enum: FAILURE_AREAS }),
  signatureField: text('signature_field'),
  certification: text('certification', { enum: CERTIFICATIONS }),
  kind: text('kind', { enum: REQUEST_KINDS }).notNull(),
  renewalOf: text('renewal_of'),
  evidenceGoodUntil: moment('evidence_good_until'),
  operation: text('operation', { enum: SIGNATURE_OPERATIONS }).notNull(),
  targetSignature: text('target_signature'),
  containerSignature: text('container_signature', { enum: CONTAINER_SIGNATURES }),
  approvalRule: text('approval_rule', { enum: APPROVAL_RULES }),
  approvedTerms: text('approved_terms'),
  approvedUntil: moment('approved_until'),
  stampOptions: stampOptions('stamp_options'),
  errorSentence: sentence('error_sentence'),
});

export const additionalInputs = sqliteTable('additional_inputs', {
  signatureRequestId: text('signature_request_id').notNull(),
  position: integer('position').notNull(),
  fileId: text('file_id').notNull(),
});

export const signingJobs = sqliteTable('signing_jobs', {
  id: text('id').notNull(),
  signatureRequestId: text('signature_request_id').notNull(),
  status: text('status', { enum: JOB_STATUSES }).notNull(),
  attempt: integer('attempt').notNull(),
  lastError: text('last_error'),
  lockedUntil: moment('locked_until'),
  createdAt: moment('created_at').notNull(),
  startedAt: moment('started_at'),
  completedAt: moment('completed_at'),
  interruptions: integer('interruptions').notNull(),
  tenantId: text('tenant_id').notNull(),
  claimant: text('claimant'),
  stagedSignature: stagedSignature('staged_signature'),
});

export const outboxMessages = sqliteTable('outbox_messages', {
  id: text('id').notNull(),
  type: text('type').notNull(),
  payload: text('payload').notNull(),
  occurredAt: moment('occurred_at').notNull(),
  publishedAt: moment('published_at'),
  retryCount: integer('retry_count').notNull(),
  error: text('error'),
  availableAt: moment('available_at').notNull(),
  signatureRequestId: text('signature_request_id').notNull(),
  traceparent: text('traceparent'),
});

export const auditEvents = sqliteTable('audit_events', {
  sequence: integer('sequence').notNull().primaryKey(),
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  entityType: text('entity_type').notNull(),
  entityId: text('entity_id').notNull(),
  eventType: text('event_type', { enum: AUDIT_EVENT_TYPES }).notNull(),
  actor: text('actor').notNull(),
  timestamp: moment('timestamp').notNull(),
  correlationId: text('correlation_id'),
  metadata: text('metadata', { mode: 'json' }).$type<AuditMetadata>().notNull(),
});

/** What the texts of so many audit events say, for the text filter; see audit-blocks.ts. */
export const auditBlocks = sqliteTable('audit_blocks', {
  block: integer('block').notNull().primaryKey(),
  firstAt: moment('first_at').notNull(),
  lastAt: moment('last_at').notNull(),
  texts: text('texts').notNull(),
});

/** What may be deleted of the audit events within a transaction. */
export const archivedAuditEvents = sqliteTable('archived_audit_events', { id: text('id').notNull() });

/** What is left of requests that have gone to the archive. */
export const archivedKeys = sqliteTable('archived_keys', {
  tenantId: text('tenant_id').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  id: text('id').notNull(),
  kind: text('kind', { enum: REQUEST_KINDS }).notNull(),
  createdAt: moment('created_at').notNull(),
});

export const requestCounts = sqliteTable('request_counts', {
  tenantId: text('tenant_id').notNull(),
  status: text('status', { enum: SIGNATURE_STATUSES }).notNull(),
  format: text('format', { enum: SIGNATURE_FORMATS }).notNull(),
  count: integer('count').notNull(),
});

export const batches = sqliteTable('batches', {
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  createdAt: moment('created_at').notNull(),
  createdBy: text('created_by').notNull(),
});

export const batchMembers = sqliteTable('batch_members', {
  batchId: text('batch_id').notNull(),
  position: integer('position').notNull(),
  signatureRequestId: text('signature_request_id').notNull(),
});

export const apiKeys = sqliteTable('api_keys', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  secretSha256: text('secret_sha256').notNull(),
  tenantId: text('tenant_id').notNull(),
  permissions: text('permissions', { mode: 'json' }).$type<readonly string[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  revokedAt: moment('revoked_at'),
  lastUsedAt: moment('last_used_at'),
  approvalRule: text('approval_rule', { enum: APPROVAL_RULES }),
});
