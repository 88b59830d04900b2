import type { Crl } from '../../codecs/crl/crl.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { readSignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { nativeRuntime, type CryptoRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { WORK } from '../work-budget.ts';
import type { CheckedSignatures } from './checked-signatures.ts';
import { beliefIn, higherBelief, isBelieved, type Belief } from './delegates.ts';
import { orNull } from './issued-by.ts';
import { checkEvidenceAside, checkEvidenceOnce, digestAside, type RevocationQuestion } from './revocation-evidence.ts';
import { checkSignature, checkSignatureAside, type SignatureCheck } from '../signature-arithmetic/signature-check.ts';
import { isWeakScheme, weaknessOfKey } from '../signature-arithmetic/strength.ts';
import { hasSameNameAndKey } from './trust-store.ts';

/**
 * Whether the CRL is signed by one who may: an authority of the path that bears the CRL issuer's name, or a certificate
 * of that name for signing CRLs that an authority of the path issued directly (rollover, separate keys, indirect CRLs).
 * RFC 5280 6.3.3 (f) asks for any path to the same anchor; but then any authority below it could certify somebody of
 * another one's name. Those above the certificate in question could do what they like with it anyway.
 */
export function signerOf(crl: Crl, question: RevocationQuestion): Belief {
  const direct = question.authorities.filter(
    (authority) => authority.subject.key === crl.issuer.key && maySignCrls(authority),
  );
  if (direct.some((authority) => isSignedBy(crl, authority, question))) return 'current';
  let best: Belief = 'none';
  for (const delegate of delegatesFor(crl, question)) {
    if (direct.some((authority) => hasSameNameAndKey(authority, delegate))) continue;
    const belief = beliefInDelegate(crl, delegate, question);
    if (belief === 'none' || !isSignedBy(crl, delegate, question)) continue;
    if (belief === 'current') return 'current';
    best = higherBelief(best, belief);
  }
  return best;
}

/**
 * The delegate that signed a CRL which statusesByCrl believes; null when an authority of the path signed it, or nobody
 * who may. Throws Asn1Error, WorkExceededError.
 */
export function crlDelegateOf(crl: Crl, question: RevocationQuestion): Certificate | null {
  const { authorities } = question;
  const isDirect = authorities.some(
    (authority) =>
      authority.subject.key === crl.issuer.key && maySignCrls(authority) && isSignedBy(crl, authority, question),
  );
  if (isDirect) return null;
  const isSigner = (delegate: Certificate): boolean =>
    isBelieved(beliefInDelegate(crl, delegate, question)) && isSignedBy(crl, delegate, question);
  return delegatesFor(crl, question).find(isSigner) ?? null;
}

/** One that cannot be read says nothing. */
function maySignCrls(certificate: Certificate): boolean {
  return orNull(() => certificate.keyUsage === null || certificate.keyUsage.includes('cRLSign')) ?? false;
}

function delegatesFor(crl: Crl, { certificatesNamed, checks }: RevocationQuestion): Certificate[] {
  const candidates = certificatesNamed(crl.issuer.key);
  checks.budget.charge(candidates.length * WORK.pathStep);
  return candidates.filter((candidate) => orNull(() => candidate.keyUsage)?.includes('cRLSign') === true);
}

function beliefInDelegate(crl: Crl, delegate: Certificate, question: RevocationQuestion): Belief {
  let best: Belief = 'none';
  for (const index of question.authorities.keys()) {
    const certifiers = question.authorities.slice(index);
    const about = { delegate, certifiers, producedAt: crl.thisUpdate, isExemptFromRevocation: false };
    const belief = beliefIn(about, question);
    if (belief === 'current') return 'current';
    best = higherBelief(best, belief);
  }
  return best;
}

/** Whether the certificate in question signed the CRL itself. Throws WorkExceededError. */
export function isOf(crl: Crl, question: RevocationQuestion): boolean {
  const { certificate } = question;
  return certificate.subject.key === crl.issuer.key && isSignedBy(crl, certificate, question);
}

function isSignedBy(crl: Crl, signer: Certificate, question: RevocationQuestion): boolean {
  const result = checkEvidenceOnce(crl, signer, question, () => {
    const check = checkOf(crl, signer, question.checks.runtime);
    return typeof check === 'string' ? check : checkSignature(check);
  });
  return result === 'Valid';
}

function checkOf(crl: Crl, signer: Certificate, runtime: CryptoRuntime): SignatureCheck | 'Invalid' {
  const scheme = readSignatureScheme(crl.signatureAlgorithm);
  if (scheme === null || isWeakScheme(scheme)) return 'Invalid';
  if (weaknessOfKey(signer.key) !== null) return 'Invalid';
  const { tbs: data, signatureValue } = crl;
  return { scheme, publicKey: signer.publicKey, data, signatureValue, runtime };
}

/**
 * Finds out on another thread what will be asked of a CRL, so that the answer is known by then: digests it, and checks its
 * signature by the key of each of these.
 */
export async function checkCrlAside(
  crl: Crl,
  signers: readonly Certificate[],
  known: CheckedSignatures,
): Promise<void> {
  await digestAside(crl);
  for (const signer of signers) {
    const check = checkOf(crl, signer, nativeRuntime);
    if (typeof check !== 'string') await checkEvidenceAside(crl, signer, known, () => checkSignatureAside(check));
  }
}
