import type { CertificateResult } from '../../contract/http/verification.ts';
import type { CertificatePath } from './path-builder.ts';
import type { TrustStore } from './trust-store.ts';

/** The result with what trusted lists say of the chain at that time; as it was where they say nothing. */
export function withListedTrust(
  result: CertificateResult,
  chain: CertificatePath,
  at: Date,
  store: TrustStore,
): CertificateResult {
  const trust = store.listed.issuersOf(chain, at);
  return trust.length === 0 ? result : { ...result, trust };
}
