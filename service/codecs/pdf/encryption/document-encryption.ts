import { createHash } from 'node:crypto';
import type { ObjectCipher, PdfDictionary, PdfReference } from '../pdf-objects.ts';
import { decryptAes, encryptAes } from './aes.ts';
import { readCryptFilters, type CryptFilters, type CryptMethod } from './crypt-filters.ts';
import { readEncryptionDictionary } from './encryption-dictionary.ts';
import { deriveFileKey } from './file-key.ts';
import { rc4 } from './rc4.ts';

const AES_SALT = Buffer.from('sAlT', 'latin1');
const MAX_OBJECT_KEY_BYTES = 16;
const IV_BYTES = 16;

/** Gives so many bytes that nobody can foretell. */
export type RandomBytes = (length: number) => Uint8Array;

export interface EncryptionParts {
  /** The encryption dictionary without references. */
  readonly dictionary: PdfDictionary;
  /** Number of the object that holds it, which is never encrypted; null when it stands in the trailer. */
  readonly holder: number | null;
  /** The first half of the trailer's /ID, empty when there is none. */
  readonly documentId: Uint8Array;
  readonly randomBytes: RandomBytes;
}

/**
 * An encrypted document that the empty user password opens: standard security handler, revisions 2 to 6 (ISO 32000-2
 * clause 7.6.4, with RC4 of ISO 32000-1). The constructor throws PdfError: PDF_ENCRYPTED for everything that only a
 * password or another handler opens, PDF_STRUCTURE_INVALID for a broken encryption dictionary.
 */
export class DocumentEncryption {
  /** /P as a signed number of 32 bits. */
  readonly permissions: number;
  readonly #holder: number | null;
  readonly #fileKey: Uint8Array;
  readonly #isAes256: boolean;
  readonly #filters: CryptFilters;
  readonly #randomBytes: RandomBytes;

  constructor(parts: EncryptionParts) {
    const encryption = readEncryptionDictionary(parts.dictionary);
    this.#filters = readCryptFilters(encryption);
    this.#fileKey = deriveFileKey(encryption, parts.documentId);
    this.#isAes256 = encryption.version === 5;
    this.permissions = encryption.permissions;
    this.#holder = parts.holder;
    this.#randomBytes = parts.randomBytes;
  }

  /** How the strings and the stream of one indirect object are encrypted; null for the one that never is. */
  cipherOf({ number, generation }: PdfReference): ObjectCipher | null {
    if (number === this.#holder) return null;
    const keyFor = this.#objectKeys(number, generation);
    const { strings, streamMethod } = this.#filters;
    return {
      decryptString: (data) => decrypt(strings, keyFor, data),
      decryptStream: (data, dictionary, resolve) => decrypt(streamMethod(dictionary, resolve), keyFor, data),
      encryptString: (data) => this.#encrypt(strings, keyFor, data),
      encryptStream: (data, dictionary, resolve) => this.#encrypt(streamMethod(dictionary, resolve), keyFor, data),
    };
  }

  /** Algorithm 1: a key of its own for every object and method; AES-256 uses the key of the file for all. */
  #objectKeys(number: number, generation: number): KeyFor {
    if (this.#isAes256) return () => this.#fileKey;
    const known = new Map<CryptMethod, Uint8Array>();
    return (method) => {
      const key = known.get(method) ?? this.#objectKey(number, generation, method);
      known.set(method, key);
      return key;
    };
  }

  #objectKey(number: number, generation: number, method: CryptMethod): Uint8Array {
    const numbers = Buffer.alloc(5);
    // The low-order bytes count, clause 7.6.3.1.
    numbers.writeUIntLE(number % 2 ** 24, 0, 3);
    numbers.writeUIntLE(generation % 2 ** 16, 3, 2);
    const hash = createHash('md5').update(this.#fileKey).update(numbers);
    if (method === 'AES') hash.update(AES_SALT);
    return hash.digest().subarray(0, Math.min(this.#fileKey.length + 5, MAX_OBJECT_KEY_BYTES));
  }

  #encrypt(method: CryptMethod, keyFor: KeyFor, data: Uint8Array): Uint8Array {
    if (method === 'identity') return data;
    if (method === 'RC4') return rc4(keyFor(method), data);
    return encryptAes(keyFor(method), this.#randomBytes(IV_BYTES), data);
  }
}

type KeyFor = (method: CryptMethod) => Uint8Array;

function decrypt(method: CryptMethod, keyFor: KeyFor, data: Uint8Array): Uint8Array {
  if (method === 'identity') return data;
  return method === 'RC4' ? rc4(keyFor(method), data) : decryptAes(keyFor(method), data);
}
