import { constants, verify, type VerifyKeyObjectInput } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { ecdsaDerToRaw } from '../../codecs/cms/signature-value.ts';
import { HASHES, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { PublicKeyDescription, SubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { nativeRuntime, type CryptoRuntime } from './crypto-runtime.ts';
import { verifyEcdsaByFallback, verifyRsaByDigest } from './fallback-signature.ts';
import { verifyPssByDigest, verifyPssByEncoding } from './pss-encoding.ts';
import { importKey, readableKey } from './public-keys.ts';

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
}

/**
 * Checks one signature with node:crypto, or with a fallback for curves and hashes that the runtime lacks. Never
 * throws for anything in key or signature. It does not judge strength: see weaknessOfKey and isWeakScheme.
 */
export function checkSignature(check: SignatureCheck): SignatureCheckResult {
  const arithmetic = arithmeticOf(check);
  if (typeof arithmetic === 'string') return arithmetic;
  const { hash, key, value } = arithmetic;
  return guarded(() => verify(hash, check.data, key, value));
}

/** The same on another thread where node:crypto checks it: digesting 35 MB keeps this one from all else for 200 ms. */
export async function checkSignatureAside(check: SignatureCheck): Promise<SignatureCheckResult> {
  const arithmetic = arithmeticOf(check);
  if (typeof arithmetic === 'string') return arithmetic;
  const { hash, key, value } = arithmetic;
  const asked = new Promise<boolean>((resolve) => {
    verify(hash, check.data, key, value, (fault, holds) => resolve(fault === null && holds));
  });
  // What the library refuses to begin with rejects it.
  return asked.then(
    (holds) => (holds ? 'Valid' : 'Invalid'),
    () => 'Invalid',
  );
}

/** What node:crypto is asked; or the result, where it is known without it. */
type Arithmetic =
  | SignatureCheckResult
  | { readonly hash: string | null; readonly key: VerifyKeyObjectInput; readonly value: Uint8Array };

function arithmeticOf(check: SignatureCheck): Arithmetic {
  const key = readableKey(check.publicKey);
  if (key === null) return 'Unsupported';
  try {
    return checkByKey(check, key);
  } catch (error) {
    if (error instanceof Asn1Error) return 'Invalid';
    throw error;
  }
}

function checkByKey(check: SignatureCheck, key: PublicKeyDescription): Arithmetic {
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

function checkRsa(check: SignatureCheck, hash: HashName | null): Arithmetic {
  const key = importKey(check.publicKey);
  if (key === null || hash === null) return 'Unsupported';
  if (!runtimeOf(check).hasHash(hash)) {
    return guarded(() => verifyRsaByDigest(hash, check.data, key, check.signatureValue));
  }
  return { hash: HASHES[hash].node, key: { key }, value: check.signatureValue };
}

/**
 * C12: the value is what its parameters say, the trailer is 1, and a key restricted to parameters is used with no others
 * (RFC 4055 1.2, 3.3).
 */
function checkPss(
  check: SignatureCheck,
  scheme: Extract<SignatureScheme, { kind: 'RSASSA-PSS' }>,
  description: PublicKeyDescription,
): Arithmetic {
  if (description.kind !== 'RSA' && description.kind !== 'RSA-PSS') return 'Invalid';
  const { hash, mgfHash, saltBytes, trailerField } = scheme.pss;
  if (trailerField !== 1 || !isPermitted(scheme.pss, description.pss)) return 'Invalid';
  const key = importKey(check.publicKey);
  if (key === null) return 'Unsupported';
  if (mgfHash !== hash || !runtimeOf(check).hasHash(hash)) {
    const known = { key, modulusBits: description.sizeBits };
    return guarded(() => verifyPssByEncoding(scheme.pss, check.data, known, check.signatureValue));
  }
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltBytes };
  return { hash: HASHES[hash].node, key: { key, ...pss }, value: check.signatureValue };
}

/** As checkPss, where only the digest of the signed bytes is at hand; `hash` made it. */
export function checkPssDigest(
  { hash, digest, publicKey, signatureValue }: Omit<SignatureCheck, 'data'> & { hash: HashName; digest: Uint8Array },
  pss: PssParameters,
  description: PublicKeyDescription,
): SignatureCheckResult {
  if (description.kind !== 'RSA' && description.kind !== 'RSA-PSS') return 'Invalid';
  if (pss.trailerField !== 1 || pss.hash !== hash || !isPermitted(pss, description.pss)) return 'Invalid';
  const key = importKey(publicKey);
  if (key === null) return 'Unsupported';
  return guarded(() => verifyPssByDigest(pss, digest, { key, modulusBits: description.sizeBits }, signatureValue));
}

type PssParameters = Extract<SignatureScheme, { kind: 'RSASSA-PSS' }>['pss'];
type PssLimit = Extract<PublicKeyDescription, { kind: 'RSA' | 'RSA-PSS' }>['pss'];

/** Whether a key that is restricted to parameters may be used with these. */
function isPermitted({ hash, mgfHash, saltBytes }: PssParameters, limit: PssLimit): boolean {
  return limit === null || (limit.hash === hash && limit.mgfHash === mgfHash && saltBytes >= limit.saltBytes);
}

function checkEcdsa(check: SignatureCheck, hash: HashName, curve: string | null, sizeBits: number | null): Arithmetic {
  if (curve === null || sizeBits === null) return 'Unsupported';
  const partBytes = Math.ceil(sizeBits / 8);
  const raw = ecdsaParts(check, partBytes);
  if (raw === null) return 'Invalid';
  const runtime = runtimeOf(check);
  if (!runtime.hasCurve(curve) || !runtime.hasHash(hash)) {
    const fallback = verifyEcdsaByFallback(curve, hash, check.data, raw, check.publicKey.bits);
    return fallback === undefined ? 'Unsupported' : guarded(fallback);
  }
  const key = importKey(check.publicKey);
  if (key === null) return 'Invalid';
  return { hash: HASHES[hash].node, key: { key, dsaEncoding: 'ieee-p1363' }, value: raw };
}

/**
 * An ECDSA value as r || s of `partBytes` each, whichever way it is written; null for what is no pair of halves. Throws
 * Asn1Error for DER that is none.
 */
export function ecdsaParts(
  { scheme, ecdsaEncoding, signatureValue }: Pick<SignatureCheck, 'scheme' | 'ecdsaEncoding' | 'signatureValue'>,
  partBytes: number,
): Uint8Array | null {
  const isRaw = ecdsaEncoding === 'raw' || (scheme.kind === 'ECDSA' && scheme.isPlain === true);
  return isRaw ? fullParts(signatureValue, partBytes) : ecdsaDerToRaw(signatureValue, partBytes);
}

/**
 * r || s, each as long as the order of the curve. Some programs leave out octets of zero that both begin with (EU
 * DSS does, with P-521 in every fourth signature): the two numbers are the same. Null for what is no pair of halves.
 */
function fullParts(value: Uint8Array, partBytes: number): Uint8Array | null {
  const half = value.length / 2;
  if (half === partBytes) return value;
  if (half === 0 || !Number.isInteger(half) || half > partBytes) return null;
  const raw = new Uint8Array(2 * partBytes);
  raw.set(value.subarray(0, half), partBytes - half);
  raw.set(value.subarray(half), 2 * partBytes - half);
  return raw;
}

function runtimeOf({ runtime }: SignatureCheck): CryptoRuntime {
  return runtime ?? nativeRuntime;
}

function checkEdDsa(check: SignatureCheck): Arithmetic {
  const key = importKey(check.publicKey);
  if (key === null) return 'Unsupported';
  return { hash: null, key: { key }, value: check.signatureValue };
}

/** A key or value that the library refuses to work with is no valid signature. */
function guarded(attempt: () => boolean): SignatureCheckResult {
  try {
    return attempt() ? 'Valid' : 'Invalid';
  } catch {
    return 'Invalid';
  }
}
