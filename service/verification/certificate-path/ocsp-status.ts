import { createHash } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { meansCertificate, type OcspResponse, type OcspSingleResponse } from '../../codecs/ocsp/ocsp-response.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import { OID_EXTENSION, OID_KEY_PURPOSE } from '../../codecs/x509/object-identifiers.ts';
import { readSignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { checkCertificateSignature } from './path-builder.ts';
import { checkOnce, isWithinWindow, type EvidenceResult, type RevocationQuestion } from './revocation-evidence.ts';
import { checkSignature, isWeakHash, weaknessOfKey } from './signature-check.ts';
import { parseAll } from './trust-store.ts';

const MAX_AGE_WITHOUT_NEXT_UPDATE_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * What one OCSP response says about the certificate (RFC 6960 3.2). Null when it is not about it. The signer is the
 * issuer itself or a responder whose certificate the issuer signed directly, with id-kp-OCSPSigning (4.2.2.2).
 * A responder's own revocation is not looked into, with or without id-pkix-ocsp-nocheck.
 */
export function statusByOcsp(response: OcspResponse, question: RevocationQuestion): EvidenceResult | null {
  const { certificate, issuer } = question;
  const single = response.responses.find(({ certificateId }) => meansCertificate(certificateId, certificate, issuer));
  if (single === undefined) return null;
  try {
    const hasCritical = [response.extensions, single.extensions].some((list) =>
      [...list.values()].some(isUnknownCritical),
    );
    if (hasCritical) return { kind: 'Unusable', detail: 'The OCSP response has an unknown critical extension' };
    if (!isSignedForIssuer(response, question)) {
      return { kind: 'Unusable', detail: 'The OCSP response is not signed by the issuer or its delegate' };
    }
    return statusOf(single, question.at);
  } catch (error) {
    if (error instanceof Asn1Error) return { kind: 'Unusable', detail: 'The OCSP response is malformed' };
    throw error;
  }
}

function isUnknownCritical(extension: { oid: string; critical: boolean }): boolean {
  return extension.critical && extension.oid !== OID_EXTENSION.ocspNonce;
}

function statusOf(single: OcspSingleResponse, at: Date): EvidenceResult {
  const { thisUpdate, nextUpdate, status } = single;
  // 4.2.2.1: without nextUpdate newer information is always there; such an answer is good for a day.
  const until = nextUpdate ?? new Date(thisUpdate.getTime() + MAX_AGE_WITHOUT_NEXT_UPDATE_MILLISECONDS);
  if (!isWithinWindow(thisUpdate, until, at)) {
    return { kind: 'Stale', detail: `The OCSP response of ${thisUpdate.toISOString()} does not cover the time` };
  }
  if (status.kind === 'unknown')
    return { kind: 'Unusable', detail: 'The OCSP responder does not know the certificate' };
  if (status.kind === 'good' || status.revokedAt > at) return { kind: 'Good', thisUpdate };
  return { kind: 'Revoked', thisUpdate, revokedAt: status.revokedAt, reason: status.reason };
}

function isSignedForIssuer(response: OcspResponse, question: RevocationQuestion): boolean {
  const scheme = readSignatureScheme(response.signatureAlgorithm);
  if (scheme === null || (scheme.hash !== null && isWeakHash(scheme.hash))) return false;
  return responders(response, question).some((responder) =>
    checkOnce(response, responder.sha256Thumbprint, () => {
      if (weaknessOfKey(responder.key) !== null) return false;
      const { tbs: data, signatureValue } = response;
      const { runtime } = question;
      return checkSignature({ scheme, publicKey: responder.publicKey, data, signatureValue, runtime }) === 'Valid';
    }),
  );
}

const sentCertificates = new WeakMap<OcspResponse, Certificate[]>();

function responders(response: OcspResponse, question: RevocationQuestion): Certificate[] {
  const sent = sentCertificates.get(response) ?? parseAll(response.certificates, parseCertificate);
  sentCertificates.set(response, sent);
  const delegates = sent.filter((certificate) => isDelegate(response, certificate, question));
  return [question.issuer, ...delegates].filter((certificate) => isMeant(response, certificate));
}

function isMeant({ responderId }: OcspResponse, certificate: Certificate): boolean {
  if (responderId.kind === 'byName') return responderId.name.key === certificate.subject.key;
  const keyHash = createHash('sha1').update(certificate.publicKey.bits).digest();
  return Buffer.compare(keyHash, responderId.keyHash) === 0;
}

function isDelegate(
  response: OcspResponse,
  certificate: Certificate,
  { issuer, at, runtime }: RevocationQuestion,
): boolean {
  const usages = certificate.keyUsage;
  return (
    certificate.extendedKeyUsage?.includes(OID_KEY_PURPOSE.ocspSigning) === true &&
    (usages === null || usages.includes('digitalSignature')) &&
    certificate.notBefore <= at &&
    at <= certificate.notAfter &&
    certificate.issuer.key === issuer.subject.key &&
    checkOnce(
      response,
      `${certificate.sha256Thumbprint} under ${issuer.sha256Thumbprint}`,
      () => checkCertificateSignature(certificate, issuer, runtime) === 'Valid',
    )
  );
}
