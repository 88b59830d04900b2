import type { PublicKeyDescription } from '../../service/codecs/x509/public-key.ts';
import { HASH_ALGORITHMS, type HashAlgorithm, type SignatureAlgorithm } from '../../service/providers/providers.ts';

export const HASH_BYTES = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 } as const;

/** Keys that can sign here, with what decides about algorithms and lengths. */
export type DeviceKeyKind =
  | { readonly kind: 'rsa' | 'rsa-pss-only'; readonly modulusBytes: number }
  | { readonly kind: 'ec'; readonly orderBits: number }
  | { readonly kind: 'ed25519' };

/** Curves of ETSI TS 119 312 V1.5.1, 8.2.2: a signature on any other is accepted by nobody. */
const ACCEPTED_CURVES = ['P-256', 'P-384', 'P-521', 'brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1'];
/** ETSI TS 119 312 V1.5.1, 8.2.1. */
const MIN_RSA_BITS = 2048;

/** Why nobody would accept a signature of this key, whatever device holds it; null if there is no such reason. */
export function keyObstacle(key: PublicKeyDescription): string | null {
  switch (key.kind) {
    case 'RSA':
    case 'RSA-PSS':
      return key.sizeBits < MIN_RSA_BITS
        ? `The RSA key has ${key.sizeBits} bits; signatures are accepted from ${MIN_RSA_BITS} bits up.`
        : null;
    case 'EC':
      return key.curve !== null && ACCEPTED_CURVES.includes(key.curve)
        ? null
        : `Signatures with keys on ${key.curve === null ? 'an unknown curve' : `the curve ${key.curve}`} are not accepted.`;
    case 'Ed25519':
      return null;
    default:
      return 'Keys of this kind cannot sign here.';
  }
}

/** Null for keys that cannot sign here: unknown kinds and curves, and orders that do not end at a byte (but P-521). */
export function keyKindOf(key: PublicKeyDescription): DeviceKeyKind | null {
  switch (key.kind) {
    case 'RSA':
      return { kind: 'rsa', modulusBytes: Math.ceil(key.sizeBits / 8) };
    case 'RSA-PSS':
      return { kind: 'rsa-pss-only', modulusBytes: Math.ceil(key.sizeBits / 8) };
    case 'EC':
      return key.sizeBits === null || key.sizeBits < 256 ? null : { kind: 'ec', orderBits: key.sizeBits };
    case 'Ed25519':
      return { kind: 'ed25519' };
    default:
      return null;
  }
}

/** Everything the key could be used for, the preferred first; `isPossible` says what the device is able to do. */
export function algorithmsFor(
  key: DeviceKeyKind,
  isPossible: (algorithm: SignatureAlgorithm) => boolean,
): readonly SignatureAlgorithm[] {
  return wantedAlgorithms(key).filter(isPossible);
}

function wantedAlgorithms(key: DeviceKeyKind): readonly SignatureAlgorithm[] {
  switch (key.kind) {
    case 'rsa':
      return [...withEachHash('RSASSA-PKCS1-v1_5'), ...pssAlgorithms(key.modulusBytes)];
    case 'rsa-pss-only':
      return pssAlgorithms(key.modulusBytes);
    case 'ec':
      return withEachHash('ECDSA', preferredHash(key.orderBits));
    case 'ed25519':
      // RFC 8419 section 2.3: signed attributes are digested with SHA-512; the data themselves are signed.
      return [{ scheme: 'EdDSA', hash: 'SHA-512' }];
  }
}

/** RFC 8017 9.1.1: the encoded message must hold hash, salt of the same length and two bytes. */
function pssAlgorithms(modulusBytes: number): readonly SignatureAlgorithm[] {
  return withEachHash('RSASSA-PSS').filter(({ hash }) => modulusBytes >= 2 * HASH_BYTES[hash] + 2);
}

/** ETSI TS 119 312: a hash that is not weaker than the curve. */
function preferredHash(orderBits: number): HashAlgorithm {
  if (orderBits <= 256) return 'SHA-256';
  return orderBits <= 384 ? 'SHA-384' : 'SHA-512';
}

function withEachHash(scheme: SignatureAlgorithm['scheme'], first: HashAlgorithm = 'SHA-256'): SignatureAlgorithm[] {
  return [first, ...HASH_ALGORITHMS.filter((hash) => hash !== first)].map((hash) => ({ scheme, hash }));
}
