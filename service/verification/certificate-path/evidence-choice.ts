import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Crl } from '../../codecs/crl/crl.ts';
import type { OcspResponse } from '../../codecs/ocsp/ocsp-response.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { OID_EXTENSION } from '../../codecs/x509/object-identifiers.ts';
import { crlIssuerKeys } from './crl-scope.ts';
import { crlDelegateOf } from './crl-signers.ts';
import { statusesByCrl } from './crl-status.ts';
import type { SignatureChecks } from './issued-by.ts';
import { ocspDelegateOf, statusesByOcsp } from './ocsp-status.ts';
import { judgeRevocation, reasonOfRevocation, type Revocation } from './revocation.ts';
import { isMadeAfter, type EvidenceResult, type RevocationQuestion } from './revocation-evidence.ts';
import { certificatesOfStation, type TrustStore } from './trust-store.ts';

/** More evidence would change nothing. */
export interface RevokedCertificate extends Revocation {
  readonly kind: 'revoked';
  readonly certificate: Certificate;
}

/** No revocation information that holds. `authorities`: the issuer first, the anchor last. */
export interface MissingRevocation {
  readonly kind: 'revocation';
  readonly certificate: Certificate;
  readonly authorities: readonly Certificate[];
  readonly detail: string;
  /** More evidence would change nothing: nobody could say that the certificate is not revoked. */
  readonly isFinal: boolean;
  /**
   * Something was said that is merely too old: when its authority is going to say something newer at the latest. Null
   * where nothing was said, or nothing of a next time.
   */
  readonly newerBy: Date | null;
  /** When the youngest of what is too old was made; null where there is none. */
  readonly madeAt: Date | null;
}

/** The evidence about one certificate. */
export interface EvidenceFor {
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
  /** Certificates of those who signed it in the name of an authority. */
  readonly delegates: readonly Certificate[];
  readonly missing: readonly (MissingRevocation | RevokedCertificate)[];
}

interface Circumstances {
  readonly certificates: readonly Certificate[];
  readonly store: TrustStore;
  readonly at: Date;
  readonly madeSince: Date | null;
  /** When it is asked. */
  readonly now: Date;
  readonly checks: SignatureChecks;
  /** How many delegates lie between this certificate and the path. */
  readonly depth: number;
}

/** A certificate and the path above it: its issuer first, the anchor last. */
type Subject = Pick<RevocationQuestion, 'certificate' | 'authorities'>;

/** Delegates of delegates are taken at their word, as they are when a signature is judged. */
const MAX_DEPTH = 2;

/** The first OCSP response that holds, else the first CRL, else all CRLs together; see requiredEvidence. */
export function evidenceOf(subject: Subject, circumstances: Circumstances): EvidenceFor {
  const question = questionAbout(subject, circumstances);
  const { result, revocation } = judgeRevocation(question, 'Online');
  if (revocation !== null) return revoked(subject, revocation);
  const holds = (status: EvidenceResult): boolean => isGoodEnough(status, subject.certificate, circumstances);
  const response = question.evidence.ocspResponses.find((one) => statusesByOcsp(one, question).some(holds));
  if (response !== undefined) {
    return withDelegates({ ocspResponses: [response], crls: [] }, subject, question, circumstances);
  }
  const crls = orEmpty(() => crlIssuerKeys(subject.certificate)).flatMap((key) => question.evidence.crlsOf(key));
  const sets = [...crls.map((crl) => [crl]), ...(crls.length > 1 ? [crls] : [])];
  const enough = sets.find((set) => statusesByCrl(restrictedTo(set, question)).some(holds));
  if (enough !== undefined) return withDelegates({ ocspResponses: [], crls: enough }, subject, question, circumstances);
  const { madeSince } = circumstances;
  const { notBefore } = subject.certificate;
  const since = madeSince !== null && madeSince > notBefore ? madeSince : notBefore;
  if (result.status !== 'Good') {
    return missing(subject, { detail: result.detail ?? 'there is none', isFinal: false, ...NOTHING_NEWER });
  }
  const detail = `there is none of after ${since.toISOString()}`;
  return missing(subject, { detail, isFinal: false, ...timesOfYoungest(crls, question) });
}

export const NOTHING_NEWER = { newerBy: null, madeAt: null };

/** Of the youngest of what says that the certificate is good. */
function timesOfYoungest(
  crls: readonly Crl[],
  question: RevocationQuestion,
): Pick<MissingRevocation, 'newerBy' | 'madeAt'> {
  const isGood = (status: EvidenceResult): boolean => status.kind === 'Good' && status.isCurrent;
  const lists = crls.filter((crl) => statusesByCrl(restrictedTo([crl], question)).some(isGood));
  const answers = question.evidence.ocspResponses
    .filter((response) => statusesByOcsp(response, question).some(isGood))
    .flatMap(({ responses }) => (responses.length === 1 ? responses : []));
  const [youngest] = [...lists, ...answers].toSorted((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime());
  return youngest === undefined ? NOTHING_NEWER : { newerBy: youngest.nextUpdate, madeAt: youngest.thisUpdate };
}

function revoked({ certificate }: Subject, revocation: Revocation): EvidenceFor {
  return { crls: [], ocspResponses: [], delegates: [], missing: [{ kind: 'revoked', certificate, ...revocation }] };
}

function missing(
  { certificate, authorities }: Subject,
  why: Pick<MissingRevocation, 'detail' | 'isFinal' | 'newerBy' | 'madeAt'>,
): EvidenceFor {
  const one = { kind: 'revocation', certificate, authorities, ...why } as const;
  return { crls: [], ocspResponses: [], delegates: [], missing: [one] };
}

function questionAbout(subject: Subject, { store, certificates, at, checks }: Circumstances): RevocationQuestion {
  const certificatesNamed = (key: string): Certificate[] => [
    ...certificatesOfStation(store, key),
    ...certificates.filter((certificate) => certificate.subject.key === key),
  ];
  const evidence = {
    ocspResponses: store.ocspResponses,
    ofDocument: new Set<never>(),
    crlsOf: (key: string): readonly Crl[] => store.crlsByIssuer.get(key) ?? [],
  };
  const underway = new Set<string>();
  return { ...subject, at, now: at, checks, evidence, certificatesNamed, reasonOfRevocation, underway };
}

/** These CRLs alone; whether a delegate was revoked is still asked of everything. */
function restrictedTo(crls: readonly Crl[], question: RevocationQuestion): RevocationQuestion {
  const { evidence } = question;
  const { ocspResponses, ofDocument } = evidence;
  return {
    ...question,
    evidence: { ocspResponses, ofDocument, crlsOf: (key) => crls.filter((crl) => crl.issuer.key === key) },
    reasonOfRevocation: (about) => reasonOfRevocation({ ...about, evidence }),
  };
}

/**
 * In force at that time, or made after it, when it says even more; but not in the future, by a clock that is wrong, nor when
 * its authority need not name the certificate any more, nor before its beginning, when there was nothing to be said of it.
 */
function isGoodEnough(
  status: EvidenceResult,
  { notBefore }: Certificate,
  { at, madeSince, now }: Circumstances,
): boolean {
  if (status.kind !== 'Good' || status.thisUpdate < notBefore) return false;
  const isOfLater = isMadeAfter(status.thisUpdate, { at, now }) && status.stillNames;
  return (status.isCurrent || isOfLater) && (madeSince === null || status.thisUpdate >= madeSince);
}

/** Completes evidence with the certificates of its signers and with the evidence about those. */
function withDelegates(
  chosen: Pick<EvidenceFor, 'crls' | 'ocspResponses'>,
  { certificate, authorities }: Subject,
  question: RevocationQuestion,
  circumstances: Circumstances,
): EvidenceFor {
  const delegates = [
    ...chosen.ocspResponses.flatMap((response) => ocspDelegateOf(response, question) ?? []),
    ...chosen.crls.flatMap((crl) => crlDelegateOf(crl, question) ?? []),
  ].filter(({ sha256Thumbprint }) => sha256Thumbprint !== certificate.sha256Thumbprint);
  const isLast = circumstances.depth >= MAX_DEPTH;
  const parts = delegates.flatMap((delegate) => {
    if (isLast || delegate.extensions.has(OID_EXTENSION.ocspNoCheck)) return [];
    const certifier = authorities.findIndex(({ subject }) => subject.key === delegate.issuer.key);
    const about = { certificate: delegate, authorities: authorities.slice(certifier) };
    return evidenceOf(about, { ...circumstances, depth: circumstances.depth + 1 });
  });
  return {
    crls: [...chosen.crls, ...parts.flatMap(({ crls }) => crls)],
    ocspResponses: [...chosen.ocspResponses, ...parts.flatMap(({ ocspResponses }) => ocspResponses)],
    delegates: [...delegates, ...parts.flatMap((part) => part.delegates)],
    missing: parts.flatMap((part) => part.missing),
  };
}

function orEmpty(read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    // Path validation names the malformed extension.
    if (error instanceof Asn1Error) return [];
    throw error;
  }
}
