import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { contextConstructed, TAG } from '../asn1/tags.ts';
import { hasNoParameters, readAlgorithmIdentifier, type AlgorithmIdentifier } from './algorithm-identifier.ts';
import { hashFromOid, type HashName } from './hash-algorithm.ts';
import { OID_KEY, OID_MGF1 } from './object-identifiers.ts';

/** RSASSA-PSS-params (RFC 4055 3.1), the defaults filled in. */
export interface PssParameters {
  readonly hash: HashName;
  readonly mgfHash: HashName;
  readonly saltBytes: number;
  readonly trailerField: number;
}

/**
 * What a signature's AlgorithmIdentifier asks for. `hash` is null where the identifier names none: rsaEncryption in
 * a SignerInfo, where the digestAlgorithm rules (RFC 3370 3.2), and EdDSA, which hashes by itself.
 */
export type SignatureScheme =
  | { readonly kind: 'RSASSA-PKCS1-v1_5'; readonly hash: HashName | null }
  | { readonly kind: 'RSASSA-PSS'; readonly hash: HashName; readonly pss: PssParameters }
  /** `isPlain`: the value is r || s in X.509 and CMS, too (BSI TR-03111 5.2.1). */
  | { readonly kind: 'ECDSA'; readonly hash: HashName; readonly isPlain?: true }
  | { readonly kind: 'EdDSA'; readonly hash: null; readonly curve: 'Ed25519' | 'Ed448' };

const RSA_PKCS1: ReadonlyMap<string, HashName> = new Map([
  ['1.2.840.113549.1.1.4', 'MD5'],
  ['1.3.36.3.3.1.2', 'RIPEMD-160'],
  ['1.2.840.113549.1.1.5', 'SHA-1'],
  ['1.2.840.113549.1.1.14', 'SHA-224'],
  ['1.2.840.113549.1.1.11', 'SHA-256'],
  ['1.2.840.113549.1.1.12', 'SHA-384'],
  ['1.2.840.113549.1.1.13', 'SHA-512'],
  ['2.16.840.1.101.3.4.3.13', 'SHA3-224'],
  ['2.16.840.1.101.3.4.3.14', 'SHA3-256'],
  ['2.16.840.1.101.3.4.3.15', 'SHA3-384'],
  ['2.16.840.1.101.3.4.3.16', 'SHA3-512'],
]);

const ECDSA: ReadonlyMap<string, HashName> = new Map([
  ['1.2.840.10045.4.1', 'SHA-1'],
  ['1.2.840.10045.4.3.1', 'SHA-224'],
  ['1.2.840.10045.4.3.2', 'SHA-256'],
  ['1.2.840.10045.4.3.3', 'SHA-384'],
  ['1.2.840.10045.4.3.4', 'SHA-512'],
  ['2.16.840.1.101.3.4.3.9', 'SHA3-224'],
  ['2.16.840.1.101.3.4.3.10', 'SHA3-256'],
  ['2.16.840.1.101.3.4.3.11', 'SHA3-384'],
  ['2.16.840.1.101.3.4.3.12', 'SHA3-512'],
]);

/** ecdsa-plain-signatures of BSI TR-03111 5.2.1.1. */
const PLAIN_ECDSA: ReadonlyMap<string, HashName> = new Map([
  ['0.4.0.127.0.7.1.1.4.1.1', 'SHA-1'],
  ['0.4.0.127.0.7.1.1.4.1.2', 'SHA-224'],
  ['0.4.0.127.0.7.1.1.4.1.3', 'SHA-256'],
  ['0.4.0.127.0.7.1.1.4.1.4', 'SHA-384'],
  ['0.4.0.127.0.7.1.1.4.1.5', 'SHA-512'],
  ['0.4.0.127.0.7.1.1.4.1.6', 'RIPEMD-160'],
  ['0.4.0.127.0.7.1.1.4.1.8', 'SHA3-224'],
  ['0.4.0.127.0.7.1.1.4.1.9', 'SHA3-256'],
  ['0.4.0.127.0.7.1.1.4.1.10', 'SHA3-384'],
  ['0.4.0.127.0.7.1.1.4.1.11', 'SHA3-512'],
]);

/**
 * Interprets a signature AlgorithmIdentifier. Null for an algorithm that is not known here; Asn1Error
 * (ASN1_STRUCTURE_INVALID) for one that is known but whose parameters break its standard.
 */
export function readSignatureScheme(algorithm: AlgorithmIdentifier): SignatureScheme | null {
  const { oid } = algorithm;
  if (oid === OID_KEY.rsassaPss) {
    const pss = readPssParameters(algorithm.parameters);
    return pss && { kind: 'RSASSA-PSS', hash: pss.hash, pss };
  }
  if (oid === OID_KEY.ed25519 || oid === OID_KEY.ed448) {
    requireAbsent(algorithm);
    return { kind: 'EdDSA', hash: null, curve: oid === OID_KEY.ed25519 ? 'Ed25519' : 'Ed448' };
  }
  const plainHash = PLAIN_ECDSA.get(oid);
  const ecdsaHash = plainHash ?? ECDSA.get(oid);
  if (ecdsaHash !== undefined) {
    requireNone(algorithm);
    return { kind: 'ECDSA', hash: ecdsaHash, ...(plainHash === undefined ? {} : { isPlain: true }) };
  }
  return readRsaPkcs1(algorithm);
}

function readRsaPkcs1(algorithm: AlgorithmIdentifier): SignatureScheme | null {
  const hash = algorithm.oid === OID_KEY.rsaEncryption ? null : RSA_PKCS1.get(algorithm.oid);
  if (hash === undefined) return null;
  if (!hasNoParameters(algorithm)) throw invalidParameters();
  return { kind: 'RSASSA-PKCS1-v1_5', hash };
}

/** RFC 5758 3.2: parameters MUST be absent. Some software writes the NULL of RSA; it says the same. */
function requireNone(algorithm: AlgorithmIdentifier): void {
  if (!hasNoParameters(algorithm)) throw invalidParameters();
}

/** RFC 8410 3: parameters MUST be absent. */
function requireAbsent(algorithm: AlgorithmIdentifier): void {
  if (algorithm.parameters !== null) throw invalidParameters();
}

/**
 * RSASSA-PSS-params; null when a hash or the mask function is unknown. Absent parameters are an error: a signature
 * must carry them (RFC 4055 3.1); a key may go without, which callers decide before.
 */
export function readPssParameters(parameters: Asn1Element | null): PssParameters | null {
  if (parameters === null) throw invalidParameters();
  const cursor = parameters.cursor(TAG.sequence);
  const hashElement = cursor.optional(contextConstructed(0));
  const mgfElement = cursor.optional(contextConstructed(1));
  const saltElement = cursor.optional(contextConstructed(2));
  const trailerElement = cursor.optional(contextConstructed(3));
  cursor.finish();
  const hash = hashElement === null ? 'SHA-1' : readHash(hashElement.single());
  const mgfHash = mgfElement === null ? 'SHA-1' : readMgf1Hash(mgfElement.single());
  if (hash === null || mgfHash === null) return null;
  return {
    hash,
    mgfHash,
    saltBytes: saltElement?.single().smallInteger() ?? 20,
    trailerField: trailerElement?.single().smallInteger() ?? 1,
  };
}

function readHash(element: Asn1Element): HashName | null {
  const algorithm = readAlgorithmIdentifier(element);
  if (!hasNoParameters(algorithm)) throw invalidParameters();
  return hashFromOid(algorithm.oid);
}

function readMgf1Hash(element: Asn1Element): HashName | null {
  const algorithm = readAlgorithmIdentifier(element);
  if (algorithm.oid !== OID_MGF1) return null;
  if (algorithm.parameters === null) throw invalidParameters();
  return readHash(algorithm.parameters);
}

function invalidParameters(): Asn1Error {
  return new Asn1Error('ASN1_STRUCTURE_INVALID', "The signature algorithm's parameters are not those of its standard");
}
