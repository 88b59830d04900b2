import { constants, publicDecrypt, type KeyObject } from 'node:crypto';
import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { derOctetString, derSequence } from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import { HASHES, startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';

const CURVES = {
  'P-256': p256,
  'P-384': p384,
  'P-521': p521,
  brainpoolP256r1,
  brainpoolP384r1,
  brainpoolP512r1,
} as const;

/** A curve by the name that keys have it by; undefined where the fallback lacks it. */
export function curveByName(curve: string): (typeof CURVES)[keyof typeof CURVES] | undefined {
  return Object.entries(CURVES).find(([name]) => name === curve)?.[1];
}

/**
 * Checks an ECDSA value (r || s) by @noble/curves, for curves and hashes that the runtime lacks. Undefined for a curve
 * that this library lacks, too. `point` is the public key as it is encoded in a certificate.
 */
export function verifyEcdsaByFallback(
  curveName: string,
  hash: HashName,
  data: Uint8Array,
  raw: Uint8Array,
  point: Uint8Array,
): (() => boolean) | undefined {
  const curve = curveByName(curveName);
  if (curve === undefined) return undefined;
  const digest = startHash(hash).update(data).digest();
  return () => curve.verify(raw, digest, point, { prehash: false, format: 'compact', lowS: false });
}

/**
 * Checks an RSASSA-PKCS1-v1_5 value with a hash that the runtime lacks: the whole encoded message must be the one DER
 * DigestInfo of the digest (RFC 8017 8.2.2), compared and not parsed, so that nothing can hide in it.
 */
export function verifyRsaByDigest(hash: HashName, data: Uint8Array, key: KeyObject, value: Uint8Array): boolean {
  // A value without its leading zero octet is another length, which RFC 8017 8.2.2 step 1 refuses; the runtime pads it.
  if (value.length !== Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)) return false;
  const digest = startHash(hash).update(data).digest();
  const expected = derSequence(encodeAlgorithmIdentifier(HASHES[hash].oid, 'null'), derOctetString(digest));
  const padding = constants.RSA_PKCS1_PADDING;
  return publicDecrypt({ key, padding }, value).equals(expected);
}
