import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { Sentence } from '../contract/vocabulary/sentence.ts';
import type { OutboxMessage } from '../domain/records.ts';
import type { NewAuditEvent } from './stored-details.ts';
import type { UnattendedJob, WokenJob } from './unattended-store.ts';

/** A job that waits for a person's approval. */
export interface PendingApproval extends UnattendedJob {
  /** The batch that its request is of; the first one, where it is of several. */
  readonly batchId: string | null;
}

/** What a person has agreed to: see SignatureRequest. */
export interface GivenApproval {
  readonly tenantId: string;
  readonly signatureId: string;
  readonly approvedTerms: string;
  /** By the clock of whoever approves; a claimant is told of it by its own. */
  readonly approvedUntil: Date;
  /** Brings the job to a worker. */
  readonly outboxMessage: OutboxMessage;
  readonly audit: readonly NewAuditEvent[];
}

export interface EndedApproval {
  readonly tenantId: string;
  readonly signatureId: string;
  readonly errorCode: ErrorCode;
  readonly errorMessage: string;
  readonly errorSentence: Sentence;
  readonly audit: readonly NewAuditEvent[];
}

/** Requests that a person has to approve before anybody is asked to sign them. */
export interface ApprovalStore {
  /** Those of a tenant that wait, the one that waits longest first. */
  pendingApprovals(tenantId: string, limit: number): Promise<readonly PendingApproval[]>;
  /** Those of all tenants that have waited since before `waitingBefore`, by the clock that says `now`. */
  overdueApprovals(
    waitingBefore: Date,
    look: { readonly now: Date; readonly limit: number },
  ): Promise<readonly WokenJob[]>;
  /** Those that still wait get their approval and their message, in one unit. Answers which. */
  approveRequests(approvals: readonly GivenApproval[], at: Date): Promise<readonly WokenJob[]>;
  /** Those that still wait become Cancelled with the reason, their jobs too, in one unit. Answers which. */
  endApprovals(ended: readonly EndedApproval[], at: Date): Promise<readonly WokenJob[]>;
}
