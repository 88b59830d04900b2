import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { FailureArea, WaitReason } from '../contract/vocabulary/failures.ts';
import type { Sentence } from '../contract/vocabulary/sentence.ts';
import type { SignatureStatus } from '../contract/vocabulary/states.ts';
import type { Claim } from '../domain/claim.ts';
import type { CertificateRecord, OutboxMessage, StoredFile } from '../domain/records.ts';
import type { StagedSignature } from '../domain/staged-signature.ts';
import type { JobDetails, NewAuditEvent } from './stored-details.ts';

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

/**
 * `startProcessing` for the claim that is at hand, called when it is known what will be signed with. Called again before
 * what cannot be taken back, it answers with the same claim or, where time has passed, with one that the database has just confirmed.
 */
export type StartSigning = (
  audit: readonly NewAuditEvent[],
  mayBeUndone?: StartOfProcessing['mayBeUndone'],
) => Promise<Claim | 'lost'>;

export interface StartOfProcessing {
  readonly now: Date;
  readonly leaseMilliseconds: number;
  readonly audit: readonly NewAuditEvent[];
  /**
   * What follows leaves no trace outside of the process before its own result is written: a power cut may undo the start
   * together with all that came of it. Then it need not be on disk when it is answered. Not so where a device is asked,
   * which counts what it signs.
   */
  readonly mayBeUndone?: boolean;
}

export interface Completion {
  /** The signed output; its bytes lie at `stagedKey` until promoted. */
  readonly output: StoredFile;
  /** What was signed with; null where nothing was signed. */
  readonly certificate: CertificateRecord | null;
  /** Of an output of level LTA, where it can be told; see SignatureRequest. */
  readonly evidenceGoodUntil: Date | null;
  readonly at: Date;
  readonly audit: readonly NewAuditEvent[];
}

export interface JobFailure {
  readonly errorCode: ErrorCode;
  readonly errorMessage: string;
  /** The message as a code and parameters, where it has one. */
  readonly errorSentence: Sentence | null;
  readonly failureArea: FailureArea;
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
  readonly errorSentence: Sentence | null;
  readonly errorCode: ErrorCode;
  readonly failureArea: FailureArea;
  /** When the job is to be woken; null: when what it waits for is there. */
  readonly nextAttemptAt: Date | null;
  readonly at: Date;
  readonly audit: readonly NewAuditEvent[];
}

export interface ClaimExpectation {
  readonly tenantId: string;
  readonly signatureId: string;
  readonly inputPath: string;
  readonly requestedFormat: string;
  readonly requestedProfile: string;
}

export interface ClaimArguments {
  readonly jobId: string;
  /** What the message says of the job. It must agree with the rows, else `mismatch`. */
  readonly expected: ClaimExpectation;
  readonly now: Date;
  readonly leaseMilliseconds: number;
  readonly audit: readonly NewAuditEvent[];
  /**
   * Stored in the same unit when the outcome is `held` and no message of the job waits in the outbox: it becomes due
   * when the lease ends, whatever `availableAt` says. The message that asked may then be acknowledged although the
   * holder may be dead.
   */
  readonly whenHeld: OutboxMessage;
}

/** What a worker may do with a job that it holds. */
interface HeldJobStore {
  /**
   * Fenced. Job Locked -> Processing, the lease is renewed and `audit` says what the signature will be made with; the
   * returned claim replaces the old one.
   */
  startProcessing(claim: Claim, start: StartOfProcessing): Promise<Claim | 'lost'>;
  /**
   * Fenced. Keeps what the device has signed for the attempts to come; job and request stay as they are. Whoever claims
   * the job next finds it in its details.
   */
  stageSignature(
    claim: Claim,
    staged: { readonly signature: StagedSignature; readonly at: Date; readonly audit: readonly NewAuditEvent[] },
  ): Promise<FencedResult>;
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

/** What a worker process sees. It doesn't say who it is: the host knows which process asks. */
export interface WorkerStore extends HeldJobStore {
  /** `claimJob` of the store of jobs, in the name of this worker. */
  claimJob(args: ClaimArguments): Promise<ClaimResult>;
}

/** The host's end of it, for all workers. */
export interface JobStore extends HeldJobStore {
  /**
   * Atomically takes the lock: job Pending or Failed -> Locked, or an expired Locked/Processing one is reclaimed;
   * attempt + 1; request -> Processing with StartedAt. Jobs of requests in RetryScheduled are claimable from
   * `nextAttemptAt` on.
   */
  claimJob(
    args: ClaimArguments & {
      /** Who holds the lock: `<installation>/<process>`; see releaseClaims. */
      readonly claimant: string;
    },
  ): Promise<ClaimResult>;
}
