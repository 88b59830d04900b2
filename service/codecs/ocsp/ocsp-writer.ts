import { derExplicit, derOctetString, derOid, derSequence, derValue } from '../asn1/der-writer.ts';
import { TAG } from '../asn1/tags.ts';

const OID_PKIX_OCSP_BASIC = '1.3.6.1.5.5.7.48.1.1';

/** DER OCSPResponse (RFC 6960 4.2.1) with responseStatus successful around a DER BasicOCSPResponse. */
export function encodeOcspResponse(basicResponse: Uint8Array): Uint8Array {
  const bytes = derSequence(derOid(OID_PKIX_OCSP_BASIC), derOctetString(basicResponse));
  return derSequence(derValue(TAG.enumerated, Uint8Array.of(0)), derExplicit(0, bytes));
}
