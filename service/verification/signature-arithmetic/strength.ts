import { HASHES, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { PublicKeyDescription } from '../../codecs/x509/public-key.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';

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

/** Hashes that are broken or below today's strength: MD5, RIPEMD-160, SHA-1, SHA-224. */
export function isWeakHash(hash: HashName): boolean {
  return HASHES[hash].isWeak;
}

/**
 * Why parameters of RSA-PSS are not to be relied on, or null. RFC 8017 A.2.3 advises that the mask be made with the hash of
 * the message, FIPS 186-5 5.4 forbids a salt longer than that. The value may be right all the same.
 */
export function weaknessOfPss(scheme: SignatureScheme): string | null {
  if (scheme.kind !== 'RSASSA-PSS') return null;
  const { hash, mgfHash, saltBytes } = scheme.pss;
  if (mgfHash !== hash) return `The mask of the signature is made with ${mgfHash}, its hash is ${hash}.`;
  return saltBytes > HASHES[hash].bytes ? 'The salt of the signature is longer than its hash.' : null;
}

/** Whether a signature between certificates, or of evidence, is made in a way that is below today's strength. */
export function isWeakScheme(scheme: SignatureScheme): boolean {
  return (scheme.hash !== null && isWeakHash(scheme.hash)) || weaknessOfPss(scheme) !== null;
}
