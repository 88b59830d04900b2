import { createPublicKey, type KeyObject } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { derBitString, derSequence } from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import { OID_KEY } from '../../codecs/x509/object-identifiers.ts';
import {
  describePublicKey,
  type PublicKeyDescription,
  type SubjectPublicKeyInfo,
} from '../../codecs/x509/public-key.ts';

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
