import { Asn1Error } from '../codecs/asn1/asn1-error.ts';
import type { Certificate } from '../codecs/x509/certificate.ts';
import type { HashName } from '../codecs/x509/hash-algorithm.ts';
import type { SignatureScheme } from '../codecs/x509/signature-algorithm.ts';
import { indeterminate, type Fault } from './fault.ts';
import { isWeakHash, weaknessOfKey, weaknessOfPss } from './signature-arithmetic/strength.ts';

/**
 * What a hash below today's strength does: whoever signed with it when it was good did nothing wrong, but without a proof
 * of that time it is not known (EN 319 102-1 5.2.7: CRYPTO_CONSTRAINTS_FAILURE_NO_POE).
 */
export function weakHash(hash: HashName, detail: string | null = null, place: string | null = null): Fault[] {
  return isWeakHash(hash) ? [indeterminate('SIG_ALGORITHM_WEAK', detail, place)] : [];
}

/** The hash of the mask and the length of the salt; the value may be right all the same. */
export function weakPss(scheme: SignatureScheme): Fault[] {
  const detail = weaknessOfPss(scheme);
  return detail === null ? [] : [indeterminate('SIG_ALGORITHM_WEAK', detail)];
}

/**
 * A key that is too short. RSA of 512 bits was factored by amateurs, so that anybody may have signed; whether anybody did
 * is not known, and nothing was changed (EN 319 102-1 5.2.7, as for a hash).
 */
export function weakKey(certificate: Certificate): Fault[] {
  try {
    return weaknessOfKey(certificate.key) === null ? [] : [indeterminate('SIG_KEY_WEAK')];
  } catch (error) {
    // A key that cannot be read is no key to rely on.
    if (error instanceof Asn1Error) return [indeterminate('SIG_KEY_WEAK')];
    throw error;
  }
}

/** Keys and hashes below today's strength say nothing of the form of a signature. */
export function isOfStrength({ reason }: Pick<Fault, 'reason'>): boolean {
  return reason === 'SIG_ALGORITHM_WEAK' || reason === 'SIG_KEY_WEAK';
}

/** Whether a signature with this fault reaches the level that its properties and timestamps make, in every format. */
export function leavesLevel(fault: Pick<Fault, 'reason' | 'leavesLevel'>): boolean {
  return fault.leavesLevel === true || isOfStrength(fault);
}
