import type { CertificateResult, SignatureFinding } from '../../contract/http/verification.ts';
import { limitationsWithLiveServices } from '../../verification/limitations.ts';
import type { VerificationOutcome } from '../../verification/verification.ts';
import type { Fetched } from './evidence-fetcher.ts';

const MAX_NOTE_CHARACTERS = 500;

/**
 * The same verdict, each revocation status, those of counter-signers and timestamp authorities too, with where it was asked
 * for, now or earlier, and of when the answer is; where the status is unknown, with what could not be had.
 */
export function describeLiveEvidence(
  outcome: VerificationOutcome,
  fetched: readonly Fetched[],
  notes: readonly string[],
): VerificationOutcome {
  const described = <Part extends { readonly certificate: CertificateResult }>(part: Part): Part => ({
    ...part,
    certificate: describe(part.certificate, fetched, notes),
  });
  /** With the authorities of its timestamps. */
  const withTimestamps = <Part extends Pick<SignatureFinding, 'certificate' | 'timestamps'>>(part: Part): Part => ({
    ...described(part),
    ...(part.timestamps && { timestamps: part.timestamps.map(described) }),
  });
  return {
    ...withTimestamps(outcome),
    limitations: limitationsWithLiveServices(outcome.limitations),
    signatures: outcome.signatures.map((signature) => ({
      ...withTimestamps(signature),
      ...(signature.counterSignatures && { counterSignatures: signature.counterSignatures.map(withTimestamps) }),
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
    const time = (answer?.thisUpdate ?? one.response.producedAt).toISOString();
    return one.isKept
      ? `Asked earlier, and valid still: OCSP response of ${time} from ${host}.`
      : `Asked live: OCSP response of ${time} from ${host}.`;
  }
  if (one.kind === 'crl' && revocation.source === 'Crl' && one.crl.issuer.toString() === issuer) {
    const time = one.crl.thisUpdate.toISOString();
    return one.isKept
      ? `Asked earlier, and valid still: CRL of ${time} from ${host}.`
      : `Asked live: CRL of ${time} from ${host}.`;
  }
  return null;
}
