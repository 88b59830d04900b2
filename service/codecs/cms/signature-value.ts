import { Asn1Error } from '../asn1/asn1-error.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { derInteger, derSequence } from '../asn1/der-writer.ts';
import { TAG } from '../asn1/tags.ts';
import type { PublicKeyDescription } from '../x509/public-key.ts';
import type { CmsSignatureAlgorithm } from './cms-algorithm.ts';

/** Bytes of r and of s: as many as the order of the curve takes (P-521: 66). */
function orderBytes(key: PublicKeyDescription): number {
  return Math.ceil((key.sizeBits ?? 0) / 8);
}

/**
 * r || s of equal length, as tokens give it (PKCS#11 CKM_ECDSA), to Ecdsa-Sig-Value of RFC 3279 2.2.3.
 * Throws ASN1_VALUE_INVALID for an odd or empty value and for r or s of zero.
 */
export function ecdsaRawToDer(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2;
  const [r, s] = [raw.subarray(0, half), raw.subarray(half)];
  const isUsable = raw.length > 0 && raw.length % 2 === 0 && [r, s].every((part) => part.some((byte) => byte !== 0));
  if (!isUsable) throw new Asn1Error('ASN1_VALUE_INVALID', 'Not a pair of ECDSA integers of equal length');
  return derSequence(derInteger(r), derInteger(s));
}

/**
 * Ecdsa-Sig-Value to r || s, each left-padded to `partBytes` (the size of the order, not of the integers).
 * Throws Asn1Error for anything but two positive integers in DER that fit.
 */
export function ecdsaDerToRaw(der: Uint8Array, partBytes: number): Uint8Array {
  const cursor = readDer(der, { maxElements: 3 }).cursor(TAG.sequence);
  const raw = new Uint8Array(partBytes * 2);
  for (const end of [partBytes, partBytes * 2]) {
    const content = cursor.next().integerBytes();
    const magnitude = content[0] === 0 ? content.subarray(1) : content;
    if ((content[0] ?? 0) >= 0x80 || magnitude.length === 0 || magnitude.length > partBytes) {
      throw new Asn1Error('ASN1_VALUE_INVALID', 'An ECDSA integer is not positive or too long');
    }
    raw.set(magnitude, end - magnitude.length);
  }
  cursor.finish();
  return raw;
}

/**
 * The octets of SignerInfo.signature from what the device returned: ECDSA's r || s becomes DER; RSA and EdDSA stay.
 * Throws ASN1_VALUE_INVALID when the length cannot come from that key.
 */
export function encodeSignatureValue(
  algorithm: CmsSignatureAlgorithm,
  key: PublicKeyDescription,
  signatureValue: Uint8Array,
): Uint8Array {
  const expected = rawSignatureBytes(algorithm, key);
  if (signatureValue.length !== expected) {
    const message = `A signature value of ${signatureValue.length} bytes, ${expected} are due`;
    throw new Asn1Error('ASN1_VALUE_INVALID', message);
  }
  return algorithm.scheme === 'ECDSA' ? ecdsaRawToDer(signatureValue) : signatureValue;
}

/** Length of the value that a device returns for this key. */
function rawSignatureBytes(algorithm: CmsSignatureAlgorithm, key: PublicKeyDescription): number {
  if (algorithm.scheme === 'ECDSA') return 2 * orderBytes(key);
  if (algorithm.scheme === 'EdDSA') return 64;
  return Math.ceil((key.sizeBits ?? 0) / 8);
}

/** A value of that length whose encoding in the SignerInfo is the longest possible. */
export function longestSignatureValue(algorithm: CmsSignatureAlgorithm, key: PublicKeyDescription): Uint8Array {
  return new Uint8Array(rawSignatureBytes(algorithm, key)).fill(0xff);
}
