import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { hashFromOid, HASHES } from '../x509/hash-algorithm.ts';
import { DERIVATION_PURPOSE, derivePbkdf2, derivePkcs12 } from './key-derivation.ts';
import { HMAC_HASHES, OID_PBMAC1 } from './object-identifiers.ts';
import { readPbkdf2, requireParameters } from './password-decryption.ts';
import { Pkcs12Error } from './pkcs12-error.ts';
import type { Pkcs12Password } from './pkcs12-password.ts';

/** MacData of RFC 7292 section 4, with a classic HMAC or PBMAC1 (RFC 9579). */
export interface MacData {
  readonly algorithm: AlgorithmIdentifier;
  readonly expected: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

export function readMacData(element: Asn1Element): MacData {
  const cursor = element.cursor(TAG.sequence);
  const digestInfo = cursor.next().cursor(TAG.sequence);
  const algorithm = readAlgorithmIdentifier(digestInfo.next());
  const expected = digestInfo.next().octetString();
  const salt = cursor.next().octetString();
  const iterations = cursor.optional(TAG.integer)?.smallInteger() ?? 1;
  return { algorithm, expected, salt, iterations };
}

/** Whether `content` (the octets of authSafe) carries the MAC that `password` makes. */
export async function isMacRight(mac: MacData, content: Uint8Array, password: Pkcs12Password): Promise<boolean> {
  const { hash, key } =
    mac.algorithm.oid === OID_PBMAC1 ? await pbmac1Key(mac, password) : await classicKey(mac, password);
  const computed = createHmac(hash, key).update(content).digest();
  return computed.length === mac.expected.length && timingSafeEqual(computed, mac.expected);
}

interface MacKey {
  readonly hash: string;
  readonly key: Uint8Array;
}

async function classicKey({ algorithm, salt, iterations }: MacData, password: Pkcs12Password): Promise<MacKey> {
  const name = hashFromOid(algorithm.oid);
  if (name === null) throw unsupported(algorithm.oid);
  const { node: hash, bytes } = HASHES[name];
  const key = await derivePkcs12(password, { hash, salt, iterations }, DERIVATION_PURPOSE.mac, bytes);
  return { hash, key };
}

/** PBMAC1-params ::= SEQUENCE { keyDerivationFunc, messageAuthScheme }; RFC 9579 wants keyLength to be there. */
async function pbmac1Key({ algorithm }: MacData, password: Pkcs12Password): Promise<MacKey> {
  const cursor = requireParameters(algorithm).cursor(TAG.sequence);
  const derivation = readPbkdf2(readAlgorithmIdentifier(cursor.next()));
  const scheme = readAlgorithmIdentifier(cursor.next());
  const hash = HMAC_HASHES[scheme.oid];
  if (hash === undefined) throw unsupported(scheme.oid);
  if (derivation.keyLength === null || derivation.keyLength > 64) {
    throw new Pkcs12Error('PKCS12_STRUCTURE_INVALID', 'The key length of the MAC is missing or too large');
  }
  return { hash, key: await derivePbkdf2(password, derivation, derivation.keyLength) };
}

function unsupported(oid: string): Pkcs12Error {
  return new Pkcs12Error('PKCS12_ALGORITHM_UNSUPPORTED', `The MAC algorithm ${oid} is not supported`);
}
