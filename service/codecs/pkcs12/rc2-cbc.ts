import { Pkcs12Error } from './pkcs12-error.ts';

/**
 * RC2-CBC (RFC 2268) with PKCS#7 padding. Only for files of the last century: OpenSSL has dropped the cipher, so it is
 * loaded from elsewhere when such a file is met. Throws PKCS12_PASSWORD_WRONG when the padding is not right.
 */
export async function decryptRc2Cbc(
  key: Uint8Array,
  effectiveKeyBits: number,
  iv: Uint8Array,
  encrypted: Uint8Array,
): Promise<Uint8Array> {
  const { default: forge } = await import('node-forge');
  const cipher = forge.rc2.createDecryptionCipher(binary(key), effectiveKeyBits);
  cipher.start(binary(iv));
  cipher.update(forge.util.createBuffer(binary(encrypted)));
  if (!cipher.finish()) throw new Pkcs12Error('PKCS12_PASSWORD_WRONG', 'The password does not decrypt the file');
  return Buffer.from(cipher.output.getBytes(), 'latin1');
}

function binary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
