import { z } from 'zod';
import { CONSUMER_PROTOCOL } from '../broker/link/link-broker.ts';
import { JOB_STORE_PROTOCOL } from '../persistence/link/job-store-protocol.ts';
import { STORAGE_OPERATIONS, STORAGE_OUTCOMES } from '../telemetry/storage-outcomes.ts';
import { SIGNING_DEVICE_PROTOCOL } from '../providers/link/link-signing-device.ts';
import { TIMESTAMPING_PROTOCOL } from '../timestamping/protocol.ts';
import { IMPRINT_HASHES } from '../timestamping/timestamp-authority.ts';
import { VALIDATION_DATA_PROTOCOL } from '../validation-data/link/link-validation-data.ts';

export const WORKER_CHANNEL = 'worker';

/** A worker's job is about to go on at its document after an absence: answered when the host knows. */
export const AT_DOCUMENT_PROTOCOL = {
  backAtDocument: { params: z.object({ jobId: z.string() }), result: z.undefined() },
} as const;

/** Notification of the worker: a job that it holds waits for something else than its document. */
export const AWAY_FROM_DOCUMENT_TOPIC = 'away-from-document';
export const AwayFromDocument = z.object({ jobId: z.string() });

/** What the host answers a worker. */
export const WORKER_HOST_PROTOCOL = {
  ...JOB_STORE_PROTOCOL,
  ...AT_DOCUMENT_PROTOCOL,
  ...CONSUMER_PROTOCOL,
  ...SIGNING_DEVICE_PROTOCOL,
  ...VALIDATION_DATA_PROTOCOL,
  ...TIMESTAMPING_PROTOCOL,
} as const;

/** Which driver keeps the documents, and where: what a worker opens for itself. */
export const StorageSettings = z.discriminatedUnion('driver', [
  z.object({ driver: z.literal('local'), root: z.string() }),
  z.object({
    driver: z.literal('s3'),
    endpoint: z.string().nullable(),
    bucket: z.string(),
    region: z.string(),
    forcePathStyle: z.boolean(),
    accessKeyIdSecretName: z.string(),
    secretAccessKeySecretName: z.string(),
    sessionTokenSecretName: z.string(),
    certificateAuthorities: z.string().nullable(),
    stagingDirectory: z.string(),
    /** What the host found out about the bucket. */
    conditionalWrites: z.enum(['everywhere', 'single', 'never']),
    /** Where secrets are looked for that did not come with the environment. */
    secretsDirectory: z.string(),
  }),
]);
export type StorageSettings = z.infer<typeof StorageSettings>;

export const WorkerSettings = z.object({
  storage: StorageSettings,
  concurrency: z.int().min(1).max(256),
  leaseMilliseconds: z.int().positive(),
  retryPolicy: z.object({
    maxAttempts: z.int().min(1),
    initialBackoffMilliseconds: z.int().min(1),
    maxBackoffMilliseconds: z.int().min(1),
  }),
  /** By which documents are digested for a timestamp. */
  imprintHash: z.enum(IMPRINT_HASHES),
});
export type WorkerSettings = z.infer<typeof WorkerSettings>;

/** What a worker answers its host. */
export const WORKER_PROTOCOL = {
  /** Begin to consume. */
  start: { params: WorkerSettings, result: z.undefined() },
  /** Take nothing new, finish what is begun; resolves when nothing is left. */
  stop: { params: z.object({}), result: z.undefined() },
  /** Answers while the event loop turns; the readiness probe's heartbeat. */
  ping: { params: z.object({}), result: z.object({ inProgress: z.int() }) },
} as const;

/** Notification of the worker: one delivery was dealt with; for logs and metrics. */
export const DELIVERY_REPORT_TOPIC = 'delivery-report';
export const DeliveryReport = z.object({
  outcome: z.enum(['completed', 'lost', 'failed', 'retry-scheduled', 'waiting', 'ignored', 'dead-lettered']),
  messageId: z.string(),
  jobId: z.string().optional(),
  signatureId: z.string().optional(),
  correlationId: z.string().nullable().optional(),
  errorCode: z.string().optional(),
  reason: z.string().optional(),
  /** Name and stack of an unexpected fault, message left out: it may quote the document. */
  fault: z.string().optional(),
  /** The trace that the message belongs to. */
  traceparent: z.string().nullable(),
  durationMilliseconds: z.number(),
  /** What the worker did to the store since its last report. */
  storage: z
    .array(z.object({ operation: z.enum(STORAGE_OPERATIONS), outcome: z.enum(STORAGE_OUTCOMES), count: z.int() }))
    .optional(),
});
export type DeliveryReport = z.infer<typeof DeliveryReport>;
