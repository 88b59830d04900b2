import type { Crl } from '../../codecs/crl/crl.ts';
import type { OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { SignatureChecks } from './issued-by.ts';
import type { CertificatePath } from './path-builder.ts';
import { reasonOfRevocation } from './revocation.ts';
import type { RevocationEvidence, RevocationQuestion } from './revocation-evidence.ts';
import { certificatesOfStation, type TrustStore } from './trust-store.ts';

/** CRLs and OCSP responses out of a document, parsed. Anybody can put any there: each is believed for who signed it. */
export interface EmbeddedEvidence {
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
}

export const NO_EVIDENCE: EmbeddedEvidence = { crls: [], ocspResponses: [] };

/** The station's evidence and the document's. */
export function allEvidence(store: TrustStore, embedded: EmbeddedEvidence): RevocationEvidence {
  const onlyEmbedded = evidenceOf(embedded);
  return {
    ocspResponses: [...store.ocspResponses, ...embedded.ocspResponses],
    ofDocument: onlyEmbedded.ofDocument,
    crlsOf: (key) => [...(store.crlsByIssuer.get(key) ?? []), ...onlyEmbedded.crlsOf(key)],
  };
}

/** The document's evidence by itself. */
export function evidenceOf({ crls, ocspResponses }: EmbeddedEvidence): RevocationEvidence {
  return {
    ocspResponses,
    ofDocument: new Set([...crls, ...ocspResponses]),
    crlsOf: (key) => crls.filter(({ issuer }) => issuer.key === key),
  };
}

export interface PathRevocation {
  readonly path: CertificatePath;
  /** Which certificate of the path is asked about. */
  readonly index: number;
  readonly candidates: readonly Certificate[];
  readonly store: TrustStore;
  readonly at: Date;
  readonly now: Date;
  readonly evidence: RevocationEvidence;
  readonly checks: SignatureChecks;
}

/** The question for the revocation of one certificate of a path. Throws RangeError for an index outside of it. */
export function revocationQuestion({ path, index, candidates, store, ...rest }: PathRevocation): RevocationQuestion {
  const [certificate, ...authorities] = path.slice(index);
  if (certificate === undefined) throw new RangeError('No certificate at that index');
  const certificatesNamed = (key: string): Certificate[] => [
    ...certificatesOfStation(store, key),
    ...candidates.filter((candidate) => candidate.subject.key === key),
  ];
  return { certificate, authorities, ...rest, certificatesNamed, reasonOfRevocation, underway: new Set<string>() };
}
