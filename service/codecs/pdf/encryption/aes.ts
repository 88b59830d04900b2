import { createCipheriv, createDecipheriv } from 'node:crypto';
import { invalidStructure } from '../pdf-error.ts';

const BLOCK_BYTES = 16;
const NO_IV = new Uint8Array(BLOCK_BYTES);

/**
 * Strings and streams, ISO 32000-2 clause 7.6.3.1: the initialization vector, then AES-CBC with PKCS #7 padding. Some
 * writers leave what is empty empty, or write the vector alone. Throws PdfError PDF_STRUCTURE_INVALID.
 */
export function decryptAes(key: Uint8Array, data: Uint8Array): Uint8Array {
  if (data.length === 0 || data.length === BLOCK_BYTES) return new Uint8Array(0);
  if (data.length % BLOCK_BYTES !== 0) throw invalidStructure('encrypted data of a length that AES never gives');
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, data.subarray(0, BLOCK_BYTES));
  cipher.setAutoPadding(false);
  const padded = cipher.update(data.subarray(BLOCK_BYTES));
  const padding = padded.at(-1) ?? 0;
  const isPadded =
    padding >= 1 && padding <= BLOCK_BYTES && padded.subarray(-padding).every((byte) => byte === padding);
  if (!isPadded) throw invalidStructure('encrypted data without its padding');
  return padded.subarray(0, -padding);
}

/** The counterpart; `iv` are 16 bytes that nobody can foretell. */
export function encryptAes(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  return Buffer.concat([iv, cipher.update(data), cipher.final()]);
}

/** Whole blocks by AES-CBC without padding or vector in the data. */
export function encryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  cipher.setAutoPadding(false);
  return cipher.update(blocks);
}

/** Whole blocks by AES-CBC with a vector of zeros, as keys are kept; one block of it is the same as ECB. */
export function decryptBlocks(key: Uint8Array, blocks: Uint8Array): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, NO_IV);
  cipher.setAutoPadding(false);
  return cipher.update(blocks);
}
