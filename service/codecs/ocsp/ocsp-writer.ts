import { createHash } from 'node:crypto';
import { derExplicit, derOctetString, derOid, derSequence, derValue } from '../asn1/der-writer.ts';
import { TAG } from '../asn1/tags.ts';
import { encodeAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import type { Certificate } from '../x509/certificate.ts';
import { OID_EXTENSION } from '../x509/object-identifiers.ts';

const OID_PKIX_OCSP_BASIC = '1.3.6.1.5.5.7.48.1.1';
const OID_SHA1 = '1.3.14.3.2.26';

/** DER OCSPResponse (RFC 6960 4.2.1) with responseStatus successful around a DER BasicOCSPResponse. */
export function encodeOcspResponse(basicResponse: Uint8Array): Uint8Array {
  const bytes = derSequence(derOid(OID_PKIX_OCSP_BASIC), derOctetString(basicResponse));
  return derSequence(derValue(TAG.enumerated, Uint8Array.of(0)), derExplicit(0, bytes));
}

/**
 * DER OCSPRequest (RFC 6960 4.1.1) about one certificate, not signed. The CertID uses SHA-1, which RFC 5019 2.1.1 asks
 * for and every responder knows: it only names the certificate. `nonce`: RFC 9654; null leaves it out.
 */
export function encodeOcspRequest(certificate: Certificate, issuer: Certificate, nonce: Uint8Array | null): Uint8Array {
  const sha1 = (bytes: Uint8Array): Uint8Array => createHash('sha1').update(bytes).digest();
  const certificateId = derSequence(
    encodeAlgorithmIdentifier(OID_SHA1, 'null'),
    derOctetString(sha1(certificate.issuer.der)),
    derOctetString(sha1(issuer.publicKey.bits)),
    derValue(TAG.integer, certificate.serialNumber),
  );
  const requests = derSequence(derSequence(certificateId));
  if (nonce === null) return derSequence(derSequence(requests));
  const extension = derSequence(derOid(OID_EXTENSION.ocspNonce), derOctetString(derOctetString(nonce)));
  return derSequence(derSequence(requests, derExplicit(2, derSequence(extension))));
}
