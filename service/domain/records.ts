import type { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { FailureArea, WaitReason } from '../contract/vocabulary/failures.ts';
import type { RequestKind } from '../contract/vocabulary/request-kinds.ts';
import type { Certification } from '../contract/vocabulary/pdf-signing.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import type {
  ContainerSignature,
  Packaging,
  SignatureFormat,
  SignatureOperation,
  SignatureProfile,
} from '../contract/vocabulary/signature-formats.ts';
import type { Sentence } from '../contract/vocabulary/sentence.ts';
import type { StampOptions } from '../contract/vocabulary/stamp.ts';
import type { JobStatus, SignatureStatus } from '../contract/vocabulary/states.ts';
import type { StagedSignature } from './staged-signature.ts';

/** The records of the specification, section 2, with the fields the service adds below each. */

export interface SignatureRequest {
  readonly id: string;
  readonly tenantId: string;
  readonly correlationId: string | null;
  readonly status: SignatureStatus;
  readonly format: SignatureFormat;
  readonly profile: SignatureProfile;
  readonly inputFileId: string;
  readonly outputFileId: string | null;
  readonly certificateId: string | null;
  /** Of a Signature; null for what adds evidence only, which no provider signs. */
  readonly signingProvider: ProviderType | null;
  readonly createdAt: Date;
  readonly queuedAt: Date | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly failedAt: Date | null;
  readonly retryCount: number;
  readonly errorCode: ErrorCode | null;
  readonly errorMessage: string | null;
  /** The message as a code and parameters; null without one, and for those of versions that did not record it. */
  readonly errorSentence: Sentence | null;
  /** Where the cure of the failure lies; null without one, and for those of versions that did not record it. */
  readonly failureArea: FailureArea | null;
  readonly createdBy: string;
  readonly packaging: Packaging | null;
  readonly operation: SignatureOperation;
  /** The signature to be counter-signed, by its name in a report; null where there is only one, and otherwise. */
  readonly targetSignature: string | null;
  /** Form of the signature in a container; null for its default and outside of containers. */
  readonly containerSignature: ContainerSignature | null;
  readonly idempotencyKey: string | null;
  /** The thumbprint the caller asked for (normalised: hex, upper case), SHA-1 or SHA-256; null: the provider chooses. */
  readonly certificateThumbprint: string | null;
  readonly visibleSignature: boolean;
  readonly signatureNote: string | null;
  readonly appearancePageNumber: number;
  readonly appearanceFileId: string | null;
  /** Full name of the empty signature field to be signed (PAdES only); null: a new one. */
  readonly signatureField: string | null;
  /** PAdES only; null: an approval signature. */
  readonly certification: Certification | null;
  /** PAdES only; null: the automatic place and the usual looks. */
  readonly stampOptions: StampOptions | null;
  /** Beyond the first, in the caller's order: data objects (ASiC_E), what the detached signature is over (cosign, countersign). */
  readonly additionalInputFileIds: readonly string[];
  readonly nextAttemptAt: Date | null;
  /** What a Queued request waits for before anybody is asked to sign it; null: nothing but its turn. */
  readonly waitReason: WaitReason | null;
  /** Since when it has been waiting, short looks in between included. */
  readonly waitingSince: Date | null;
  /** The failed request that this one does again. */
  readonly retryOf: string | null;
  readonly kind: RequestKind;
  /** Of a renewal: the signature request whose newest version it gives more evidence. */
  readonly renewalOf: string | null;
  /** Of a request that a person has to approve, the rule of its caller; null: nobody is asked. */
  readonly approvalRule: ApprovalRule | null;
  /** What was approved (`approvalTerms`); null before that. */
  readonly approvedTerms: string | null;
  /** The approval is over then, whatever has come of it. */
  readonly approvedUntil: Date | null;
  /** Of a completed output of level LTA: until when its youngest timestamp proves what it is over. */
  readonly evidenceGoodUntil: Date | null;
}

export interface StoredFile {
  readonly id: string;
  readonly storageKey: string;
  readonly originalFileName: string;
  readonly contentType: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
  /**
   * Where the bytes of a signed output lie until they are promoted to `storageKey`; a reader that finds nothing there
   * looks here. Null for files that were never staged.
   */
  readonly stagedKey: string | null;
}

export interface CertificateRecord {
  readonly id: string;
  readonly thumbprint: string;
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly providerType: ProviderType;
  readonly providerReference: string;
  readonly createdAt: Date;
}

export interface SigningJob {
  readonly id: string;
  readonly signatureRequestId: string;
  readonly status: JobStatus;
  /** How often a worker has claimed the job; 0 before the first claim. Part of the fence. */
  readonly attempt: number;
  readonly lastError: string | null;
  readonly lockedUntil: Date | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** Claims that ended because the claimant died, not because the work failed. */
  readonly interruptions: number;
  /** Made by an earlier attempt; null before the device has signed, and for level B. */
  readonly stagedSignature: StagedSignature | null;
}

export type AuditMetadata = Readonly<Record<string, string | number | boolean | null>>;

export interface AuditEvent {
  readonly id: string;
  readonly tenantId: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly eventType: AuditEventType;
  readonly actor: string;
  readonly timestamp: Date;
  readonly correlationId: string | null;
  readonly metadata: AuditMetadata;
}

export interface OutboxMessage {
  readonly id: string;
  readonly type: string;
  /** JSON text of a job message. */
  readonly payload: string;
  readonly occurredAt: Date;
  readonly publishedAt: Date | null;
  readonly retryCount: number;
  readonly error: string | null;
  /**
   * Not to be published before this moment; a retry waits here for its back-off. Should the clock be set back to before
   * `occurredAt`, the wait is over.
   */
  readonly availableAt: Date;
  /** W3C Trace Context of the request that caused the message; goes into its header, never into the payload. */
  readonly traceparent: string | null;
}

/** Requests that were given in together. */
export interface BatchRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** In the order of whoever made it; each once. */
  readonly signatureIds: readonly string[];
}

export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretSha256: string;
  readonly tenantId: string;
  readonly permissions: readonly string[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Whether a person is asked before what it gives in is signed; null: as for all programs without a rule of their own. */
  readonly approvalRule: ApprovalRule | null;
  /** May be a minute behind, and a use shortly before a crash may be missing. */
  readonly lastUsedAt: Date | null;
}
