import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import type { RequestKind } from '../contract/vocabulary/request-kinds.ts';
import type { ProviderType, SignatureFormat, SignatureProfile } from '../contract/vocabulary/signing.ts';
import type { JobStatus, SignatureStatus } from '../contract/vocabulary/states.ts';

export interface PageQuery {
  readonly tenantId: string;
  /** 1 to 200. */
  readonly limit: number;
  /** `nextCursor` of the page before; opaque. Throws SIGNATURE_REQUEST_INVALID when it is not one of ours. */
  readonly cursor: string | null;
}

export interface RequestFilter {
  readonly kind?: RequestKind;
  /** Renewals of one signature. */
  readonly renewalOf?: string;
  readonly status?: SignatureStatus;
  readonly format?: SignatureFormat;
  readonly profile?: SignatureProfile;
  readonly signingProvider?: ProviderType;
  readonly createdFrom?: Date;
  readonly createdBefore?: Date;
  /** Part of the original file name, the correlation id or the id; case-insensitive. */
  readonly text?: string;
}

/** Stored outputs of level LTA. */
export interface EvidenceFilter {
  /** Those whose evidence ends before. */
  readonly endsBefore?: Date;
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
