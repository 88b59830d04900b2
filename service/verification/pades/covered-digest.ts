import { createHash } from 'node:crypto';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { readChunks } from '../../codecs/pdf/signature-digest.ts';
import { HASHES, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { CoveredBytes } from './byte-range.ts';

/** Digest of the two byte ranges of a signature, read piece by piece. Throws PdfError when the file is shorter. */
export function digestCovered(source: ByteSource, covered: CoveredBytes, hash: HashName): Uint8Array {
  const digest = createHash(HASHES[hash].node);
  for (const chunk of readChunks(source, 0, covered.gapStart)) digest.update(chunk);
  for (const chunk of readChunks(source, covered.gapEnd, covered.end)) digest.update(chunk);
  return digest.digest();
}
