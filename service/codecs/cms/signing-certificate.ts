import { createHash } from 'node:crypto';
import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { derExplicit, derOctetString, derSequence, derValue } from '../asn1/der-writer.ts';
import { TAG } from '../asn1/tags.ts';
import { encodeAlgorithmIdentifier, readAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import type { Certificate } from '../x509/certificate.ts';
import { readGeneralNames } from '../x509/general-name.ts';
import { HASHES, startHash, type HashName } from '../x509/hash-algorithm.ts';
import type { CmsHashAlgorithm } from './cms-algorithm.ts';
import { hashOfDigestAlgorithm } from './digest-algorithm.ts';

/**
 * SigningCertificateV2 (RFC 5035 4) naming one certificate. The hash algorithm is left out when it is SHA-256, the
 * default; issuerSerial is there, as EN 319 122-1 5.2.2.3 allows, for readers that look the certificate up by it.
 */
export function encodeSigningCertificateV2(certificate: Certificate, hash: CmsHashAlgorithm): Uint8Array {
  const hashAlgorithm = hash === 'SHA-256' ? [] : [encodeAlgorithmIdentifier(HASHES[hash].oid, 'absent')];
  const certHash = createHash(HASHES[hash].node).update(certificate.der).digest();
  const issuer = derValue(TAG.sequence, derExplicit(4, certificate.issuer.der));
  const issuerSerial = derSequence(issuer, derValue(TAG.integer, certificate.serialNumber));
  const essCertId = derSequence(...hashAlgorithm, derOctetString(certHash), issuerSerial);
  return derSequence(derSequence(essCertId));
}

/** One ESSCertID or ESSCertIDv2; `hash` is null when its algorithm is not known here. */
export interface EssCertificateId {
  readonly hash: HashName | null;
  readonly certHash: Uint8Array;
  readonly issuerSerial: { readonly issuerKey: string | null; readonly serialNumber: Uint8Array } | null;
}

/** Reads SigningCertificate (version 1, SHA-1) or SigningCertificateV2; the first entry is the signer's. */
export function readSigningCertificate(element: Asn1Element, version: 1 | 2): EssCertificateId[] {
  const cursor = element.cursor(TAG.sequence);
  const ids = cursor
    .next(TAG.sequence)
    .children()
    .map((id) => readEssCertificateId(id, version));
  cursor.optional(TAG.sequence);
  cursor.finish();
  if (ids.length === 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'No certificate is named', element.start);
  return ids;
}

function readEssCertificateId(element: Asn1Element, version: 1 | 2): EssCertificateId {
  const cursor = element.cursor(TAG.sequence);
  const algorithm = version === 2 ? cursor.optional(TAG.sequence) : null;
  const certHash = cursor.next().octetString();
  const issuerSerial = cursor.optional(TAG.sequence);
  cursor.finish();
  return {
    hash: algorithm === null ? (version === 1 ? 'SHA-1' : 'SHA-256') : readHashAlgorithm(algorithm),
    certHash,
    issuerSerial: issuerSerial && readIssuerSerial(issuerSerial),
  };
}

function readHashAlgorithm(element: Asn1Element): HashName | null {
  return hashOfDigestAlgorithm(readAlgorithmIdentifier(element));
}

function readIssuerSerial(element: Asn1Element): { issuerKey: string | null; serialNumber: Uint8Array } {
  const cursor = element.cursor(TAG.sequence);
  const [name, ...others] = readGeneralNames(cursor.next().expect(TAG.sequence));
  const serialNumber = cursor.next().integerBytes();
  // issuerUniqueID is allowed by the syntax of RFC 5755 and used by nobody.
  if (others.length > 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'Several issuer names', element.start);
  cursor.finish();
  const issuerKey = name?.kind === 'directoryName' ? name.name.key : null;
  return { issuerKey, serialNumber };
}

/** Whether this is the certificate whose digest the identifier holds. */
export function hasDigest(id: EssCertificateId, certificate: Certificate): boolean {
  return id.hash !== null && Buffer.compare(digestOf(certificate, id.hash), id.certHash) === 0;
}

/** Whether issuer and serial number, where the identifier has them, are those of the certificate (RFC 5035 5). */
export function agreesInIssuerAndSerial({ issuerSerial }: EssCertificateId, certificate: Certificate): boolean {
  if (issuerSerial === null) return true;
  return (
    issuerSerial.issuerKey === certificate.issuer.key &&
    Buffer.compare(issuerSerial.serialNumber, certificate.serialNumber) === 0
  );
}

/** A hundred signers may ask two hundred certificates. */
const digests = new WeakMap<Certificate, Map<HashName, Uint8Array>>();

function digestOf(certificate: Certificate, hash: HashName): Uint8Array {
  const known = digests.get(certificate) ?? new Map<HashName, Uint8Array>();
  digests.set(certificate, known);
  const digest = known.get(hash) ?? startHash(hash).update(certificate.der).digest();
  known.set(hash, digest);
  return digest;
}
