import { bigint, boolean, customType, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
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

/** A `Date` to the millisecond. Unlike drizzle's own timestamp column it takes null through a placeholder. */
const moment = customType<{ data: Date; driverData: string | null }>({
  dataType: () => 'timestamp(3) with time zone',
  toDriver: (value: Date | null) => (value === null ? null : value.toISOString()),
  fromDriver: (value) => new Date(value ?? Number.NaN),
});

/** Text of people and other programs: Postgres can't keep the character NUL, which SQLite can. */
const freeText = customType<{ data: string; driverData: string | null }>({
  dataType: () => 'text',
  toDriver: (value: string | null) => (value === null ? null : value.replaceAll('\0', '\u{FFFD}')),
});

/** pg has parsed it when it comes back. Unlike drizzle's own JSON column it takes null through a placeholder. */
const jsonValue = <T>() =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'json',
    toDriver: (value: T | null) => (value === null ? null : JSON.stringify(value)),
    fromDriver: (value) => value as T,
  });
const stagedSignature = jsonValue<StagedSignature>();
const stampOptions = jsonValue<StampOptions>();
const sentence = jsonValue<Sentence>();

export const storedFiles = pgTable('stored_files', {
  id: text('id').notNull(),
  storageKey: text('storage_key').notNull(),
  originalFileName: freeText('original_file_name').notNull(),
  contentType: freeText('content_type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  createdAt: moment('created_at').notNull(),
  deletedAt: moment('deleted_at'),
  stagedKey: text('staged_key'),
  signatureRequestId: text('signature_request_id').notNull(),
});

export const certificates = pgTable('certificates', {
  id: text('id').notNull(),
  thumbprint: text('thumbprint').notNull(),
  subject: freeText('subject').notNull(),
  issuer: freeText('issuer').notNull(),
  serialNumber: text('serial_number').notNull(),
  notBefore: moment('not_before').notNull(),
  notAfter: moment('not_after').notNull(),
  providerType: text('provider_type', { enum: PROVIDER_TYPES }).notNull(),
  providerReference: freeText('provider_reference').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const signatureRequests = pgTable('signature_requests', {
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  correlationId: freeText('correlation_id'),
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
  errorMessage: freeText('error_message'),
  failureArea: text('failure_area', { enum: FAILURE_AREAS }),
  createdBy: freeText('created_by').notNull(),
  packaging: text('packaging', { enum: PACKAGINGS }),
  idempotencyKey: freeText('idempotency_key'),
  certificateThumbprint: text('certificate_thumbprint'),
  visibleSignature: boolean('visible_signature').notNull(),
  signatureNote: freeText('signature_note'),
  appearancePageNumber: integer('appearance_page_number').notNull(),
  appearanceFileId: text('appearance_file_id'),
  nextAttemptAt: moment('next_attempt_at'),
  messageId: text('message_id'),
  endedAt: moment('ended_at'),
  inputsKept: boolean('inputs_kept').notNull(),
  outputKept: boolean('output_kept').notNull(),
  searchText: freeText('search_text').notNull(),
  waitReason: text('wait_reason', { enum: WAIT_REASONS }),
  waitingSince: moment('waiting_since'),
  retryOf: text('retry_of'),
  signatureField: freeText('signature_field'),
  certification: text('certification', { enum: CERTIFICATIONS }),
  kind: text('kind', { enum: REQUEST_KINDS }).notNull(),
  renewalOf: text('renewal_of'),
  evidenceGoodUntil: moment('evidence_good_until'),
  operation: text('operation', { enum: SIGNATURE_OPERATIONS }).notNull(),
  targetSignature: freeText('target_signature'),
  containerSignature: text('container_signature', { enum: CONTAINER_SIGNATURES }),
  approvalRule: text('approval_rule', { enum: APPROVAL_RULES }),
  approvedTerms: freeText('approved_terms'),
  approvedUntil: moment('approved_until'),
  stampOptions: stampOptions('stamp_options'),
  errorSentence: sentence('error_sentence'),
});

export const additionalInputs = pgTable('additional_inputs', {
  signatureRequestId: text('signature_request_id').notNull(),
  position: integer('position').notNull(),
  fileId: text('file_id').notNull(),
});

export const batches = pgTable('batches', {
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  createdAt: moment('created_at').notNull(),
  createdBy: freeText('created_by').notNull(),
});

export const batchMembers = pgTable('batch_members', {
  batchId: text('batch_id').notNull(),
  position: integer('position').notNull(),
  signatureRequestId: text('signature_request_id').notNull(),
});

export const signingJobs = pgTable('signing_jobs', {
  id: text('id').notNull(),
  signatureRequestId: text('signature_request_id').notNull(),
  status: text('status', { enum: JOB_STATUSES }).notNull(),
  attempt: integer('attempt').notNull(),
  lastError: freeText('last_error'),
  lockedUntil: moment('locked_until'),
  createdAt: moment('created_at').notNull(),
  startedAt: moment('started_at'),
  completedAt: moment('completed_at'),
  interruptions: integer('interruptions').notNull(),
  stagedSignature: stagedSignature('staged_signature'),
  tenantId: text('tenant_id').notNull(),
  claimant: text('claimant'),
});

export const outboxMessages = pgTable('outbox_messages', {
  id: text('id').notNull(),
  type: text('type').notNull(),
  payload: text('payload').notNull(),
  occurredAt: moment('occurred_at').notNull(),
  publishedAt: moment('published_at'),
  retryCount: integer('retry_count').notNull(),
  error: freeText('error'),
  availableAt: moment('available_at').notNull(),
  signatureRequestId: text('signature_request_id').notNull(),
  traceparent: text('traceparent'),
  sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  reservedBy: text('reserved_by'),
  reservedUntil: moment('reserved_until'),
});

export const auditEvents = pgTable('audit_events', {
  sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  entityType: text('entity_type').notNull(),
  entityId: text('entity_id').notNull(),
  eventType: text('event_type', { enum: AUDIT_EVENT_TYPES }).notNull(),
  actor: freeText('actor').notNull(),
  timestamp: moment('timestamp').notNull(),
  correlationId: freeText('correlation_id'),
  metadata: json('metadata').$type<AuditMetadata>().notNull(),
  searchText: freeText('search_text').notNull(),
});

/** What is left of requests that have gone to the archive. */
export const archivedKeys = pgTable('archived_keys', {
  tenantId: text('tenant_id').notNull(),
  idempotencyKey: freeText('idempotency_key').notNull(),
  id: text('id').notNull(),
  kind: text('kind', { enum: REQUEST_KINDS }).notNull(),
  createdAt: moment('created_at').notNull(),
});

export const requestCounts = pgTable('request_counts', {
  tenantId: text('tenant_id').notNull(),
  status: text('status', { enum: SIGNATURE_STATUSES }).notNull(),
  format: text('format', { enum: SIGNATURE_FORMATS }).notNull(),
  slot: integer('slot').notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
});

export const apiKeys = pgTable('api_keys', {
  id: text('id').notNull(),
  name: freeText('name').notNull(),
  prefix: text('prefix').notNull(),
  secretSha256: text('secret_sha256').notNull(),
  tenantId: text('tenant_id').notNull(),
  permissions: json('permissions').$type<readonly string[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  revokedAt: moment('revoked_at'),
  lastUsedAt: moment('last_used_at'),
  approvalRule: text('approval_rule', { enum: APPROVAL_RULES }),
});

export const stations = pgTable('stations', {
  id: text('id').notNull(),
  name: freeText('name').notNull(),
  version: text('version').notNull(),
  roles: json('roles').$type<readonly string[]>().notNull(),
  startedAt: moment('started_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  stoppedAt: moment('stopped_at'),
  offer: json('offer').notNull(),
});
