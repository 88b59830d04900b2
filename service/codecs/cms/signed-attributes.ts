import { Asn1Error } from '../asn1/asn1-error.ts';
import { derOctetString, derOid, derSequence, derSetOf, derTime } from '../asn1/der-writer.ts';
import { parseCertificate } from '../x509/certificate.ts';
import { HASHES } from '../x509/hash-algorithm.ts';
import { requireAlgorithmFitsKey, type CmsSignatureAlgorithm } from './cms-algorithm.ts';
import * as oids from './object-identifiers.ts';
import { encodeSigningCertificateV2 } from './signing-certificate.ts';

export interface SignedAttributesInput {
  /** Digest of the content by `algorithm.hash`. */
  readonly messageDigest: Uint8Array;
  /** DER. */
  readonly signingCertificate: Uint8Array;
  readonly algorithm: CmsSignatureAlgorithm;
  /** id-data unless said otherwise; null for a counter-signature, which must have none (RFC 5652 11.4). */
  readonly contentType?: string | null;
  /** Null for PAdES, where the time stands in the signature dictionary (EN 319 142-1 table 1). */
  readonly signingTime: Date | null;
  /** Further attributes, DER Attribute each. */
  readonly additional?: readonly Uint8Array[];
}

/**
 * First step: the data to be signed. DER of SET OF Attribute (tag 0x31, sorted as X.690 11.6 wants; verifiers hash
 * exactly this, RFC 5652 5.4) with content-type, message-digest, signing-certificate-v2 (EN 319 122-1 6.3) and, if
 * given, signing-time. The device signs its digest by `algorithm.hash`; Ed25519 signs these bytes themselves.
 * Throws Asn1Error for a broken certificate, an algorithm that does not fit its key, or a digest of wrong length.
 */
export function buildSignedAttributes(input: SignedAttributesInput): Uint8Array {
  const { messageDigest, algorithm, signingTime, contentType = oids.OID_ID_DATA } = input;
  const certificate = parseCertificate(input.signingCertificate);
  requireAlgorithmFitsKey(algorithm, certificate.key);
  if (messageDigest.length !== HASHES[algorithm.hash].bytes) {
    throw new Asn1Error('ASN1_VALUE_INVALID', `Not a ${algorithm.hash} digest`);
  }
  return derSetOf([
    ...(contentType === null ? [] : [encodeAttribute(oids.OID_ID_CONTENT_TYPE, [derOid(contentType)])]),
    encodeAttribute(oids.OID_ID_MESSAGE_DIGEST, [derOctetString(messageDigest)]),
    encodeAttribute(oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, [encodeSigningCertificateV2(certificate, algorithm.hash)]),
    ...(signingTime === null ? [] : [encodeAttribute(oids.OID_ID_SIGNING_TIME, [derTime(signingTime)])]),
    ...(input.additional ?? []),
  ]);
}

/** DER of one Attribute; values are DER and become a SET. */
export function encodeAttribute(oid: string, values: readonly Uint8Array[]): Uint8Array {
  return derSequence(derOid(oid), derSetOf(values));
}
