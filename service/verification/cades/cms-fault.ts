import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';

/**
 * Something that keeps a signature from being VALID. INVALID is for arithmetic that does not hold and for changes that a
 * standard forbids; what can be neither relied on nor called broken is INDETERMINATE (EN 319 102-1 5.2.6, 5.2.7, 5.3).
 */
export interface CmsFault {
  readonly status: Exclude<VerificationStatus, 'VALID'>;
  readonly reason: ReasonCode;
}

export function invalid(reason: ReasonCode): CmsFault {
  return { status: 'INVALID', reason };
}

export function indeterminate(reason: ReasonCode): CmsFault {
  return { status: 'INDETERMINATE', reason };
}

/** Hashes for which two documents with one digest can be made by anybody, and have been for long. */
const BROKEN_HASHES: ReadonlySet<HashName> = new Set<HashName>(['MD5']);

/**
 * A hash below today's strength: whoever signed with it when it was good did nothing wrong, but without a proof of that
 * time it is not known (EN 319 102-1 5.2.7: CRYPTO_CONSTRAINTS_FAILURE_NO_POE).
 */
export function weakHash(hash: HashName): CmsFault {
  return (BROKEN_HASHES.has(hash) ? invalid : indeterminate)('SIG_ALGORITHM_WEAK');
}

/** Each fault once, the first of its reason that weighs most. */
export function distinctFaults(faults: readonly CmsFault[]): CmsFault[] {
  const byReason = new Map<ReasonCode, CmsFault>();
  for (const fault of faults) {
    const known = byReason.get(fault.reason);
    if (known === undefined || (known.status === 'INDETERMINATE' && fault.status === 'INVALID')) {
      byReason.set(fault.reason, fault);
    }
  }
  return [...byReason.values()];
}

/** Keys and hashes below today's strength say nothing of the form of a signature, and so of its level. */
export function isOfStrength(reason: ReasonCode): boolean {
  return reason === 'SIG_ALGORITHM_WEAK' || reason === 'SIG_KEY_WEAK';
}
