import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { readReason, type RevocationReason } from '../crl/revoked-entries.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import type { Certificate } from '../x509/certificate.ts';
import { readExtensions, type Extension } from '../x509/extensions.ts';
import { hashFromOid, startHash, type HashName } from '../x509/hash-algorithm.ts';
import { readName, type Name } from '../x509/name.ts';
import { OID_EXTENSION } from '../x509/object-identifiers.ts';

const OID_PKIX_OCSP_BASIC = '1.3.6.1.5.5.7.48.1.1';
const MAX_CERTIFICATES = 50;
const LIMITS = { maxBytes: 4 * 1024 * 1024, maxElements: 50_000 };

/** CertID (RFC 6960 4.1.1); `hash` null for an algorithm not known here. */
export interface OcspCertificateId {
  readonly hash: HashName | null;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  readonly serialNumber: Uint8Array;
}

export type OcspCertificateStatus =
  | { readonly kind: 'good' }
  | { readonly kind: 'revoked'; readonly revokedAt: Date; readonly reason: RevocationReason }
  | { readonly kind: 'unknown' };

export interface OcspSingleResponse {
  readonly certificateId: OcspCertificateId;
  readonly status: OcspCertificateStatus;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly extensions: ReadonlyMap<string, Extension>;
}

export type OcspResponderId =
  { readonly kind: 'byName'; readonly name: Name } | { readonly kind: 'byKey'; readonly keyHash: Uint8Array };

/** BasicOCSPResponse (RFC 6960 4.2.1). Byte fields are views into the input. */
export interface OcspResponse {
  readonly der: Uint8Array;
  /** The signed bytes. */
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signatureValue: Uint8Array;
  readonly responderId: OcspResponderId;
  readonly producedAt: Date;
  readonly responses: readonly OcspSingleResponse[];
  readonly extensions: ReadonlyMap<string, Extension>;
  /** Content of the nonce extension's OCTET STRING (RFC 9654). */
  readonly nonce: Uint8Array | null;
  /** DER certificates sent along. */
  readonly certificates: readonly Uint8Array[];
}

/** OCSPResponseStatus (RFC 6960 4.2.1) by number. */
const RESPONSE_STATUSES = [
  'successful',
  'malformedRequest',
  'internalError',
  'tryLater',
  '',
  'sigRequired',
  'unauthorized',
];

/** `responseStatus` of a DER OCSPResponse, and the BasicOCSPResponse when it is `successful`. Throws Asn1Error. */
export function parseOcspResponse(der: Uint8Array): { responseStatus: string; response: OcspResponse | null } {
  const cursor = readDer(der, LIMITS).cursor(TAG.sequence);
  const responseStatus = RESPONSE_STATUSES[cursor.next().smallInteger(TAG.enumerated)];
  const responseBytes = cursor.optional(contextConstructed(0));
  cursor.finish();
  if (responseStatus === undefined || responseStatus === '') throw structure('Unknown OCSP response status');
  if (responseStatus !== 'successful') return { responseStatus, response: null };
  if (responseBytes === null) throw structure('A successful OCSP response without content');
  const fields = responseBytes.single().cursor(TAG.sequence);
  if (fields.next().oid() !== OID_PKIX_OCSP_BASIC) throw structure('Not a basic OCSP response');
  const basic = fields.next().octetString();
  fields.finish();
  return { responseStatus, response: readBasicOcspResponse(basic) };
}

/** Parses a DER BasicOCSPResponse. Throws Asn1Error. */
export function readBasicOcspResponse(der: Uint8Array): OcspResponse {
  const outer = readDer(der, LIMITS).cursor(TAG.sequence);
  const tbs = outer.next(TAG.sequence);
  const signatureAlgorithm = readAlgorithmIdentifier(outer.next());
  const signatureValue = outer.next().bitStringBytes();
  const certificates = outer.optional(contextConstructed(0))?.single().children(TAG.sequence) ?? [];
  outer.finish();
  if (certificates.length > MAX_CERTIFICATES) throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', 'Too many certificates');
  return {
    ...{ der, tbs: tbs.encoded, signatureAlgorithm, signatureValue, ...readResponseData(tbs) },
    certificates: certificates.map((certificate) => certificate.encoded),
  };
}

type ResponseData = Pick<OcspResponse, 'responderId' | 'producedAt' | 'responses' | 'extensions' | 'nonce'>;

function readResponseData(tbs: Asn1Element): ResponseData {
  const cursor = tbs.cursor();
  // The only version is v1, the default, which DER leaves out; some responders write it all the same.
  if ((cursor.optional(contextConstructed(0))?.single().smallInteger() ?? 0) !== 0) throw structure('Unknown version');
  const responderId = readResponderId(cursor.next());
  const producedAt = cursor.next(TAG.generalizedTime).time();
  const responses = cursor.next().children(TAG.sequence).map(readSingleResponse);
  const list = cursor.optional(contextConstructed(1));
  cursor.finish();
  const extensions = list === null ? new Map<string, Extension>() : readExtensions(list.single());
  const nonce = extensions.get(OID_EXTENSION.ocspNonce);
  return { responderId, producedAt, responses, extensions, nonce: nonce ? readNonce(nonce.value) : null };
}

/** RFC 9654 2.1 wraps the nonce in an OCTET STRING; old responders return the bare bytes. */
function readNonce(value: Uint8Array): Uint8Array {
  return value[0] === TAG.octetString && value[1] === value.length - 2 ? value.subarray(2) : value;
}

function readResponderId(element: Asn1Element): OcspResponderId {
  if (element.tag === contextConstructed(1)) return { kind: 'byName', name: readName(element.single()) };
  return { kind: 'byKey', keyHash: element.expect(contextConstructed(2)).single().octetString() };
}

function readSingleResponse(element: Asn1Element): OcspSingleResponse {
  const cursor = element.cursor(TAG.sequence);
  const certificateId = readCertificateId(cursor.next());
  const status = readStatus(cursor.next());
  const thisUpdate = cursor.next(TAG.generalizedTime).time();
  const nextUpdate = cursor.optional(contextConstructed(0))?.single().time() ?? null;
  const list = cursor.optional(contextConstructed(1));
  cursor.finish();
  const extensions = list === null ? new Map<string, Extension>() : readExtensions(list.single());
  return { certificateId, status, thisUpdate, nextUpdate, extensions };
}

function readCertificateId(element: Asn1Element): OcspCertificateId {
  const cursor = element.cursor(TAG.sequence);
  const hash = hashFromOid(readAlgorithmIdentifier(cursor.next()).oid);
  const issuerNameHash = cursor.next().octetString();
  const issuerKeyHash = cursor.next().octetString();
  const serialNumber = cursor.next().integerBytes();
  cursor.finish();
  return { hash, issuerNameHash, issuerKeyHash, serialNumber };
}

function readStatus(element: Asn1Element): OcspCertificateStatus {
  if (element.tag === contextPrimitive(0) && element.content.length === 0) return { kind: 'good' };
  if (element.tag === contextPrimitive(2) && element.content.length === 0) return { kind: 'unknown' };
  const cursor = element.cursor(contextConstructed(1));
  const revokedAt = cursor.next(TAG.generalizedTime).time();
  const reason = cursor.optional(contextConstructed(0));
  cursor.finish();
  return { kind: 'revoked', revokedAt, reason: reason === null ? 'unspecified' : readReason(reason.single()) };
}

/** Whether a CertID means this certificate under this issuer: name hash, key hash and serial number all agree. */
export function meansCertificate(id: OcspCertificateId, certificate: Certificate, issuer: Certificate): boolean {
  if (id.hash === null || Buffer.compare(id.serialNumber, certificate.serialNumber) !== 0) return false;
  const digest = (bytes: Uint8Array): Uint8Array =>
    startHash(id.hash ?? 'SHA-1')
      .update(bytes)
      .digest();
  return (
    Buffer.compare(digest(certificate.issuer.der), id.issuerNameHash) === 0 &&
    Buffer.compare(digest(issuer.publicKey.bits), id.issuerKeyHash) === 0
  );
}

/**
 * Whether an answer tells by its CertHash (Common PKI 2.0 part 4, 3.1.2) that it is about another certificate: with one and the
 * same issuer and serial number somebody made a second one. False where it does not say, or by a hash that is not known
 * here. Throws Asn1Error.
 */
export function isOfOtherCertificate({ extensions }: OcspSingleResponse, { der }: Certificate): boolean {
  const extension = extensions.get(OID_EXTENSION.ocspCertHash);
  if (extension === undefined) return false;
  const cursor = readDer(extension.value).cursor(TAG.sequence);
  const hash = hashFromOid(readAlgorithmIdentifier(cursor.next()).oid);
  const digest = cursor.next().octetString();
  cursor.finish();
  return hash !== null && Buffer.compare(startHash(hash).update(der).digest(), digest) !== 0;
}

function structure(message: string): Asn1Error {
  return new Asn1Error('ASN1_STRUCTURE_INVALID', message);
}
