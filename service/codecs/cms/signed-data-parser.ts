import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import type { Asn1Limits } from '../asn1/asn1-limits.ts';
import { readPrefix } from '../asn1/asn1-reader.ts';
import { concatBytes } from '../asn1/der-writer.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { readName, type Name } from '../x509/name.ts';
import { OID_ID_RI_OCSP_RESPONSE, OID_ID_SIGNED_DATA } from './object-identifiers.ts';

/** SignedData (RFC 5652 5.1). Byte fields are views into the input, kept exactly as received. */
export interface SignedData {
  readonly version: number;
  readonly digestAlgorithms: readonly AlgorithmIdentifier[];
  readonly eContentType: string;
  /** Null when detached; several pieces when a BER writer streamed it. Join them only if they are small. */
  readonly eContent: readonly Uint8Array[] | null;
  /** X.509 certificates, not parsed: one bad certificate must not hide the others. */
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  /** DER OCSPResponse values found under RFC 5940. */
  readonly ocspResponses: readonly Uint8Array[];
  readonly signerInfos: readonly SignerInfo[];
  /** Size of the ContentInfo; zero padding may follow it in PDF. */
  readonly encodedBytes: number;
}

export type SignerIdentifier =
  | { readonly kind: 'issuerAndSerialNumber'; readonly issuer: Name; readonly serialNumber: Uint8Array }
  | { readonly kind: 'subjectKeyIdentifier'; readonly keyIdentifier: Uint8Array };

export interface SignerInfo {
  readonly der: Uint8Array;
  readonly version: number;
  readonly sid: SignerIdentifier;
  readonly digestAlgorithm: AlgorithmIdentifier;
  /** As received, tag 0xA0; null when absent. Decode with readSignedAttributes. */
  readonly signedAttrs: Uint8Array | null;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signatureValue: Uint8Array;
  /** As received, tag 0xA1; null when absent. Decode with readAttributes. */
  readonly unsignedAttrs: Uint8Array | null;
}

export interface SignedDataOptions {
  /** `zeros`: zero bytes may follow, as in PDF's /Contents. `none`: nothing may follow. */
  readonly trailing: 'none' | 'zeros';
  readonly limits?: Partial<Asn1Limits>;
}

const MAX_CERTIFICATES = 200;
const MAX_SIGNERS = 100;

/**
 * Parses ContentInfo with SignedData. The outer structure may be BER, as much foreign software streams it; what is
 * signed (readSignedAttributes) and certificates must be DER. Throws Asn1Error; ASN1_STRUCTURE_INVALID for another
 * content type (enveloped, encrypted ...), ASN1_ELEMENTS_EXCEEDED beyond 200 certificates or 100 signers.
 */
export function parseSignedData(bytes: Uint8Array, options: SignedDataOptions): SignedData {
  const contentInfo = readPrefix(bytes, 'BER', options.limits);
  requireTrailing(bytes.subarray(contentInfo.end), options.trailing, contentInfo.end);
  const cursor = contentInfo.cursor(TAG.sequence);
  if (cursor.next().oid() !== OID_ID_SIGNED_DATA) throw structure('The content is not SignedData', contentInfo);
  const signedData = cursor.next(contextConstructed(0)).single();
  cursor.finish();
  return { ...readSignedData(signedData), encodedBytes: contentInfo.end };
}

function requireTrailing(rest: Uint8Array, allowed: 'none' | 'zeros', offset: number): void {
  const isFine = allowed === 'none' ? rest.length === 0 : rest.every((byte) => byte === 0);
  if (!isFine) throw new Asn1Error('ASN1_TRAILING_DATA', 'Bytes follow the signature', offset);
}

function readSignedData(element: Asn1Element): Omit<SignedData, 'encodedBytes'> {
  const cursor = element.cursor(TAG.sequence);
  const version = cursor.next().smallInteger();
  const digestAlgorithms = cursor
    .next(TAG.set)
    .children()
    .map((algorithm) => readAlgorithmIdentifier(algorithm));
  const encapContentInfo = cursor.next(TAG.sequence).cursor();
  const eContentType = encapContentInfo.next().oid();
  const eContent = encapContentInfo.optional(contextConstructed(0))?.single().octetStringPieces() ?? null;
  encapContentInfo.finish();
  const certificates = readCertificates(cursor.optional(contextConstructed(0)));
  const revocation = readRevocationInfos(cursor.optional(contextConstructed(1)));
  const signers = cursor.next(TAG.set).children();
  cursor.finish();
  if (signers.length > MAX_SIGNERS) throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', `More than ${MAX_SIGNERS} signers`);
  const signerInfos = signers.map(readSignerInfo);
  return { version, digestAlgorithms, eContentType, eContent, certificates, ...revocation, signerInfos };
}

/** CertificateSet; attribute certificates and other formats carry tags and are passed over. */
function readCertificates(element: Asn1Element | null): Uint8Array[] {
  const certificates = element?.children() ?? [];
  if (certificates.length > MAX_CERTIFICATES) {
    throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', `More than ${MAX_CERTIFICATES} certificates`);
  }
  return certificates.filter((choice) => choice.tag === TAG.sequence).map((choice) => choice.encoded);
}

function readRevocationInfos(element: Asn1Element | null): { crls: Uint8Array[]; ocspResponses: Uint8Array[] } {
  const crls: Uint8Array[] = [];
  const ocspResponses: Uint8Array[] = [];
  for (const choice of element?.children() ?? []) {
    if (choice.tag === TAG.sequence) crls.push(choice.encoded);
    if (choice.tag !== contextConstructed(1)) continue;
    const cursor = choice.cursor();
    if (cursor.next().oid() === OID_ID_RI_OCSP_RESPONSE) ocspResponses.push(cursor.next().encoded);
  }
  return { crls, ocspResponses };
}

function readSignerInfo(element: Asn1Element): SignerInfo {
  const cursor = element.cursor(TAG.sequence);
  const version = cursor.next().smallInteger();
  const sid = readSignerIdentifier(cursor.next());
  const digestAlgorithm = readAlgorithmIdentifier(cursor.next());
  const signedAttrs = cursor.optional(contextConstructed(0));
  const signatureAlgorithm = readAlgorithmIdentifier(cursor.next());
  const signatureValue = joined(cursor.next().octetStringPieces());
  const unsignedAttrs = cursor.optional(contextConstructed(1));
  cursor.finish();
  return {
    ...{ der: element.encoded, version, sid, digestAlgorithm, signatureAlgorithm, signatureValue },
    signedAttrs: signedAttrs?.encoded ?? null,
    unsignedAttrs: unsignedAttrs?.encoded ?? null,
  };
}

function readSignerIdentifier(element: Asn1Element): SignerIdentifier {
  if (element.tag === contextPrimitive(0)) {
    return { kind: 'subjectKeyIdentifier', keyIdentifier: element.content };
  }
  const cursor = element.cursor(TAG.sequence);
  const issuer = readName(cursor.next());
  const integer = cursor.next().integerBytes();
  cursor.finish();
  return { kind: 'issuerAndSerialNumber', issuer, serialNumber: integer[0] === 0 ? integer.subarray(1) : integer };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only, ...more] = pieces;
  return only !== undefined && more.length === 0 ? only : concatBytes(pieces);
}

function structure(message: string, element: Asn1Element): Asn1Error {
  return new Asn1Error('ASN1_STRUCTURE_INVALID', message, element.start);
}
