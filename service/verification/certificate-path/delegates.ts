import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { RevocationReason } from '../../codecs/crl/revoked-entries.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { readSignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { hasUnknownCriticalExtension } from './critical-extensions.ts';
import { checkIssuedBy } from './issued-by.ts';
import type { EvidenceResult, RevocationQuestion } from './revocation-evidence.ts';
import { isWeakScheme, weaknessOfKey } from '../signature-arithmetic/strength.ts';

/** Delegates of delegates are looked into; what is said of those by further ones is not listened to. */
const MAX_DEPTH = 2;

export interface DelegateQuestion {
  readonly delegate: Certificate;
  /** The authority that certified it and those above, the anchor last. */
  readonly certifiers: readonly Certificate[];
  /** When it signed the evidence. */
  readonly producedAt: Date;
  /** id-pkix-ocsp-nocheck: its revocation is not looked into (RFC 6960 4.2.2.2.1). That is all it exempts from. */
  readonly isExemptFromRevocation: boolean;
}

/**
 * `past`: in date when it signed, but not at the time asked for. `revoked`: all is right but that it was revoked; what it
 * says of others counts for nothing, and is not taken for silence where it calls somebody revoked.
 */
export type Belief = 'current' | 'past' | 'revoked' | 'none';

const BELIEFS: readonly Belief[] = ['none', 'revoked', 'past', 'current'];

/** The one that says more. */
export function higherBelief(one: Belief, other: Belief): Belief {
  return BELIEFS.indexOf(other) > BELIEFS.indexOf(one) ? other : one;
}

/** Whether what somebody says of others counts. */
export function isBelieved(belief: Belief): belief is 'current' | 'past' {
  return belief === 'current' || belief === 'past';
}

/**
 * How far a certificate that an authority issued for signing CRLs or OCSP responses is to be believed, by the rules that
 * hold for every certificate of a path: signed by the authority with a hash and a key that hold, nothing critical that
 * is not understood, not revoked.
 */
export function beliefIn(question: DelegateQuestion, about: RevocationQuestion): Belief {
  const { delegate, certifiers, producedAt, isExemptFromRevocation } = question;
  const certifier = certifiers[0];
  if (certifier?.subject.key !== delegate.issuer.key) return 'none';
  const isCurrent = isInDate(delegate, about.at);
  if (!isCurrent && !isInDate(delegate, producedAt)) return 'none';
  if (!isStrong(delegate) || hasUnknownCriticalExtension(delegate)) return 'none';
  if (checkIssuedBy(delegate, certifier, about.checks) !== 'Valid') return 'none';
  if (!isExemptFromRevocation && !isStillTrusted(question, about)) return 'revoked';
  return isCurrent ? 'current' : 'past';
}

function isInDate({ notBefore, notAfter }: Certificate, at: Date): boolean {
  return notBefore <= at && at <= notAfter;
}

function isStrong(delegate: Certificate): boolean {
  try {
    const scheme = readSignatureScheme(delegate.signatureAlgorithm);
    if (scheme === null || weaknessOfKey(delegate.key) !== null) return false;
    return !isWeakScheme(scheme);
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}

/**
 * While it is asked whether a delegate is revoked, that one's word about others counts for nothing: else the holder of a
 * revoked key could call those revoked who say so.
 */
function isStillTrusted(
  { delegate, certifiers: authorities, producedAt }: DelegateQuestion,
  about: RevocationQuestion,
): boolean {
  if (isUnderway(delegate, about)) return delegate.sha256Thumbprint === about.certificate.sha256Thumbprint;
  if (about.underway.size >= MAX_DEPTH) return false;
  const { now } = about;
  const underway = new Set([...about.underway, delegate.sha256Thumbprint]);
  const reasonAt = (at: Date): RevocationReason | null =>
    about.reasonOfRevocation({ ...about, certificate: delegate, authorities, underway, at });
  // Evidence about an earlier time may have been made later, and by then the delegate may have been revoked.
  const signedAt = producedAt < now ? producedAt : now;
  const reason = reasonAt(signedAt > about.at ? signedAt : about.at);
  if (reason !== null || about.at >= now) return reason === null;
  // Who has its key now writes into the evidence what date he likes.
  const since = reasonAt(now);
  return since === null || !COMPROMISE.has(since);
}

/** Somebody else may have the key (RFC 5280 5.3.1), or nobody says why. */
const COMPROMISE: ReadonlySet<RevocationReason> = new Set([
  ...(['unspecified', 'keyCompromise', 'cACompromise', 'aACompromise'] as const),
]);

/** Whether it is being asked if this one, who signs evidence, is revoked itself. */
export function isUnderway({ sha256Thumbprint }: Certificate, { underway }: RevocationQuestion): boolean {
  return underway.has(sha256Thumbprint);
}

/** What somebody says of himself that is to be believed: that he is revoked, and not that a hold has ended. */
export function againstItself(said: readonly EvidenceResult[]): EvidenceResult[] {
  return said.filter(({ kind }) => kind !== 'Good');
}
