import type { SignatureFinding, VerificationReport } from './verification.ts';

/** The signatures of a report that somebody made: a PDF lists its document timestamps beside them, which are nobody's. */
export function madeBySigners({
  signatures,
  timestamps = [],
}: Pick<VerificationReport, 'signatures' | 'timestamps'>): SignatureFinding[] {
  const authorities = new Set(
    timestamps.flatMap(({ kind, certificate }) => (kind === 'DocumentTimestamp' ? certificate.thumbprint : [])),
  );
  return signatures.filter(
    ({ signature, profileReached }) => profileReached !== null || !authorities.has(signature.signerThumbprint),
  );
}
