import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { constants, createPublicKey, getCurves, verify, type KeyObject } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { derBitString, derSequence } from '../../codecs/asn1/der-writer.ts';
import { ecdsaDerToRaw } from '../../codecs/cms/signature-value.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import { HASHES, isNativeHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { OID_KEY } from '../../codecs/x509/object-identifiers.ts';
import {
  describePublicKey,
  type PublicKeyDescription,
  type SubjectPublicKeyInfo,
} from '../../codecs/x509/public-key.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { verifyEcdsaByFallback, verifyRsaByDigest } from './fallback-signature.ts';

/** What the cryptography of this runtime can do: Node links OpenSSL, Electron BoringSSL without brainpool and SHA-3. */
export interface CryptoRuntime {
  hasCurve(name: string): boolean;
  hasHash(name: HashName): boolean;
}

export const nativeRuntime: CryptoRuntime = createNativeRuntime();

function createNativeRuntime(): CryptoRuntime {
  const curves = new Set(getCurves());
  const opensslNames: Readonly<Record<string, string>> = {
    'P-192': 'prime192v1',
    'P-224': 'secp224r1',
    'P-256': 'prime256v1',
    'P-384': 'secp384r1',
    'P-521': 'secp521r1',
  };
  return { hasCurve: (name) => curves.has(opensslNames[name] ?? name), hasHash: isNativeHash };
}

/**
 * `Unsupported`: neither this runtime nor the fallback knows the algorithm, or the key cannot be read; says nothing about
 * the signature.
 */
export type SignatureCheckResult = 'Valid' | 'Invalid' | 'Unsupported';

export interface SignatureCheck {
  readonly scheme: SignatureScheme;
  /** The hash when the scheme names none (rsaEncryption in a SignerInfo); ignored for EdDSA. */
  readonly hash?: HashName | null;
  readonly publicKey: SubjectPublicKeyInfo;
  /** The signed bytes themselves, not a digest. */
  readonly data: Uint8Array;
  readonly signatureValue: Uint8Array;
  /** `der` in X.509 and CMS, `raw` (r || s) in XML. */
  readonly ecdsaEncoding?: 'der' | 'raw';
  readonly runtime?: CryptoRuntime;
  /** RFC 8017 9.1.1 permits a salt longer than the hash, FIPS 186-5 5.4 does not: whoever allows it must say it is weak. */
  readonly allowsLongSalt?: boolean;
}

/**
 * Checks one signature with node:crypto, or with a fallback for curves and hashes that the runtime lacks. Never
 * throws for anything in key or signature. It does not judge strength: see weaknessOfKey and isWeakHash.
 */
export function checkSignature(check: SignatureCheck): SignatureCheckResult {
  const key = readableKey(check.publicKey);
  if (key === null) return 'Unsupported';
  try {
    return checkByKey(check, key);
  } catch (error) {
    if (error instanceof Asn1Error) return 'Invalid';
    throw error;
  }
}

function checkByKey(check: SignatureCheck, key: PublicKeyDescription): SignatureCheckResult {
  switch (check.scheme.kind) {
    case 'RSASSA-PKCS1-v1_5':
      return key.kind === 'RSA' ? checkRsa(check, check.scheme.hash ?? check.hash ?? null) : 'Invalid';
    case 'RSASSA-PSS':
      return checkPss(check, check.scheme, key);
    case 'ECDSA':
      return key.kind === 'EC' ? checkEcdsa(check, check.scheme.hash, key.curve, key.sizeBits) : 'Invalid';
    case 'EdDSA':
      return key.kind === check.scheme.curve ? checkEdDsa(check) : 'Invalid';
  }
}

/**
 * What the key is; null when its encoding is broken. Nothing can be checked with such a key, so the signature is not shown
 * to be wrong either (EN 319 102-1 5.2.7: INDETERMINATE).
 */
export function readableKey(publicKey: SubjectPublicKeyInfo): PublicKeyDescription | null {
  try {
    return describePublicKey(publicKey);
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}

function checkRsa(check: SignatureCheck, hash: HashName | null): SignatureCheckResult {
  const key = importKey(check.publicKey);
  if (key === null || hash === null) return 'Unsupported';
  if (!runtimeOf(check).hasHash(hash)) {
    return guarded(() => verifyRsaByDigest(hash, check.data, key, check.signatureValue));
  }
  return guarded(() => verify(HASHES[hash].node, check.data, key, check.signatureValue));
}

/**
 * C12: parameters must be consistent. The mask hash equals the message hash, the trailer is 1, the salt is at most as
 * long as the hash (FIPS 186-5 5.4), and a key restricted to parameters is used with no others (RFC 4055 1.2, 3.3).
 */
function checkPss(
  check: SignatureCheck,
  scheme: Extract<SignatureScheme, { kind: 'RSASSA-PSS' }>,
  description: PublicKeyDescription,
): SignatureCheckResult {
  if (description.kind !== 'RSA' && description.kind !== 'RSA-PSS') return 'Invalid';
  const { hash, saltBytes } = scheme.pss;
  if (!isConsistent(scheme.pss, check.allowsLongSalt === true)) return 'Invalid';
  if (!isPermitted(scheme.pss, description.pss)) return 'Invalid';
  const key = importKey(check.publicKey);
  // There is no way to check PSS by a digest alone: without the hash nothing can be said.
  if (key === null || !runtimeOf(check).hasHash(hash)) return 'Unsupported';
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltBytes };
  return guarded(() => verify(HASHES[hash].node, check.data, { key, ...pss }, check.signatureValue));
}

type PssParameters = Extract<SignatureScheme, { kind: 'RSASSA-PSS' }>['pss'];
type PssLimit = Extract<PublicKeyDescription, { kind: 'RSA' | 'RSA-PSS' }>['pss'];

function isConsistent({ hash, mgfHash, saltBytes, trailerField }: PssParameters, allowsLongSalt: boolean): boolean {
  return mgfHash === hash && trailerField === 1 && (allowsLongSalt || saltBytes <= HASHES[hash].bytes);
}

/** Whether a key that is restricted to parameters may be used with these. */
function isPermitted({ hash, mgfHash, saltBytes }: PssParameters, limit: PssLimit): boolean {
  return limit === null || (limit.hash === hash && limit.mgfHash === mgfHash && saltBytes >= limit.saltBytes);
}

export const FALLBACK_CURVES = { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } as const;

function checkEcdsa(
  check: SignatureCheck,
  hash: HashName,
  curve: string | null,
  sizeBits: number | null,
): SignatureCheckResult {
  if (curve === null || sizeBits === null) return 'Unsupported';
  const partBytes = Math.ceil(sizeBits / 8);
  const isRaw = check.ecdsaEncoding === 'raw';
  if (isRaw && check.signatureValue.length !== 2 * partBytes) return 'Invalid';
  const raw = isRaw ? check.signatureValue : ecdsaDerToRaw(check.signatureValue, partBytes);
  const runtime = runtimeOf(check);
  if (!runtime.hasCurve(curve) || !runtime.hasHash(hash)) {
    const fallback = verifyEcdsaByFallback(curve, hash, check.data, raw, check.publicKey.bits);
    return fallback === undefined ? 'Unsupported' : guarded(fallback);
  }
  const key = importKey(check.publicKey);
  if (key === null) return 'Invalid';
  return guarded(() => verify(HASHES[hash].node, check.data, { key, dsaEncoding: 'ieee-p1363' }, raw));
}

function runtimeOf({ runtime }: SignatureCheck): CryptoRuntime {
  return runtime ?? nativeRuntime;
}

function checkEdDsa(check: SignatureCheck): SignatureCheckResult {
  const key = importKey(check.publicKey);
  if (key === null) return 'Unsupported';
  return guarded(() => verify(null, check.data, key, check.signatureValue));
}

/** A key or value that the library refuses to work with is no valid signature. */
function guarded(attempt: () => boolean): SignatureCheckResult {
  try {
    return attempt() ? 'Valid' : 'Invalid';
  } catch {
    return 'Invalid';
  }
}

const importedKeys = new WeakMap<SubjectPublicKeyInfo, KeyObject>();

/** The key for node:crypto; null when it does not take it. */
export function importKey(publicKey: SubjectPublicKeyInfo): KeyObject | null {
  const known = importedKeys.get(publicKey);
  if (known !== undefined) return known;
  try {
    const key = createPublicKey({ key: Buffer.from(importableDer(publicKey)), format: 'der', type: 'spki' });
    importedKeys.set(publicKey, key);
    return key;
  } catch {
    return null;
  }
}

/** BoringSSL does not import id-RSASSA-PSS keys; as plain RSA keys they verify the same, and limits are checked above. */
function importableDer(publicKey: SubjectPublicKeyInfo): Uint8Array {
  if (publicKey.algorithm.oid !== OID_KEY.rsassaPss) return publicKey.der;
  return derSequence(encodeAlgorithmIdentifier(OID_KEY.rsaEncryption, 'null'), derBitString(publicKey.bits));
}

/**
 * What checking one signature by this key is charged, in nanoseconds of an ordinary core. RSA: the square of the modulus
 * times the length of the exponent, which the maker of a key may choose freely. Curves other than P-256 are written with
 * less care for speed.
 */
export function workOfSignatureCheck(publicKey: SubjectPublicKeyInfo): number {
  try {
    const key = describePublicKey(publicKey);
    if (key.kind === 'RSA' || key.kind === 'RSA-PSS') return 0.002 * key.sizeBits ** 2 * key.exponent.length;
    if (key.kind === 'EC') return key.curve === 'P-256' ? 100_000 : 6 * (key.sizeBits ?? 0) ** 2;
    return 250_000;
  } catch (error) {
    if (error instanceof Asn1Error) return 0;
    throw error;
  }
}

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 16_384;
const MIN_RSA_EXPONENT = 65_537n;
const MIN_EC_BITS = 256;

/** Why a key is not fit to be relied on, or null. EN TS 119 312: RSA from 2048 bits with e > 2^16, EC from 256 bits. */
export function weaknessOfKey(key: PublicKeyDescription): string | null {
  if (key.kind === 'RSA' || key.kind === 'RSA-PSS') return weaknessOfRsa(key.sizeBits, key.modulus, key.exponent);
  if (key.kind === 'EC' && key.sizeBits !== null && key.sizeBits < MIN_EC_BITS)
    return `An EC key of ${key.sizeBits} bits`;
  return null;
}

function weaknessOfRsa(sizeBits: number, modulus: Uint8Array, exponent: Uint8Array): string | null {
  if (sizeBits < MIN_RSA_BITS || sizeBits > MAX_RSA_BITS) return `An RSA key of ${sizeBits} bits`;
  if (((modulus.at(-1) ?? 0) & 1) === 0) return 'An RSA key with an even modulus';
  const isSmall = exponent.length < 4 && BigInt(`0x0${Buffer.from(exponent).toString('hex')}`) < MIN_RSA_EXPONENT;
  if (isSmall || ((exponent.at(-1) ?? 0) & 1) === 0) return 'An RSA key with a small or even exponent';
  return null;
}

/** Hashes that are broken or below today's strength: MD5, SHA-1, SHA-224. */
export function isWeakHash(hash: HashName): boolean {
  return HASHES[hash].isWeak;
}
