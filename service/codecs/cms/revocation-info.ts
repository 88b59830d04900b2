import { derImplicit, derOid, derSequence } from '../asn1/der-writer.ts';
import { OID_ID_RI_OCSP_RESPONSE } from './object-identifiers.ts';

/** RevocationInfoChoice `[1] other` holding a DER OCSPResponse (RFC 5940 2.1). A CRL stands there as it is. */
export function encodeOcspRevocationInfo(ocspResponse: Uint8Array): Uint8Array {
  return derImplicit(1, derSequence(derOid(OID_ID_RI_OCSP_RESPONSE), ocspResponse));
}
