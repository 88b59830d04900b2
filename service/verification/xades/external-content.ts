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
  /** What the URI of a reference names; null when it is not there, or not known by a name. */
  find(uri: string | null): ExternalFile | null;
  /** Files that any URI may mean: whatever a signature calls them, its digests tell which is which. */
  readonly guesses: readonly ExternalFile[];
  /** The originals that were handed in. */
  readonly originals: readonly ByteSource[];
}

export const NO_EXTERNAL_CONTENT: ExternalContent = { find: () => null, guesses: [], originals: [] };

/** The originals that were handed in beside the document, whatever a signature calls them. */
export function givenOriginals(originals: readonly ByteSource[]): ExternalContent {
  return { find: () => null, guesses: originals.map(fileOf), originals };
}

function fileOf(original: ByteSource): ExternalFile {
  return {
    size: original.size,
    isDigested: false,
    digest: (hash) => digestOfSource(original, hash),
    pieces: () => readChunks(original, 0, original.size),
    read: () => original.read(0, original.size),
  };
}

/** Digest of all bytes of a source, read piece by piece. */
export function digestOfSource(source: ByteSource, hash: HashName): Uint8Array {
  const hasher = startHash(hash);
  for (const chunk of readChunks(source, 0, source.size)) hasher.update(chunk);
  return hasher.digest();
}
