import type { ByteSource } from '../../codecs/byte-source.ts';
import { readChunks } from '../../codecs/pdf/signature-digest.ts';
import { startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';

/** A file beside the document that a reference may point to. */
export interface ExternalFile {
  readonly size: number;
  /** It was read before, once for whoever asks, and the work of that is charged already. */
  readonly isDigested: boolean;
  digest(hash: HashName): Uint8Array;
  /** All of it as it is, each piece good until the next is asked for; null when it is not at hand. */
  pieces(): Iterable<Uint8Array> | null;
  /** All of it, for references that canonicalize it; null when it is too large for that. */
  read(): Uint8Array | null;
}

/** The files beside the document. */
export interface ExternalContent {
  /** What the URI of a reference names; null when it is not there. */
  find(uri: string | null): ExternalFile | null;
  /** Every URI gives the same file, which may be any of several: another digest does not prove a change. */
  readonly isGuess: boolean;
  /** The one original that was handed in, whatever the signature calls it. */
  readonly original: ByteSource | null;
}

export const NO_EXTERNAL_CONTENT: ExternalContent = { find: () => null, isGuess: false, original: null };

/** The one original that was handed in beside the document: whatever a signature calls it. */
export function onlyOriginal(original: ByteSource): ExternalContent {
  const file: ExternalFile = {
    size: original.size,
    isDigested: false,
    digest: (hash) => digestOfSource(original, hash),
    pieces: () => readChunks(original, 0, original.size),
    read: () => original.read(0, original.size),
  };
  return { find: () => file, isGuess: true, original };
}

/** Digest of all bytes of a source, read piece by piece. */
export function digestOfSource(source: ByteSource, hash: HashName): Uint8Array {
  const hasher = startHash(hash);
  for (const chunk of readChunks(source, 0, source.size)) hasher.update(chunk);
  return hasher.digest();
}
