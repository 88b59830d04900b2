import { createHash } from 'node:crypto';
import { HASHES, type HashName } from '../../codecs/x509/hash-algorithm.ts';

/** Digest of the content a signature covers, by whatever hash the signature names. */
export type DigestContent = (hash: HashName) => Uint8Array;

/** Digests bytes in memory, given in pieces; each hash is computed once however many signers ask. */
export function digestPieces(pieces: readonly Uint8Array[]): DigestContent {
  const known = new Map<HashName, Uint8Array>();
  return (name) => {
    const earlier = known.get(name);
    if (earlier !== undefined) return earlier;
    const hash = createHash(HASHES[name].node);
    for (const piece of pieces) hash.update(piece);
    const digest = hash.digest();
    known.set(name, digest);
    return digest;
  };
}
