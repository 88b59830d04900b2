import type { RevocationReason } from '../../codecs/crl/revoked-entries.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { CryptoRuntime } from './signature-check.ts';

/** Which certificate is asked about, under which issuer, for what time. */
export interface RevocationQuestion {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
  /** The certificate above the issuer in the path; null when the issuer is the anchor. */
  readonly issuerOfIssuer: Certificate | null;
  readonly at: Date;
  readonly runtime: CryptoRuntime;
  /** Known certificates whose subject has this comparison key. */
  certificatesNamed(key: string): readonly Certificate[];
}

/** What one piece of evidence says. `Stale`: outside its window. `Unusable`: invalid, unsupported or undecided. */
export type EvidenceResult =
  | { readonly kind: 'Good'; readonly thisUpdate: Date }
  | { readonly kind: 'Revoked'; readonly thisUpdate: Date; readonly revokedAt: Date; readonly reason: RevocationReason }
  | { readonly kind: 'Stale'; readonly detail: string }
  | { readonly kind: 'Unusable'; readonly detail: string };

/** Clocks of authorities run a little ahead of ours at times. */
const CLOCK_SKEW_MILLISECONDS = 5 * 60 * 1000;

/** thisUpdate <= at <= nextUpdate; evidence without an end (nextUpdate null, forbidden for CRLs) covers nothing. */
export function isWithinWindow(thisUpdate: Date, nextUpdate: Date | null, at: Date): boolean {
  if (nextUpdate === null) return false;
  return thisUpdate.getTime() - CLOCK_SKEW_MILLISECONDS <= at.getTime() && at <= nextUpdate;
}

const checks = new WeakMap<object, Map<string, boolean>>();

/**
 * Remembers the outcome of a signature check on a parsed CRL or OCSP response, as long as that object lives: a large
 * CRL is hashed once, not once a document. `name` says what was checked with which key.
 */
export function checkOnce(evidence: object, name: string, check: () => boolean): boolean {
  const known = checks.get(evidence) ?? new Map<string, boolean>();
  checks.set(evidence, known);
  const earlier = known.get(name);
  if (earlier !== undefined) return earlier;
  const outcome = check();
  known.set(name, outcome);
  return outcome;
}
