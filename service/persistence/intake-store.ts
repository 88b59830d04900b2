import type { OutboxMessage, SignatureRequest, SigningJob, StoredFile } from '../domain/records.ts';
import type { ArchivedKey } from './request-archive-store.ts';
import type { NewAuditEvent } from './stored-details.ts';

export interface AcceptUnit {
  readonly request: SignatureRequest;
  /** Every stored file the request refers to: input, further inputs, appearance image. */
  readonly files: readonly StoredFile[];
  readonly job: SigningJob;
  /** Written unless the request waits for something before anybody is asked to sign it. */
  readonly outboxMessage: OutboxMessage;
  readonly audit: readonly NewAuditEvent[];
}

/** A request that was refused after its form had been found right: Rejected, without job, message or stored bytes. */
export type RejectedUnit = Pick<AcceptUnit, 'request' | 'files' | 'audit'>;

export type AcceptResult =
  /** `isHandedOver`: the message is in the queue, and nobody has to bring it there. */
  | { readonly outcome: 'accepted'; readonly isHandedOver?: true }
  /** Tenant and idempotency key were used before; nothing was written. */
  | { readonly outcome: 'replayed'; readonly original: SignatureRequest }
  /** The same, and the original has gone to the archive since. */
  | { readonly outcome: 'archived'; readonly original: ArchivedKey }
  /** Another request that does the same one again lives or is Completed; nothing was written. */
  | { readonly outcome: 'retried'; readonly successor: SignatureRequest }
  /** Another renewal of the same signature has not ended; nothing was written. */
  | { readonly outcome: 'renewing'; readonly renewal: SignatureRequest };

export type CancelResult = 'cancelled' | 'not-found' | 'not-cancellable';

/** What takes requests in: each is accepted whole, or not at all. */
export interface IntakeStore {
  /**
   * Of the requests that do one request again, at most one is neither Failed, Rejected nor Cancelled. Of the renewals of
   * one signature, at most one has not ended.
   */
  acceptSignatureRequest(unit: AcceptUnit): Promise<AcceptResult>;
  rejectSignatureRequest(unit: RejectedUnit): Promise<void>;
  findByIdempotencyKey(tenantId: string, idempotencyKey: string): Promise<SignatureRequest | undefined>;
  /** Created or Queued -> Cancelled, job -> Cancelled; any other state is not cancellable. */
  cancelRequest(args: {
    readonly tenantId: string;
    readonly id: string;
    readonly at: Date;
    readonly audit: readonly NewAuditEvent[];
  }): Promise<CancelResult>;
}
