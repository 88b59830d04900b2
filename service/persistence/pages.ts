import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { WaitReason } from '../contract/vocabulary/failures.ts';
import type { RequestKind } from '../contract/vocabulary/request-kinds.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import type { SignatureFormat, SignatureProfile } from '../contract/vocabulary/signature-formats.ts';
import type { JobStatus, SignatureStatus } from '../contract/vocabulary/states.ts';

/** Which end of a list comes first. */
export type PageOrder = 'newest' | 'oldest';

export interface PageQuery {
  readonly tenantId: string;
  /** 1 to 200. */
  readonly limit: number;
  /** `nextCursor` of the page before; opaque. Throws SIGNATURE_REQUEST_INVALID when it is not one of ours. */
  readonly cursor: string | null;
  /** `newest` first without it. */
  readonly order?: PageOrder;
  /** Rows that are looked at for the page, about; LOOKED_AT_ROWS without it. */
  readonly lookAt?: number;
}

export interface RequestFilter {
  readonly kind?: RequestKind;
  /** Renewals of one signature. */
  readonly renewalOf?: string;
  /** Those in any of these states. */
  readonly status?: readonly SignatureStatus[];
  readonly format?: SignatureFormat;
  readonly profile?: SignatureProfile;
  readonly signingProvider?: ProviderType;
  readonly createdFrom?: Date;
  readonly createdBefore?: Date;
  /** Part of the original file name, the correlation id or the id; case-insensitive. */
  readonly text?: string;
  /** What those in a state of failure failed with. */
  readonly errorCode?: ErrorCode;
  /** What those in the queue wait for. */
  readonly waitReason?: WaitReason;
  /** Whether a retry of it was accepted, whatever became of that. */
  readonly isRetried?: boolean;
}

/** Stored outputs of level LTA. */
export interface EvidenceFilter {
  /** Those whose evidence ends before. */
  readonly endsBefore?: Date;
}

export interface JobFilter {
  /** Those in any of these states. */
  readonly status?: readonly JobStatus[];
}

export interface AuditFilter {
  /** Those of any of these types. */
  readonly eventType?: readonly AuditEventType[];
  readonly entityId?: string;
  readonly from?: Date;
  readonly before?: Date;
  readonly text?: string;
}

/**
 * Rows that are tested for one page. Where no index leads to what fits, a page ends early: it has fewer items than were
 * asked for, or none, and a cursor that goes on behind what was looked at. So it takes the same however many rows there are.
 */
export const LOOKED_AT_ROWS = 10_000;

/** Newest first, keyset paging. There is nothing behind a page without `nextCursor`, and behind no other. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Rows that a count looks at. */
export const COUNTED_ROWS = 10_000;

/** How many items fit a filter. `isExact` false: at least so many, of the first COUNTED_ROWS that were looked at. */
export interface ItemCount {
  readonly value: number;
  readonly isExact: boolean;
}

/** Why requests of the kind Signature are not signed, each reason with how many; those with the most come first. */
export interface ReasonCounts {
  /** Of those that failed and were not given in again. */
  readonly failed: readonly { readonly errorCode: ErrorCode; readonly count: number }[];
  /** Of those in the queue that wait for something. */
  readonly waiting: readonly { readonly waitReason: WaitReason; readonly count: number }[];
  /** False where more than COUNTED_ROWS rows of a kind would have to be looked at. */
  readonly isExact: boolean;
}

/** A filter for one of the values that a filter may have a list of: an index gives the rows of one in order. */
export type OfOne<Filter, Name extends keyof Filter> = Omit<Filter, Name> & {
  readonly [Key in Name]?: ElementOf<Filter[Key]> | undefined;
};
type ElementOf<T> = T extends readonly (infer V)[] ? V : never;
