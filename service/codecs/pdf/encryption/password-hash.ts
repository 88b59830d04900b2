import { createHash } from 'node:crypto';
import { encryptBlocks } from './aes.ts';

const LEAST_ROUNDS = 64;
/** The last byte of a round says when to stop; 255 is the highest, so that no round beyond this one can be needed. */
const MOST_ROUNDS = LEAST_ROUNDS + 256;
const REPETITIONS = 64;
const HASHES = ['sha256', 'sha384', 'sha512'] as const;

/**
 * Algorithm 2.B (ISO 32000-2 clause 7.6.4.3.4) for a user password, so without the owner's extra bytes. `salt`: 8 bytes.
 * Gives 32 bytes.
 */
export function hardenedHash(password: Uint8Array, salt: Uint8Array): Uint8Array {
  let key = createHash('sha256').update(password).update(salt).digest();
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const blocks = Buffer.concat(Array.from({ length: REPETITIONS }, () => [password, key]).flat());
    const encrypted = encryptBlocks(key.subarray(0, 16), key.subarray(16, 32), blocks);
    // 256 is 1 modulo 3, so the remainder of the 16-byte number is that of the sum of its bytes.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(HASHES[remainder] ?? 'sha256')
      .update(encrypted)
      .digest();
    if (round >= LEAST_ROUNDS && (encrypted.at(-1) ?? 0) <= round - 32) break;
  }
  return key.subarray(0, 32);
}
