import type { Certificate } from '../../codecs/x509/certificate.ts';
import { OID_EXTENSION } from '../../codecs/x509/object-identifiers.ts';
import { statusesByCrl } from '../certificate-path/crl-status.ts';
import { evidenceOf, revocationQuestion } from '../certificate-path/embedded-evidence.ts';
import { statusesByOcsp } from '../certificate-path/ocsp-status.ts';
import type { CertificatePath } from '../certificate-path/path-builder.ts';
import { nativeRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { isAnchor, openTrustStore } from '../certificate-path/trust-store.ts';
import type { VerificationContext } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { DocumentEvidence } from './document-evidence.ts';

/**
 * Whether a document has the form of level LT: for every certificate of these paths below the top it brings along a CRL or
 * an OCSP response that is about it. Whether that can be believed is judged with the certificate. Throws
 * WorkExceededError.
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
  return path.slice(0, -1).every((certificate, index) => {
    if (isExempt(certificate)) return true;
    const { certificates: candidates } = evidence;
    const question = revocationQuestion({ path, index, candidates, store, at, now: at, evidence: known, checks });
    const said = [...known.ocspResponses.flatMap((one) => statusesByOcsp(one, question)), ...statusesByCrl(question)];
    return said.length > 0;
  });
}

/** id-pkix-ocsp-nocheck, and certificates that say that they live too short to be revoked (RFC 9608, EN 319 412-1 5.2). */
function isExempt({ extensions }: Certificate): boolean {
  return extensions.has(OID_EXTENSION.ocspNoCheck) || SHORT_LIVED.some((oid) => extensions.has(oid));
}

const SHORT_LIVED = ['2.5.29.56', '0.4.0.194121.2.1'];
