import { constants, publicDecrypt, timingSafeEqual, type KeyObject } from 'node:crypto';
import { HASHES, startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { PssParameters } from '../../codecs/x509/signature-algorithm.ts';

/**
 * Checks an RSASSA-PSS value (RFC 8017 8.1.2) whose mask is made with another hash than its message, which node:crypto has
 * no words for, or with a hash that the runtime lacks. `key`: an RSA key of `modulusBits`. Throws what node:crypto throws for a value that is no number below
 * the modulus.
 */
export function verifyPssByEncoding(
  pss: PssParameters,
  data: Uint8Array,
  rsa: { readonly key: KeyObject; readonly modulusBits: number },
  value: Uint8Array,
): boolean {
  return verifyPssByDigest(pss, startHash(pss.hash).update(data).digest(), rsa, value);
}

/** The same where only the digest of the signed bytes, by the hash of `pss`, is at hand. */
export function verifyPssByDigest(
  pss: PssParameters,
  digest: Uint8Array,
  { key, modulusBits }: { readonly key: KeyObject; readonly modulusBits: number },
  value: Uint8Array,
): boolean {
  if (value.length !== Math.ceil(modulusBits / 8)) return false;
  const block = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, value);
  const encodedBits = modulusBits - 1;
  const encodedBytes = Math.ceil(encodedBits / 8);
  // Of a modulus one bit longer than whole octets the message has one octet less than the block.
  if (block.subarray(0, block.length - encodedBytes).some((octet) => octet !== 0)) return false;
  return isEncodingOf(pss, digest, block.subarray(block.length - encodedBytes), encodedBits);
}

const TRAILER = 0xbc;

/** EMSA-PSS-VERIFY (RFC 8017 9.1.2): every octet has the one value that it may have, apart from the salt. */
function isEncodingOf(
  { hash, mgfHash, saltBytes }: PssParameters,
  digest: Uint8Array,
  encoded: Uint8Array,
  encodedBits: number,
): boolean {
  const hashBytes = HASHES[hash].bytes;
  const filling = encoded.length - hashBytes - saltBytes - 2;
  if (filling < 0 || encoded.at(-1) !== TRAILER) return false;
  const masked = encoded.subarray(0, encoded.length - hashBytes - 1);
  const found = encoded.subarray(masked.length, -1);
  // The first octet has bits that the message lacks: zero in the masked block, and made zero in the other.
  const usedBits = 0xff >> (8 * encoded.length - encodedBits);
  if ((masked[0] ?? 0) > usedBits) return false;
  const mask = mgf1(mgfHash, found, masked.length);
  const block = masked.map((octet, at) => octet ^ (mask[at] ?? 0));
  block[0] = (block[0] ?? 0) & usedBits;
  if (block.subarray(0, filling).some((octet) => octet !== 0) || block[filling] !== 1) return false;
  const salt = block.subarray(filling + 1);
  const expected = startHash(hash).update(new Uint8Array(8)).update(digest).update(salt).digest();
  return timingSafeEqual(expected, found);
}

/** MGF1 (RFC 8017 B.2.1): as many octets as are asked for. */
function mgf1(hash: HashName, seed: Uint8Array, length: number): Uint8Array {
  const parts: Buffer[] = [];
  for (let counter = 0; counter * HASHES[hash].bytes < length; counter += 1) {
    const octets = Buffer.alloc(4);
    octets.writeUInt32BE(counter);
    parts.push(startHash(hash).update(seed).update(octets).digest());
  }
  return Buffer.concat(parts).subarray(0, length);
}
