import { createHash } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readInvalidityDate } from '../../codecs/crl/revoked-entries.ts';
import {
  isOfOtherCertificate,
  meansCertificate,
  type OcspResponse,
  type OcspSingleResponse,
} from '../../codecs/ocsp/ocsp-response.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import { ALL_REASONS } from '../../codecs/x509/distribution-point.ts';
import { OID_EXTENSION, OID_KEY_PURPOSE } from '../../codecs/x509/object-identifiers.ts';
import { readSignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { againstItself, beliefIn, higherBelief, isBelieved, isUnderway, type Belief } from './delegates.ts';
import { orNull } from './issued-by.ts';
import {
  checkEvidenceOnce,
  isAbout,
  isMadeAfter,
  isRevokedBy,
  stillNames,
  type EvidenceResult,
  type RevocationQuestion,
} from './revocation-evidence.ts';
import { checkSignature, type SignatureCheckResult } from '../signature-arithmetic/signature-check.ts';
import { isWeakScheme, weaknessOfKey } from '../signature-arithmetic/strength.ts';
import { parseAll } from './trust-store.ts';

const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID_EXTENSION.ocspNonce,
  OID_EXTENSION.ocspArchiveCutoff,
  OID_EXTENSION.ocspCertHash,
]);

const MAX_AGE_WITHOUT_NEXT_UPDATE_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * What one OCSP response says about the certificate (RFC 6960 3.2); nothing when it is not about it. The signer is the
 * issuer itself or a responder whose certificate the issuer signed directly, with id-kp-OCSPSigning (4.2.2.2), and which
 * is believed like any certificate; id-pkix-ocsp-nocheck spares it the question for its own revocation, nothing else.
 */
export function statusesByOcsp(response: OcspResponse, question: RevocationQuestion): EvidenceResult[] {
  const { certificate, authorities } = question;
  const [issuer] = authorities;
  if (issuer === undefined) return [];
  const answers = response.responses.filter(({ certificateId }) =>
    meansCertificate(certificateId, certificate, issuer),
  );
  if (answers.length === 0) return [];
  try {
    const signer = signerOf(response, issuer, question);
    if (signer === 'none') {
      const fault = question.evidence.ofDocument.has(response) ? faultOf(response, issuer, question) : null;
      const detail = fault ?? 'The OCSP response is not signed by the issuer or its delegate';
      return [{ kind: 'Unusable', detail, isFaulty: fault !== null }];
    }
    if (!isBelieved(signer)) {
      const isListed = answers.some(({ status }) => status.kind === 'revoked');
      return [{ kind: 'Unusable', detail: 'The OCSP response is signed by a delegate that was revoked', isListed }];
    }
    const said = answers.map((answer) => statusOf(answer, response, signer, question));
    return isUnderway(certificate, question) && isOf(response, certificate, question) ? againstItself(said) : said;
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    const isListed = answers.some(({ status }) => status.kind === 'revoked');
    return [{ kind: 'Unusable', detail: 'The OCSP response is malformed', isListed }];
  }
}

function statusOf(
  answer: OcspSingleResponse,
  response: OcspResponse,
  signer: 'current' | 'past',
  question: RevocationQuestion,
): EvidenceResult {
  const { thisUpdate, nextUpdate, status } = answer;
  const extensions = [...response.extensions.values(), ...answer.extensions.values()];
  if (extensions.some(({ critical, oid }) => critical && !UNDERSTOOD.has(oid))) {
    const detail = 'The OCSP response has a critical extension that is not understood';
    return { kind: 'Unusable', detail, isListed: status.kind === 'revoked' };
  }
  if (status.kind === 'unknown') {
    return { kind: 'Unusable', detail: 'The OCSP responder does not know the certificate' };
  }
  const isListed = status.kind === 'revoked';
  if (isOfOtherCertificate(answer, question.certificate))
    return { kind: 'Unusable', detail: OTHER, isListed, isFaulty: true };
  if (isListed) {
    const { revokedAt, reason } = status;
    const invalidSince = readInvalidityDate(answer.extensions.get(OID_EXTENSION.invalidityDate));
    const said = { saidBy: response, thisUpdate, revokedAt, invalidSince, reason };
    if (isRevokedBy(said, question)) return { kind: 'Revoked', ...said };
  }
  // 4.2.2.1: without nextUpdate newer information is always there; such an answer is good for a day.
  const until = nextUpdate ?? new Date(thisUpdate.getTime() + MAX_AGE_WITHOUT_NEXT_UPDATE_MILLISECONDS);
  const isBelieved = signer === 'current' || isMadeAfter(thisUpdate, question);
  const kept = answer.extensions.get(OID_EXTENSION.ocspArchiveCutoff);
  const named = stillNames(thisUpdate, kept, question.certificate);
  const isCurrent = isBelieved && isAbout({ thisUpdate, nextUpdate: until, stillNames: named }, question);
  return { kind: 'Good', saidBy: response, thisUpdate, isCurrent, stillNames: named, reasons: ALL_REASONS, isListed };
}

const OTHER = 'The OCSP response is about another certificate with this number';

function signerOf(response: OcspResponse, issuer: Certificate, question: RevocationQuestion): Belief {
  const scheme = readSignatureScheme(response.signatureAlgorithm);
  if (scheme === null || isWeakScheme(scheme)) return 'none';
  if (isOf(response, issuer, question)) return 'current';
  let best: Belief = 'none';
  for (const delegate of delegatesOf(response, question)) {
    const belief = beliefInDelegate(response, delegate, question);
    if (belief === 'none' || !isSignedBy(response, delegate, question)) continue;
    if (belief === 'current') return 'current';
    best = higherBelief(best, belief);
  }
  return best;
}

/**
 * What a response claims and is not so: that the issuer, or one whom it certified, signed it. Null where its signer is not
 * known, or is one who may answer by an arrangement that is not known here (RFC 6960 4.2.2.2). A name alone shows no
 * signature to be wrong: an authority or a responder that has new keys answers under the same name. Throws Asn1Error,
 * WorkExceededError.
 */
function faultOf(response: OcspResponse, issuer: Certificate, question: RevocationQuestion): string | null {
  const known = delegatesOf(response, question).filter((delegate) => delegate.issuer.key === issuer.subject.key);
  const meant = isMeant(response, issuer) ? [issuer, ...known] : known;
  const signers = meant.filter((signer) => isSignedBy(response, signer, question));
  if (signers.length === 0) return isSignatureWrong(response, meant, question) ? WRONG : null;
  const { producedAt } = response;
  const isInDate = ({ notBefore, notAfter }: Certificate): boolean => notBefore <= producedAt && producedAt <= notAfter;
  if (signers.some(isInDate)) return null;
  return `The OCSP response of ${producedAt.toISOString()} is signed with a certificate that was not in date then`;
}

const WRONG = 'The signature of the OCSP response is wrong';

/** Whether a response names the key of one of these, or sends its certificate, and is signed by nobody of that name. */
function isSignatureWrong(
  response: OcspResponse,
  meant: readonly Certificate[],
  question: RevocationQuestion,
): boolean {
  const sent = new Set(sentWith(response).map(({ sha256Thumbprint }) => sha256Thumbprint));
  const isSaid = ({ sha256Thumbprint }: Certificate): boolean =>
    response.responderId.kind === 'byKey' || sent.has(sha256Thumbprint);
  const isWrong = (signer: Certificate): boolean => checkSignedBy(response, signer, question) === 'Invalid';
  return meant.some((signer) => isSaid(signer) && isWrong(signer)) && delegatesOf(response, question).every(isWrong);
}

/**
 * The delegate that signed a response which statusesByOcsp believes; null when the issuer signed it, or nobody who may.
 * Throws Asn1Error, WorkExceededError.
 */
export function ocspDelegateOf(response: OcspResponse, question: RevocationQuestion): Certificate | null {
  const [issuer] = question.authorities;
  if (issuer === undefined || isOf(response, issuer, question)) return null;
  const isSigner = (delegate: Certificate): boolean =>
    isBelieved(beliefInDelegate(response, delegate, question)) && isSignedBy(response, delegate, question);
  return delegatesOf(response, question).find(isSigner) ?? null;
}

function isOf(response: OcspResponse, signer: Certificate, question: RevocationQuestion): boolean {
  return isMeant(response, signer) && isSignedBy(response, signer, question);
}

function isSignedBy(response: OcspResponse, signer: Certificate, question: RevocationQuestion): boolean {
  return checkSignedBy(response, signer, question) === 'Valid';
}

/** `Unsupported` also where the key is weak: it is not asked then. */
function checkSignedBy(
  response: OcspResponse,
  signer: Certificate,
  question: RevocationQuestion,
): SignatureCheckResult {
  const { runtime } = question.checks;
  return checkEvidenceOnce(response, signer, question, () => {
    const scheme = readSignatureScheme(response.signatureAlgorithm);
    if (scheme === null || weaknessOfKey(signer.key) !== null) return 'Unsupported';
    const { tbs: data, signatureValue } = response;
    const { publicKey } = signer;
    return checkSignature({ scheme, publicKey, data, signatureValue, runtime });
  });
}

const sentCertificates = new WeakMap<OcspResponse, Certificate[]>();

/** Certificates with the responder's name or key: those sent along, and those that are known by that name. */
function delegatesOf(response: OcspResponse, { certificatesNamed }: RevocationQuestion): Certificate[] {
  const { responderId } = response;
  const known = responderId.kind === 'byName' ? certificatesNamed(responderId.name.key) : [];
  return [...sentWith(response), ...known].filter((certificate) => isMeant(response, certificate));
}

function sentWith(response: OcspResponse): readonly Certificate[] {
  const sent = sentCertificates.get(response) ?? parseAll(response.certificates, parseCertificate);
  sentCertificates.set(response, sent);
  return sent;
}

function isMeant({ responderId }: OcspResponse, certificate: Certificate): boolean {
  if (responderId.kind === 'byName') return responderId.name.key === certificate.subject.key;
  const keyHash = createHash('sha1').update(certificate.publicKey.bits).digest();
  return Buffer.compare(keyHash, responderId.keyHash) === 0;
}

function beliefInDelegate({ producedAt }: OcspResponse, delegate: Certificate, question: RevocationQuestion): Belief {
  if (orNull(() => mayAnswer(delegate)) !== true) return 'none';
  const isExemptFromRevocation = delegate.extensions.has(OID_EXTENSION.ocspNoCheck);
  return beliefIn({ delegate, certifiers: question.authorities, producedAt, isExemptFromRevocation }, question);
}

/**
 * RFC 5280 4.2.1.12 has either usage go with id-kp-OCSPSigning. Throws Asn1Error: nobody signs the certificates that are sent
 * along, so that anybody can spoil one of them.
 */
function mayAnswer({ keyUsage, extendedKeyUsage }: Certificate): boolean {
  if (extendedKeyUsage?.includes(OID_KEY_PURPOSE.ocspSigning) !== true) return false;
  return keyUsage === null || keyUsage.includes('digitalSignature') || keyUsage.includes('nonRepudiation');
}
