import { createHash } from 'node:crypto';
import { invalidStructure, PdfError } from '../pdf-error.ts';
import { isCount, isNamed, PdfDictionary } from '../pdf-objects.ts';
import { decryptBlocks } from './aes.ts';
import type { EncryptionDictionary } from './encryption-dictionary.ts';
import { hardenedHash } from './password-hash.ts';
import { rc4 } from './rc4.ts';

/** What a short password is filled up with, algorithm 2 (a); the empty one is all of it. */
const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const EMPTY_PASSWORD = new Uint8Array(0);
const REPEATED_HASHES = 50;
const REPEATED_CIPHERS = 19;

/**
 * The key of the file for the empty user password, ISO 32000-2 clause 7.6.4. `documentId`: the first half of /ID.
 * Throws PdfError: PDF_ENCRYPTED when there is another password, PDF_STRUCTURE_INVALID when /Perms contradicts /P.
 */
export function deriveFileKey(encryption: EncryptionDictionary, documentId: Uint8Array): Uint8Array {
  const key = encryption.version === 5 ? openFileKey(encryption) : findShortKey(encryption, documentId);
  if (key === undefined) throw new PdfError('PDF_ENCRYPTED', 'the document can only be opened with a password');
  if (encryption.version === 5) checkPermissions(encryption, key);
  return key;
}

/** Of the lengths that writers may have meant, the one that the check value confirms. */
function findShortKey(encryption: EncryptionDictionary, documentId: Uint8Array): Uint8Array | undefined {
  for (const bytes of keyLengths(encryption)) {
    const key = shortKey(encryption, documentId, bytes);
    if (isShortKey(encryption, documentId, key)) return key;
  }
  return undefined;
}

/** In bytes. V 4 means 128 bits whatever stands there, but filters of RC4 have been written with shorter keys. */
function keyLengths({ version, revision, entries }: EncryptionDictionary): Set<number> {
  if (version === 1 || revision === 2) return new Set([5]);
  const length = entries.get('Length');
  const bits = isCount(length) && length >= 40 && length <= 128 && length % 8 === 0 ? length : 40;
  if (version === 2) return new Set([bits / 8]);
  return new Set(length === null || usesAes(entries) ? [16] : [16, bits / 8]);
}

function usesAes(entries: PdfDictionary): boolean {
  const filters = entries.get('CF');
  if (!(filters instanceof PdfDictionary)) return false;
  const isAes = (filter: unknown): boolean => filter instanceof PdfDictionary && isNamed(filter.get('CFM'), 'AESV2');
  return [...filters.entries.values()].some(isAes);
}

/** Algorithm 2. */
function shortKey(encryption: EncryptionDictionary, documentId: Uint8Array, bytes: number): Uint8Array {
  const { owner, permissions, revision, encryptsMetadata } = encryption;
  const numbers = Buffer.alloc(4);
  numbers.writeInt32LE(permissions);
  const hash = createHash('md5').update(PADDING).update(owner).update(numbers).update(documentId);
  if (revision >= 4 && !encryptsMetadata) hash.update(Buffer.from([0xff, 0xff, 0xff, 0xff]));
  let key = hash.digest().subarray(0, bytes);
  if (revision === 2) return key;
  for (let round = 0; round < REPEATED_HASHES; round++) key = createHash('md5').update(key).digest().subarray(0, bytes);
  return key;
}

/** Algorithm 6: the check value is that of algorithm 4 or 5. */
function isShortKey({ revision, user }: EncryptionDictionary, documentId: Uint8Array, key: Uint8Array): boolean {
  if (revision === 2) return Buffer.compare(rc4(key, PADDING), user) === 0;
  let check = rc4(key, createHash('md5').update(PADDING).update(documentId).digest());
  for (let round = 1; round <= REPEATED_CIPHERS; round++) {
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  }
  // The other half is arbitrary.
  return Buffer.compare(check, user.subarray(0, 16)) === 0;
}

/** Algorithm 2.A: after the check value in /U come 8 bytes to check a password with and 8 to open the key with. */
function openFileKey({ revision, user, userKey }: EncryptionDictionary): Uint8Array | undefined {
  const hash = (salt: Uint8Array): Uint8Array =>
    revision === 6 ? hardenedHash(EMPTY_PASSWORD, salt) : createHash('sha256').update(salt).digest();
  if (Buffer.compare(hash(user.subarray(32, 40)), user.subarray(0, 32)) !== 0) return undefined;
  return decryptBlocks(hash(user.subarray(40, 48)), userKey);
}

/** Algorithm 13: /Perms repeats /P and /EncryptMetadata under the key, since nothing else binds them to it. */
function checkPermissions(encryption: EncryptionDictionary, key: Uint8Array): void {
  const { permissions, encryptsMetadata, checkedPermissions } = encryption;
  const clear = decryptBlocks(key, checkedPermissions);
  const isGenuine = clear.toString('latin1', 9, 12) === 'adb';
  const metadata = encryptsMetadata ? 0x54 : 0x46;
  if (!isGenuine || clear.readInt32LE(0) !== permissions || clear[8] !== metadata) {
    throw invalidStructure('the permissions of the encrypted document are not those it was encrypted with');
  }
}
