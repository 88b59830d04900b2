import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Crl } from '../../codecs/crl/crl.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { OID_EXTENSION } from '../../codecs/x509/object-identifiers.ts';
import { readSignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { checkCertificateSignature } from './path-builder.ts';
import { checkOnce, isWithinWindow, type EvidenceResult, type RevocationQuestion } from './revocation-evidence.ts';
import { hasSameNameAndKey } from './trust-store.ts';
import { checkSignature, isWeakHash, weaknessOfKey } from './signature-check.ts';

const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID_EXTENSION.authorityKeyIdentifier,
  OID_EXTENSION.crlNumber,
  OID_EXTENSION.issuingDistributionPoint,
  OID_EXTENSION.issuerAltName,
]);

/**
 * What one CRL says about the certificate (RFC 5280 6.3.3). Null when the CRL is not about it: other issuer, other
 * kind of certificate, other distribution point. Delta, indirect and partial-reason CRLs are not evaluated and count
 * as unusable, as does one with an unknown critical extension.
 */
export function statusByCrl(crl: Crl, question: RevocationQuestion): EvidenceResult | null {
  try {
    const { certificate } = question;
    if (crl.issuer.key !== certificate.issuer.key || !isInScope(crl, certificate)) return null;
    if (!isUsable(crl)) return { kind: 'Unusable', detail: 'The CRL has a scope or extension that is not supported' };
    if (!isSignedByIssuer(crl, question)) return { kind: 'Unusable', detail: 'The CRL is not signed by the issuer' };
    if (!isWithinWindow(crl.thisUpdate, crl.nextUpdate, question.at)) {
      return { kind: 'Stale', detail: `The CRL of ${crl.thisUpdate.toISOString()} does not cover the time` };
    }
    return statusOfEntry(crl, question);
  } catch (error) {
    if (error instanceof Asn1Error) return { kind: 'Unusable', detail: 'The CRL is malformed' };
    throw error;
  }
}

function statusOfEntry(crl: Crl, { certificate, at }: RevocationQuestion): EvidenceResult {
  const entry = crl.find(certificate.serialNumber);
  const { thisUpdate } = crl;
  if (entry === null) return { kind: 'Good', thisUpdate };
  if (entry.hasUnknownCriticalExtension) return { kind: 'Unusable', detail: 'An unknown critical entry extension' };
  // 5.3.1: removeFromCRL appears in delta CRLs only.
  if (entry.reason === 'removeFromCRL') return { kind: 'Unusable', detail: 'removeFromCRL in a complete CRL' };
  if (entry.revokedAt > at) return { kind: 'Good', thisUpdate };
  return { kind: 'Revoked', thisUpdate, revokedAt: entry.revokedAt, reason: entry.reason };
}

function isInScope(crl: Crl, certificate: Certificate): boolean {
  const scope = crl.issuingDistributionPoint;
  if (scope === null) return true;
  const isCa = certificate.basicConstraints?.isCa === true;
  if ((scope.onlyContainsUserCerts && isCa) || (scope.onlyContainsCaCerts && !isCa)) return false;
  if (scope.onlyContainsAttributeCerts) return false;
  if (scope.fullName === null) return true;
  const points = certificate.crlUris ?? [];
  return scope.fullName.some((name) => name.kind === 'uniformResourceIdentifier' && points.includes(name.text));
}

function isUsable(crl: Crl): boolean {
  const scope = crl.issuingDistributionPoint;
  if (crl.isDelta || scope?.isIndirect === true || scope?.hasOnlySomeReasons === true) return false;
  if (scope?.hasRelativeName === true) return false;
  return [...crl.extensions.values()].every(({ oid, critical }) => !critical || UNDERSTOOD.has(oid));
}

/**
 * Signed by the issuer's key, or by another key of the same name that the issuer, or the one above it, certified for
 * signing CRLs (key rollover).
 */
function isSignedByIssuer(crl: Crl, question: RevocationQuestion): boolean {
  return crlSigners(crl, question).some((signer) =>
    checkOnce(crl, signer.sha256Thumbprint, () => isSignedBy(crl, signer, question)),
  );
}

function crlSigners(crl: Crl, question: RevocationQuestion): Certificate[] {
  const { issuer } = question;
  const others = question
    .certificatesNamed(crl.issuer.key)
    .filter((candidate) => !hasSameNameAndKey(candidate, issuer) && isDelegate(crl, candidate, question));
  const maySign = issuer.keyUsage === null || issuer.keyUsage.includes('cRLSign');
  return maySign ? [issuer, ...others] : others;
}

function isDelegate(crl: Crl, candidate: Certificate, question: RevocationQuestion): boolean {
  const { issuer, issuerOfIssuer, at, runtime } = question;
  const isCurrent = candidate.notBefore <= at && at <= candidate.notAfter;
  if (!isCurrent || candidate.keyUsage?.includes('cRLSign') !== true) return false;
  return [issuer, issuerOfIssuer].some(
    (certifier) =>
      certifier?.subject.key === candidate.issuer.key &&
      checkOnce(
        crl,
        `${candidate.sha256Thumbprint} under ${certifier.sha256Thumbprint}`,
        () => checkCertificateSignature(candidate, certifier, runtime) === 'Valid',
      ),
  );
}

function isSignedBy(crl: Crl, signer: Certificate, { runtime }: RevocationQuestion): boolean {
  const scheme = readSignatureScheme(crl.signatureAlgorithm);
  if (scheme === null || (scheme.hash !== null && isWeakHash(scheme.hash))) return false;
  if (weaknessOfKey(signer.key) !== null) return false;
  const { tbs: data, signatureValue } = crl;
  return checkSignature({ scheme, publicKey: signer.publicKey, data, signatureValue, runtime }) === 'Valid';
}
