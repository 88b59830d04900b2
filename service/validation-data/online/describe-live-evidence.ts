import type { CertificateResult } from '../../contract/http/verification.ts';
import { limitationsWithLiveServices } from '../../verification/limitations.ts';
import type { VerificationOutcome } from '../../verification/verification.ts';
import type { Fetched } from './evidence-fetcher.ts';

const MAX_NOTE_CHARACTERS = 500;

/**
 * The same verdict, each revocation status with where it was asked for and of when the answer is; where the status is
 * unknown, with what could not be had.
 */
export function describeLiveEvidence(
  outcome: VerificationOutcome,
  fetched: readonly Fetched[],
  notes: readonly string[],
): VerificationOutcome {
  const described = (certificate: CertificateResult): CertificateResult => describe(certificate, fetched, notes);
  return {
    ...outcome,
    limitations: limitationsWithLiveServices(outcome.limitations),
    certificate: described(outcome.certificate),
    signatures: outcome.signatures.map((signature) => ({
      ...signature,
      certificate: described(signature.certificate),
    })),
  };
}

function describe(
  certificate: CertificateResult,
  fetched: readonly Fetched[],
  notes: readonly string[],
): CertificateResult {
  const { revocation } = certificate;
  const sources = revocation.status === 'Unknown' ? notes : fetched.flatMap((one) => sourceOf(one, certificate) ?? []);
  if (revocation.status === 'NotChecked' || sources.length === 0) return certificate;
  const detail = [...(revocation.detail === null ? [] : [sentence(revocation.detail)]), ...sources].join(' ');
  return { ...certificate, revocation: { ...revocation, detail: detail.slice(0, MAX_NOTE_CHARACTERS) } };
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** Null for an answer that is not the one the status stands on. */
function sourceOf(one: Fetched, { thumbprint, issuer, revocation }: CertificateResult): string | null {
  const { host } = new URL(one.place.url);
  if (one.kind === 'ocsp' && revocation.source === 'Ocsp' && one.place.kind === 'ocsp') {
    if (one.place.certificate.thumbprint !== thumbprint) return null;
    const [answer] = one.response.responses;
    return `Asked live: OCSP response of ${(answer?.thisUpdate ?? one.response.producedAt).toISOString()} from ${host}.`;
  }
  if (one.kind === 'crl' && revocation.source === 'Crl' && one.crl.issuer.toString() === issuer) {
    return `Asked live: CRL of ${one.crl.thisUpdate.toISOString()} from ${host}.`;
  }
  return null;
}
