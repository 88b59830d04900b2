import type { ByteSource } from '../../codecs/byte-source.ts';
import { readChunks } from '../../codecs/pdf/signature-digest.ts';
import { startHash } from '../../codecs/x509/hash-algorithm.ts';

/** Whether two files have the same bytes. */
export function isSameFile(one: ByteSource, other: ByteSource): boolean {
  return one === other || (one.size === other.size && Buffer.compare(sha256Of(one), sha256Of(other)) === 0);
}

/** Whether a file begins with all bytes of another one, as a signed PDF does with what was signed. */
export function beginsWith(file: ByteSource, start: ByteSource): boolean {
  return start.size > 0 && start.size <= file.size && Buffer.compare(sha256Of(start), sha256Of(file, start.size)) === 0;
}

/** Of all bytes of a file, or of the first `size`. */
export function sha256Of(file: ByteSource, size = file.size): Uint8Array {
  const hasher = startHash('SHA-256');
  for (const chunk of readChunks(file, 0, size)) hasher.update(chunk);
  return hasher.digest();
}

/** The same in lower-case hex. */
export function hexSha256(file: ByteSource): string {
  return Buffer.from(sha256Of(file)).toString('hex');
}
