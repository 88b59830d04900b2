import type { Certificate } from '../../codecs/x509/certificate.ts';
import { OID_EXTENSION } from '../../codecs/x509/object-identifiers.ts';
import { statusesByCrl } from '../certificate-path/crl-status.ts';
import { evidenceOf, revocationQuestion } from '../certificate-path/embedded-evidence.ts';
import { ocspDelegateOf, statusesByOcsp } from '../certificate-path/ocsp-status.ts';
import type { CertificatePath } from '../certificate-path/path-builder.ts';
import type { EvidenceResult, RevocationQuestion } from '../certificate-path/revocation-evidence.ts';
import { nativeRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { isAnchor, openTrustStore } from '../certificate-path/trust-store.ts';
import type { VerificationContext } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { DocumentEvidence } from './document-evidence.ts';

/**
 * Whether a document has the form of level LT: for every certificate of these paths below the top, and for those of OCSP
 * responders, it brings along a CRL or an OCSP response that is about it and not older than it. Whether that can be
 * believed is judged with the certificate. Throws WorkExceededError.
 */
export function isEvidenceComplete(
  chains: readonly CertificatePath[],
  evidence: DocumentEvidence,
  context: VerificationContext & { readonly budget: WorkBudget },
): boolean {
  const isAnySaid = evidence.crls.length + evidence.ocspResponses.length > 0;
  const areAllSelfIssued = chains.every(([leaf]) => leaf?.isSelfIssued === true);
  return (isAnySaid || areAllSelfIssued) && chains.every((chain) => isChainCovered(chain, evidence, context));
}

function isChainCovered(
  path: CertificatePath,
  evidence: DocumentEvidence,
  { trust, at, budget }: VerificationContext & { readonly budget: WorkBudget },
): boolean {
  const store = openTrustStore(trust);
  const [leaf] = path;
  if (leaf === undefined) return false;
  if (path.length === 1) return leaf.isSelfIssued || isAnchor(store, leaf);
  const checks = { runtime: nativeRuntime, budget, checkedSignatures: store.checkedSignatures };
  const known = evidenceOf(evidence);
  const { certificates: candidates } = evidence;
  return path.slice(0, -1).every((_, index) => {
    return isCovered(revocationQuestion({ path, index, candidates, store, at, now: at, evidence: known, checks }), 0);
  });
}

/** Delegates of delegates are taken at their word, as where evidence is looked for. */
const MAX_DEPTH = 2;

/**
 * Whether something is said about the certificate since it began, and about whoever said that in the name of an authority
 * (RFC 6960 4.2.2.2.1): who relies on an OCSP response later has to know whether its responder was revoked.
 */
function isCovered(question: RevocationQuestion, depth: number): boolean {
  if (isExempt(question.certificate) || depth > MAX_DEPTH) return true;
  const { evidence } = question;
  const isDelegateCovered = (delegate: Certificate | null): boolean => {
    if (delegate === null || delegate === question.certificate) return true;
    const certifier = question.authorities.findIndex(({ subject }) => subject.key === delegate.issuer.key);
    if (certifier === -1) return false;
    return isCovered(
      { ...question, certificate: delegate, authorities: question.authorities.slice(certifier) },
      depth + 1,
    );
  };
  const counts = (said: readonly EvidenceResult[]): boolean => said.some((one) => isOfIts(one, question.certificate));
  return (
    evidence.ocspResponses.some(
      (response) => counts(statusesByOcsp(response, question)) && isDelegateCovered(ocspDelegateOf(response, question)),
    ) || counts(statusesByCrl(question))
  );
}

/** What was made before the certificate was cannot be about it. */
function isOfIts(said: EvidenceResult, { notBefore }: Certificate): boolean {
  return said.kind !== 'Good' || said.thisUpdate >= notBefore;
}

/** id-pkix-ocsp-nocheck, and certificates that say that they live too short to be revoked (RFC 9608, EN 319 412-1 5.2). */
function isExempt({ extensions }: Certificate): boolean {
  return extensions.has(OID_EXTENSION.ocspNoCheck) || SHORT_LIVED.some((oid) => extensions.has(oid));
}

const SHORT_LIVED = ['2.5.29.56', '0.4.0.194121.2.1'];
