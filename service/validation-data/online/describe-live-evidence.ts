import type { CertificateResult, SignatureFinding } from '../../contract/http/verification.ts';
import { evidenceAtStation } from '../../verification/certificate-path/revocation.ts';
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
  if (revocation.status === 'NotChecked' || revocation.detail === null) return certificate;
  const detail =
    revocation.status === 'Unknown'
      ? withNotes(revocation.detail, notes)
      : fetched.reduce((words, one) => withSource(words, one, certificate), revocation.detail);
  return { ...certificate, revocation: { ...revocation, detail } };
}

function withNotes(detail: string, notes: readonly string[]): string {
  return notes.length === 0 ? detail : [sentence(detail), ...notes].join(' ').slice(0, MAX_NOTE_CHARACTERS);
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** The same words, with where it was asked for in place of the station where they name what was fetched. */
function withSource(words: string, one: Fetched, { thumbprint, issuer, revocation }: CertificateResult): string {
  const { host } = new URL(one.place.url);
  if (one.kind === 'ocsp' && revocation.source === 'Ocsp' && one.place.kind === 'ocsp') {
    if (one.place.certificate.thumbprint !== thumbprint) return words;
    const [answer] = one.response.responses;
    const thisUpdate = answer?.thisUpdate ?? one.response.producedAt;
    const time = thisUpdate.toISOString();
    const asked = one.isKept
      ? `Asked earlier, and valid still: OCSP response of ${time} from ${host}.`
      : `Asked live: OCSP response of ${time} from ${host}.`;
    return words.replace(evidenceAtStation('Ocsp', thisUpdate), asked);
  }
  if (one.kind === 'crl' && revocation.source === 'Crl' && one.crl.issuer.toString() === issuer) {
    const time = one.crl.thisUpdate.toISOString();
    const asked = one.isKept
      ? `Asked earlier, and valid still: CRL of ${time} from ${host}.`
      : `Asked live: CRL of ${time} from ${host}.`;
    return words.replace(evidenceAtStation('Crl', one.crl.thisUpdate), asked);
  }
  return words;
}
