import { Asn1Error } from '../asn1/asn1-error.ts';
import {
  concatBytes,
  derExplicit,
  derHeader,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derValue,
  headerSize,
} from '../asn1/der-writer.ts';
import { contextConstructed, TAG } from '../asn1/tags.ts';
import { parseCertificate, type Certificate } from '../x509/certificate.ts';
import {
  encodeDigestAlgorithm,
  encodeSignatureAlgorithm,
  requireAlgorithmFitsKey,
  type CmsSignatureAlgorithm,
} from './cms-algorithm.ts';
import { OID_ID_DATA, OID_ID_SIGNED_DATA } from './object-identifiers.ts';
import { encodeSignatureValue, longestSignatureValue } from './signature-value.ts';

/** Everything in a SignedData but its content. All byte fields are DER except `signatureValue`. */
export interface SignedDataParts {
  /** As buildSignedAttributes made it: SET OF, tag 0x31. */
  readonly signedAttributes: Uint8Array;
  readonly algorithm: CmsSignatureAlgorithm;
  readonly signingCertificate: Uint8Array;
  /** As the device gave it: RSA modulus-long, ECDSA r || s, Ed25519 64 bytes. */
  readonly signatureValue: Uint8Array;
  /** The rest of the chain and whatever else belongs in; the signing certificate is added by itself, duplicates fall out. */
  readonly certificates: readonly Uint8Array[];
  /** id-data unless said otherwise. */
  readonly contentType?: string;
  /** RevocationInfoChoice values: CertificateList or OtherRevocationInfoFormat, DER. */
  readonly revocationInfos?: readonly Uint8Array[];
  /** Attribute values, such as the signature timestamp (encodeAttribute). */
  readonly unsignedAttributes?: readonly Uint8Array[];
}

/**
 * Third step: DER of ContentInfo with SignedData (RFC 5652 3, 5.1). `eContent` null makes it detached.
 * Throws Asn1Error when certificate, algorithm and signature value do not fit each other.
 */
export function buildSignedData(parts: SignedDataParts, eContent: Uint8Array | null): Uint8Array {
  if (eContent === null) return wrapContentInfo(assemble(parts, derSequence(derOid(contentTypeOf(parts)))));
  const { prefix, suffix } = buildAroundContent(parts, eContent.length);
  return concatBytes([prefix, eContent, suffix]);
}

/** What stands before and after an encapsulated content of `contentBytes` bytes, so that it can be streamed. */
export function buildAroundContent(
  parts: SignedDataParts,
  contentBytes: number,
): { prefix: Uint8Array; suffix: Uint8Array } {
  const { head, tail } = signedDataFields(parts);
  const contentType = derOid(contentTypeOf(parts));
  const octetString = headerSize(contentBytes) + contentBytes;
  const explicit = headerSize(octetString) + octetString;
  const encapContentInfo = contentType.length + explicit;
  const suffix = concatBytes(tail);
  const fields = sizeOf(head) + headerSize(encapContentInfo) + encapContentInfo + suffix.length;
  const signedData = headerSize(fields) + fields;
  const oid = derOid(OID_ID_SIGNED_DATA);
  const prefix = concatBytes([
    derHeader(TAG.sequence, oid.length + headerSize(signedData) + signedData),
    oid,
    derHeader(contextConstructed(0), signedData),
    derHeader(TAG.sequence, fields),
    ...head,
    derHeader(TAG.sequence, encapContentInfo),
    contentType,
    derHeader(contextConstructed(0), octetString),
    derHeader(TAG.octetString, contentBytes),
  ]);
  return { prefix, suffix };
}

/**
 * Size in bytes that buildSignedData cannot exceed for a detached signature with these parts, whatever value the
 * device returns; exact for RSA and Ed25519, up to some bytes too large for ECDSA. PDF's /Contents is made this large.
 */
export function estimateSignedDataSize(parts: Omit<SignedDataParts, 'signatureValue'>): number {
  const signatureValue = longestSignatureValue(parts.algorithm, parseCertificate(parts.signingCertificate).key);
  return buildSignedData({ ...parts, signatureValue }, null).length;
}

function contentTypeOf(parts: SignedDataParts): string {
  return parts.contentType ?? OID_ID_DATA;
}

function wrapContentInfo(signedData: Uint8Array): Uint8Array {
  return derSequence(derOid(OID_ID_SIGNED_DATA), derExplicit(0, signedData));
}

function assemble(parts: SignedDataParts, encapContentInfo: Uint8Array): Uint8Array {
  const { head, tail } = signedDataFields(parts);
  return derSequence(...head, encapContentInfo, ...tail);
}

/** SignedData's fields before and after encapContentInfo. */
function signedDataFields(parts: SignedDataParts): { head: Uint8Array[]; tail: Uint8Array[] } {
  const certificate = parseCertificate(parts.signingCertificate);
  const head = [derInteger(versionOf(parts)), derSetOf([encodeDigestAlgorithm(parts.algorithm.hash)])];
  const tail = [derSetOf(distinct([certificate.der, ...parts.certificates]), contextConstructed(0))];
  if (parts.revocationInfos !== undefined && parts.revocationInfos.length > 0) {
    tail.push(derSetOf(distinct(parts.revocationInfos), contextConstructed(1)));
  }
  tail.push(derSetOf([encodeSignerInfo(parts, certificate)]));
  return { head, tail };
}

/** RFC 5652 5.1: 5 with other revocation information, 3 with a content type that is not id-data, else 1. */
function versionOf(parts: SignedDataParts): 1 | 3 | 5 {
  const hasOtherRevocationInfo = parts.revocationInfos?.some((info) => info[0] === contextConstructed(1)) ?? false;
  if (hasOtherRevocationInfo) return 5;
  return contentTypeOf(parts) === OID_ID_DATA ? 1 : 3;
}

/**
 * DER of one SignerInfo (RFC 5652 5.3), for a SignedData that is there already or for a counter-signature. Throws like
 * buildSignedData.
 */
export function buildSignerInfo(parts: SignedDataParts): Uint8Array {
  return encodeSignerInfo(parts, parseCertificate(parts.signingCertificate));
}

function encodeSignerInfo(parts: SignedDataParts, certificate: Certificate): Uint8Array {
  requireAlgorithmFitsKey(parts.algorithm, certificate.key);
  if (parts.signedAttributes[0] !== TAG.set) throw new Asn1Error('ASN1_TAG_UNEXPECTED', 'Not a set of attributes');
  const signedAttrs = new Uint8Array(parts.signedAttributes);
  // [0] IMPLICIT in the SignerInfo, SET OF in what is signed (RFC 5652 5.4).
  signedAttrs[0] = contextConstructed(0);
  const unsignedAttributes = parts.unsignedAttributes ?? [];
  return derSequence(
    derInteger(1),
    derSequence(certificate.issuer.der, derValue(TAG.integer, certificate.serialNumber)),
    encodeDigestAlgorithm(parts.algorithm.hash),
    signedAttrs,
    encodeSignatureAlgorithm(parts.algorithm),
    derOctetString(encodeSignatureValue(parts.algorithm, certificate.key, parts.signatureValue)),
    ...(unsignedAttributes.length === 0 ? [] : [derSetOf(unsignedAttributes, contextConstructed(1))]),
  );
}

function distinct(values: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(values.map((value) => [Buffer.from(value).toString('latin1'), value])).values()];
}

function sizeOf(values: readonly Uint8Array[]): number {
  return values.reduce((sum, value) => sum + value.length, 0);
}
