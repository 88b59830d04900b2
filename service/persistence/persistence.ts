import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import type { WaitReason } from '../contract/vocabulary/failures.ts';
import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { ProviderType, SignatureFormat, SignatureProfile } from '../contract/vocabulary/signing.ts';
import type { JobStatus, SignatureStatus } from '../contract/vocabulary/states.ts';
import type { Claim } from '../domain/claim.ts';
import type {
  ApiKeyRecord,
  AuditEvent,
  CertificateRecord,
  OutboxMessage,
  SignatureRequest,
  SigningJob,
  StoredFile,
} from '../domain/records.ts';

/**
 * The persistence port. Every operation is one whole atomic unit: it commits everything it says, durably, or nothing.
 * There is no open transaction to hold across an `await`, so an embedded single connection and a pool of Postgres
 * connections can serve the same interface. Times come in as arguments; drivers read no clock.
 * State changes are compare-and-set; a lost race is a value, never an exception.
 */

/** An audit event the driver stores in the same unit as the change it tells of. */
export type NewAuditEvent = Omit<AuditEvent, 'tenantId' | 'entityType' | 'entityId' | 'correlationId' | 'timestamp'>;

export interface AcceptUnit {
  readonly request: SignatureRequest;
  /** Every stored file the request refers to: input, further inputs, appearance image. */
  readonly files: readonly StoredFile[];
  readonly job: SigningJob;
  readonly outboxMessage: OutboxMessage;
  readonly audit: readonly NewAuditEvent[];
}

export type AcceptResult =
  | { readonly outcome: 'accepted' }
  /** Tenant and idempotency key were used before; nothing was written. */
  | { readonly outcome: 'replayed'; readonly original: SignatureRequest };

/** A request with what a status answer needs beside it. */
export interface RequestDetails {
  readonly request: SignatureRequest;
  readonly input: StoredFile;
  readonly additionalInputs: readonly StoredFile[];
  readonly output: StoredFile | null;
  readonly appearance: StoredFile | null;
}

/** A job with everything a worker needs; the only source of truth for it (the message is a hint). */
export interface JobDetails extends RequestDetails {
  readonly job: SigningJob;
}

export interface PageQuery {
  readonly tenantId: string;
  /** 1 to 200. */
  readonly limit: number;
  /** `nextCursor` of the page before; opaque. Throws SIGNATURE_REQUEST_INVALID when it is not one of ours. */
  readonly cursor: string | null;
}

export interface RequestFilter {
  readonly status?: SignatureStatus;
  readonly format?: SignatureFormat;
  readonly profile?: SignatureProfile;
  readonly signingProvider?: ProviderType;
  readonly createdFrom?: Date;
  readonly createdBefore?: Date;
  /** Part of the original file name, the correlation id or the id; case-insensitive. */
  readonly text?: string;
}

export interface JobFilter {
  readonly status?: JobStatus;
}

export interface AuditFilter {
  readonly eventType?: AuditEventType;
  readonly entityId?: string;
  readonly from?: Date;
  readonly before?: Date;
  readonly text?: string;
}

/** Newest first, keyset paging. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export type CancelResult = 'cancelled' | 'not-found' | 'not-cancellable';

export type ClaimResult =
  | { readonly outcome: 'claimed'; readonly claim: Claim; readonly details: JobDetails }
  /** Another consumer holds an unexpired lease; `whenHeld` (or a message from before it) will come when that ends. */
  | { readonly outcome: 'held' }
  /** The request or the job is terminal: acknowledge, sign nothing. */
  | { readonly outcome: 'terminal'; readonly status: SignatureStatus }
  /** The message contradicts the row (forged or damaged); nothing was claimed. */
  | { readonly outcome: 'mismatch' }
  /** A retry is scheduled for later; its own message will come. */
  | { readonly outcome: 'not-due' }
  | { readonly outcome: 'unknown' };

/** A fenced write: `lost` means the claim is no longer ours and nothing was written. */
export type FencedResult = 'done' | 'lost';

/** `startProcessing` for the claim that is at hand: called once, when it is known what will be signed with. */
export type StartSigning = (audit: readonly NewAuditEvent[]) => Promise<Claim | 'lost'>;

export interface Completion {
  /** The signed output; its bytes lie at `stagedKey` until promoted. */
  readonly output: StoredFile;
  readonly certificate: CertificateRecord;
  readonly at: Date;
  readonly audit: readonly NewAuditEvent[];
}

export interface JobFailure {
  readonly errorCode: ErrorCode;
  readonly errorMessage: string;
  readonly at: Date;
  readonly audit: readonly NewAuditEvent[];
}

export interface JobRetry extends JobFailure {
  readonly nextAttemptAt: Date;
  readonly outboxMessage: OutboxMessage;
}

/** Nothing failed; the job cannot go on before something has changed. */
export interface JobWait {
  readonly waitReason: WaitReason;
  /** What a person should do, as the fault said it. */
  readonly message: string;
  readonly errorCode: ErrorCode;
  readonly at: Date;
  readonly audit: readonly NewAuditEvent[];
}

/** Jobs that ask for the same key wait for the same thing. */
export interface WaitingGroup {
  readonly signingProvider: ProviderType;
  readonly certificateThumbprint: string | null;
  readonly waitReason: WaitReason;
  readonly count: number;
}

export interface ReleasedClaim {
  readonly jobId: string;
  readonly signatureId: string;
  readonly tenantId: string;
  readonly interruptions: number;
}

/** A job that nobody works on and whose message has left the outbox. */
export interface UnattendedJob extends ClaimExpectation {
  readonly jobId: string;
  readonly createdAt: Date;
  /** Failed attempts of the retry policy so far. */
  readonly retryCount: number;
  /** The newest message of the job; null when it was pruned or never written. */
  readonly messageId: string | null;
}

export interface WokenJob {
  readonly signatureId: string;
  readonly tenantId: string;
}

/** A new message for a job whose newest one, `lostMessageId`, is nowhere any more. */
export interface HandOverAgain {
  readonly jobId: string;
  readonly lostMessageId: string | null;
  readonly outboxMessage: OutboxMessage;
}

export interface ClaimExpectation {
  readonly tenantId: string;
  readonly signatureId: string;
  readonly inputPath: string;
  readonly requestedFormat: string;
  readonly requestedProfile: string;
}

/** What a worker may do; the worker process sees this part only. */
export interface JobStore {
  /**
   * Atomically takes the lock: job Pending or Failed -> Locked, or an expired Locked/Processing one is reclaimed;
   * attempt + 1; request -> Processing with StartedAt. Jobs of requests in RetryScheduled are claimable from
   * `nextAttemptAt` on.
   */
  claimJob(args: {
    readonly jobId: string;
    /** What the message says of the job. It must agree with the rows, else `mismatch`. */
    readonly expected: ClaimExpectation;
    /** Who holds the lock: `<installation>/<process>`; see releaseClaims. */
    readonly claimant: string;
    readonly now: Date;
    readonly leaseMilliseconds: number;
    readonly audit: readonly NewAuditEvent[];
    /**
     * Stored in the same unit when the outcome is `held` and no message of the job waits in the outbox: it becomes due
     * when the lease ends, whatever `availableAt` says. The message that asked may then be acknowledged although the
     * holder may be dead.
     */
    readonly whenHeld: OutboxMessage;
  }): Promise<ClaimResult>;
  /**
   * Fenced. Job Locked -> Processing, the lease is renewed and `audit` says what the signature will be made with; the
   * returned claim replaces the old one.
   */
  startProcessing(
    claim: Claim,
    start: { readonly now: Date; readonly leaseMilliseconds: number; readonly audit: readonly NewAuditEvent[] },
  ): Promise<Claim | 'lost'>;
  /** Fenced. Writes output file, certificate record, job and request Completed. The linearization point of a job. */
  completeJob(claim: Claim, completion: Completion): Promise<FencedResult>;
  /** Fenced. Job and request Failed. */
  failJob(claim: Claim, failure: JobFailure): Promise<FencedResult>;
  /**
   * Fenced. Gives the job back as it was before the claim, for whoever takes it next: job Failed with the lock cleared,
   * request Queued. No attempt of the retry policy is used up; the message that led to the claim has to come back.
   */
  releaseClaim(claim: Claim, now: Date): Promise<FencedResult>;
  /**
   * Fenced. Parks the job: lock cleared, request Queued with its wait reason, no message, no attempt used. Its wait
   * began with the first parking, whatever looks were taken in between.
   */
  parkJob(claim: Claim, wait: JobWait): Promise<FencedResult>;
  /** Fenced. Job Failed with the lock cleared, request RetryScheduled, retry message into the outbox: one unit. */
  scheduleRetry(claim: Claim, retry: JobRetry): Promise<FencedResult>;
}

/** What the outbox publisher may do. */
export interface OutboxStore {
  /** Unpublished messages that are due, oldest first. */
  dueOutboxMessages(now: Date, limit: number): Promise<readonly OutboxMessage[]>;
  /** When the earliest message that is not yet due becomes due; null when there is none. */
  nextOutboxDueAt(now: Date): Promise<Date | null>;
  /** Sets PublishedAt; a request in RetryScheduled whose message this was becomes Queued. */
  markPublished(ids: readonly string[], at: Date): Promise<void>;
  /** Counts a failed hand-off; the message stays due at `availableAt`. */
  markPublishFailed(id: string, error: string, availableAt: Date): Promise<void>;
}

export interface StatisticsSnapshot {
  readonly byStatus: Readonly<Partial<Record<SignatureStatus, number>>>;
  readonly byFormat: Readonly<Partial<Record<SignatureFormat, number>>>;
  readonly completedSince: number;
  readonly failedSince: number;
  readonly oldestQueuedAt: Date | null;
  readonly medianDurationMilliseconds: number | null;
}

export interface ExpiredFile {
  readonly fileId: string;
  readonly storageKey: string;
  readonly stagedKey: string | null;
  readonly tenantId: string;
  readonly signatureId: string;
}

export interface Persistence extends JobStore, OutboxStore {
  acceptSignatureRequest(unit: AcceptUnit): Promise<AcceptResult>;
  findByIdempotencyKey(tenantId: string, idempotencyKey: string): Promise<SignatureRequest | undefined>;
  findRequest(tenantId: string, id: string): Promise<RequestDetails | undefined>;
  listRequests(query: PageQuery, filter: RequestFilter): Promise<Page<RequestDetails>>;
  listJobs(query: PageQuery, filter: JobFilter): Promise<Page<JobDetails>>;
  listAuditEvents(query: PageQuery, filter: AuditFilter): Promise<Page<AuditEvent>>;
  /** Created or Queued -> Cancelled, job -> Cancelled; any other state is not cancellable. */
  cancelRequest(args: {
    readonly tenantId: string;
    readonly id: string;
    readonly at: Date;
    readonly audit: readonly NewAuditEvent[];
  }): Promise<CancelResult>;
  statistics(tenantId: string, since: Date): Promise<StatisticsSnapshot>;
  appendAudit(event: AuditEvent): Promise<void>;
  /**
   * The claimant (or every process of an installation: a claimant that ends in `/`, matched as a prefix) is dead: its
   * unfinished jobs become Failed with the lock cleared and the interruption counted, their requests Queued.
   * `blame` false: the whole station went down, no job is suspected.
   */
  releaseClaims(claimant: string, now: Date, blame: boolean): Promise<readonly ReleasedClaim[]>;
  /**
   * Jobs that have not ended and have neither a live claim nor an unpublished message, in pages; whether a page is empty
   * says nothing of the next. Only a look at the broker tells whether their message is still on its way.
   */
  unattendedJobs(now: Date): AsyncIterable<readonly UnattendedJob[]>;
  /**
   * Writes the messages of those jobs that are unattended still and have `lostMessageId` as their newest message; in one
   * unit. Answers the ids of the jobs it was done for.
   */
  handOverAgain(messages: readonly HandOverAgain[], now: Date): Promise<readonly string[]>;
  /** What parked jobs wait for, over all tenants. */
  waitingGroups(): Promise<readonly WaitingGroup[]>;
  /** Parked jobs of a group, those that wait longest first. */
  waitingJobs(group: WaitingGroup, limit: number): Promise<readonly UnattendedJob[]>;
  /** Jobs that still wait get their message and wait no more, in one unit. Answers the ids of the requests. */
  wakeJobs(messages: readonly HandOverAgain[], now: Date): Promise<readonly WokenJob[]>;
  /** Changes what the jobs of a group wait for. */
  changeWaitReason(group: WaitingGroup, waitReason: WaitReason): Promise<void>;
  /** Fails parked jobs that have waited since before `waitingBefore`; answers them, for their dead letters. */
  failWaitingJobs(args: {
    readonly waitingBefore: Date;
    readonly limit: number;
    readonly failure: (job: UnattendedJob, waitReason: WaitReason) => JobFailure;
  }): Promise<readonly UnattendedJob[]>;
  listCertificateRecords(): Promise<readonly CertificateRecord[]>;
  addApiKey(key: ApiKeyRecord, audit: AuditEvent): Promise<void>;
  findApiKeyByPrefix(prefix: string): Promise<ApiKeyRecord | undefined>;
  listApiKeys(): Promise<readonly ApiKeyRecord[]>;
  /** False when there is no such key or it was revoked before. */
  revokeApiKey(id: string, at: Date, audit: AuditEvent): Promise<boolean>;
  /** Sets LastUsedAt of these keys where it is earlier; ids that are not known are passed over. */
  noteApiKeysUsed(ids: readonly string[], at: Date): Promise<void>;
  /** Files of requests that ended in one of `statuses` before `endedBefore` and are not deleted yet. */
  filesEndedBefore(args: {
    readonly kind: 'input' | 'output';
    readonly statuses: readonly SignatureStatus[];
    readonly endedBefore: Date;
    readonly limit: number;
  }): Promise<readonly ExpiredFile[]>;
  /**
   * Deletes outbox messages that were published before `publishedBefore` and whose request has ended; others may still
   * be wanted. Looks at `limit` messages, oldest first, from `cursor` on; `nextCursor` is null when all have been seen.
   */
  prunePublishedMessages(args: {
    readonly publishedBefore: Date;
    readonly limit: number;
    readonly cursor: number | null;
  }): Promise<{ readonly deleted: number; readonly nextCursor: number | null }>;
  /** Sets DeletedAt and writes the audit event; rows stay. */
  markFileDeleted(fileId: string, at: Date, audit: AuditEvent): Promise<void>;
  /** Resolves when the database answers and can be written; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
