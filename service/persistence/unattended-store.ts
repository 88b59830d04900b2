import type { WaitReason } from '../contract/vocabulary/failures.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import type { OutboxMessage, SignatureRequest } from '../domain/records.ts';
import type { ClaimExpectation, JobFailure, JobWait } from './job-store.ts';

/** Jobs that ask for the same key wait for the same thing; those that stand in line for it (PROVIDER_BUSY) are by themselves. */
export interface WaitingGroup {
  /** What jobs that add evidence ask are authorities. */
  readonly asks: 'provider' | 'authorities';
  readonly tenantId: string;
  /** Null where none is asked. */
  readonly signingProvider: ProviderType | null;
  readonly certificateThumbprint: string | null;
  readonly waitReason: WaitReason;
  /** What others of them say; the same where all say one thing. */
  readonly otherReason: WaitReason;
  readonly count: number;
}

/** What keeps a group waiting now, as the fault says it. */
export type Obstacle = Pick<JobWait, 'waitReason' | 'errorCode' | 'message' | 'errorSentence' | 'failureArea' | 'at'>;

export interface ReleasedClaim {
  readonly jobId: string;
  readonly signatureId: string;
  readonly tenantId: string;
  readonly interruptions: number;
}

/** Which of the jobs that a dead process held are suspected of its death: nobody's, or all but those named by their ids. */
export type Blame = 'nobody' | { readonly except: readonly string[] };

/** A job that nobody works on and whose message has left the outbox. */
export interface UnattendedJob extends ClaimExpectation {
  readonly jobId: string;
  readonly createdAt: Date;
  /** Failed attempts of the retry policy so far. */
  readonly retryCount: number;
  /** The newest message of the job; null when it was pruned or never written. */
  readonly messageId: string | null;
  /** W3C Trace Context of that message, so that a new one goes on under the trace of the request; null without one. */
  readonly traceparent: string | null;
}

/** A job as its message names it. */
export interface HandedOver {
  readonly jobId: string;
  readonly signatureId: string;
  readonly tenantId: string;
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

/** A job that waited in vain: nobody has it who could hand its dead letter over. */
export interface WaitFailure extends JobFailure {
  readonly deadLetter: OutboxMessage;
}

/** Jobs that nobody works on: those of dead workers, those that lost their message, those that wait. */
export interface UnattendedStore {
  /**
   * The claimant (or every process of an installation: a claimant that ends in `/`, matched as a prefix) is dead: its
   * unfinished jobs become Failed with the lock cleared and the interruption counted, their requests Queued. A message
   * that waits for the end of such a lease is due at once.
   * `blame` nobody: the whole station went down, no job is suspected.
   */
  releaseClaims(claimant: string, now: Date, blame: Blame): Promise<readonly ReleasedClaim[]>;
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
  /** What parked jobs wait for, over all tenants; not those that wait for a time. */
  waitingGroups(): Promise<readonly WaitingGroup[]>;
  /** Parked jobs of a group, those that wait longest first. */
  waitingJobs(group: WaitingGroup, limit: number): Promise<readonly UnattendedJob[]>;
  /** Parked jobs that wait for a time that has come, the earliest first. */
  dueWaitingJobs(now: Date, limit: number): Promise<readonly UnattendedJob[]>;
  /** Jobs that still wait get their message and wait no more, in one unit. Answers the ids of the requests. */
  wakeJobs(messages: readonly HandOverAgain[], now: Date): Promise<readonly WokenJob[]>;
  /** Changes what the jobs of a group wait for, in code and words; of those that stood in line the wait begins with it, at `at`. */
  changeWaitReason(group: WaitingGroup, obstacle: Obstacle): Promise<void>;
  /**
   * Lets jobs that were handed over and that nobody has begun stand in line (PROVIDER_BUSY): no claim, no attempt used.
   * A retry whose time has come is one of them; a job that waits already goes on waiting for what it waits for.
   * Answers those of them that wait now: their messages are needed no more. Repeatable.
   */
  letWait(jobs: readonly HandedOver[], now: Date): Promise<readonly HandedOver[]>;
  /**
   * Fails parked jobs that have waited since before `waitingBefore`, but for those that stand in line, with their dead letters
   * in the outbox, in one unit; answers them.
   */
  failWaitingJobs(args: {
    readonly waitingBefore: Date;
    /** By the clock that `waitingBefore` is of. */
    readonly now: Date;
    readonly limit: number;
    readonly failure: (job: UnattendedJob, waitReason: WaitReason, kind: SignatureRequest['kind']) => WaitFailure;
  }): Promise<readonly UnattendedJob[]>;
}
