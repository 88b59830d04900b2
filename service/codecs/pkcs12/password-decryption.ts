import { createDecipheriv } from 'node:crypto';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { DERIVATION_PURPOSE, derivePbkdf2, derivePkcs12, type DerivationParameters } from './key-derivation.ts';
import { HMAC_HASHES, OID_AES_256_CBC, OID_PBES2, OID_PBKDF2 } from './object-identifiers.ts';
import { Pkcs12Error } from './pkcs12-error.ts';
import type { Pkcs12Password } from './pkcs12-password.ts';
import { decryptRc2Cbc } from './rc2-cbc.ts';

/** RFC 7292 appendix C: password-based encryption with SHA-1 and the derivation of appendix B. */
const PBES1_CIPHERS: Readonly<Record<string, { readonly cipher: '3des' | 'rc2'; readonly keyBytes: number }>> = {
  '1.2.840.113549.1.12.1.3': { cipher: '3des', keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { cipher: '3des', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', keyBytes: 5 },
};

const PBES2_CIPHERS: Readonly<Record<string, { readonly name: string; readonly keyBytes: number }>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyBytes: 24 },
  [OID_AES_256_CBC]: { name: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyBytes: 24 },
};

const BLOCK_BYTES = 8;

/** Decrypts what a password encrypted. Throws Pkcs12Error; PKCS12_PASSWORD_WRONG when padding shows it. */
export async function decryptWithPassword(
  algorithm: AlgorithmIdentifier,
  encrypted: Uint8Array,
  password: Pkcs12Password,
): Promise<Uint8Array> {
  if (algorithm.oid === OID_PBES2) return decryptPbes2(requireParameters(algorithm), encrypted, password);
  const scheme = PBES1_CIPHERS[algorithm.oid];
  if (scheme === undefined) throw unsupported(`Encryption ${algorithm.oid}`);
  const derivation = readPbes1Parameters(requireParameters(algorithm));
  const key = await derivePkcs12(password, derivation, DERIVATION_PURPOSE.key, scheme.keyBytes);
  const iv = await derivePkcs12(password, derivation, DERIVATION_PURPOSE.iv, BLOCK_BYTES);
  if (scheme.cipher === 'rc2') return decryptRc2Cbc(key, scheme.keyBytes * 8, iv, encrypted);
  // Two-key triple DES is three-key triple DES whose third key is the first.
  const tripleKey = scheme.keyBytes === 16 ? Buffer.concat([key, key.subarray(0, 8)]) : key;
  return decrypt('des-ede3-cbc', tripleKey, iv, encrypted);
}

/** pkcs-12PbeParams ::= SEQUENCE { salt OCTET STRING, iterations INTEGER } */
function readPbes1Parameters(parameters: Asn1Element): DerivationParameters {
  const cursor = parameters.cursor(TAG.sequence);
  const salt = cursor.next().octetString();
  const iterations = cursor.next().smallInteger();
  return { hash: 'sha1', salt, iterations };
}

/** PBES2-params ::= SEQUENCE { keyDerivationFunc, encryptionScheme } (RFC 8018 A.4). */
async function decryptPbes2(
  parameters: Asn1Element,
  encrypted: Uint8Array,
  password: Pkcs12Password,
): Promise<Uint8Array> {
  const cursor = parameters.cursor(TAG.sequence);
  const derivation = readPbkdf2(readAlgorithmIdentifier(cursor.next()));
  const scheme = readAlgorithmIdentifier(cursor.next());
  const cipher = PBES2_CIPHERS[scheme.oid];
  if (cipher === undefined) throw unsupported(`Cipher ${scheme.oid}`);
  const iv = requireParameters(scheme).octetString();
  const key = await derivePbkdf2(password, derivation, cipher.keyBytes);
  return decrypt(cipher.name, key, iv, encrypted);
}

/** PBKDF2-params ::= SEQUENCE { salt, iterationCount, keyLength OPTIONAL, prf DEFAULT hmacWithSHA1 } (RFC 8018 A.2). */
export function readPbkdf2(
  algorithm: AlgorithmIdentifier,
): DerivationParameters & { readonly keyLength: number | null } {
  if (algorithm.oid !== OID_PBKDF2) throw unsupported(`Key derivation ${algorithm.oid}`);
  const cursor = requireParameters(algorithm).cursor(TAG.sequence);
  const salt = cursor.next().octetString();
  const iterations = cursor.next().smallInteger();
  const keyLength = cursor.optional(TAG.integer)?.smallInteger() ?? null;
  const prf = cursor.optional(TAG.sequence);
  const hash = prf === null ? 'sha1' : HMAC_HASHES[readAlgorithmIdentifier(prf).oid];
  if (hash === undefined) throw unsupported('The pseudo-random function of PBKDF2');
  return { hash, salt, iterations, keyLength };
}

export function requireParameters(algorithm: AlgorithmIdentifier): Asn1Element {
  if (algorithm.parameters !== null) return algorithm.parameters;
  throw new Pkcs12Error('PKCS12_STRUCTURE_INVALID', 'An algorithm lacks its parameters');
}

function decrypt(cipher: string, key: Uint8Array, iv: Uint8Array, encrypted: Uint8Array): Uint8Array {
  const expectedIvBytes = cipher.startsWith('aes') ? 16 : BLOCK_BYTES;
  if (iv.length !== expectedIvBytes) throw new Pkcs12Error('PKCS12_STRUCTURE_INVALID', 'The IV has a wrong length');
  try {
    const decipher = createDecipheriv(cipher, key, iv);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch (cause) {
    throw new Pkcs12Error('PKCS12_PASSWORD_WRONG', 'The password does not decrypt the file', { cause });
  }
}

function unsupported(what: string): Pkcs12Error {
  return new Pkcs12Error('PKCS12_ALGORITHM_UNSUPPORTED', `${what} is not supported`);
}
