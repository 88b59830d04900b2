import { startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

/**
 * Digest of the content a signature covers, by `hash`. `others` are hashes that will be asked for as well: a content
 * that must be read for it can then be read once for all.
 */
export type DigestContent = (hash: HashName, others?: readonly HashName[]) => Uint8Array;

/** How large a content is, and who pays for its digests. */
export interface ContentMeter {
  readonly size: number;
  readonly budget: WorkBudget | undefined;
}

const FREE: ContentMeter = { size: 0, budget: undefined };

/**
 * Digests what `open` gives piece by piece; each hash is computed once however many signers ask. The digests throw
 * WorkExceededError.
 */
export function digestChunks(open: () => Iterable<Uint8Array>, meter: ContentMeter = FREE): DigestContent {
  const known = new Map<HashName, Uint8Array>();
  return (name, others = []) => {
    const earlier = known.get(name);
    if (earlier !== undefined) return earlier;
    const missing = [...new Set([name, ...others])].filter((hash) => !known.has(hash));
    meter.budget?.charge(meter.size * WORK.digestedByte * missing.length);
    const hashes = missing.map((hash) => startHash(hash));
    for (const chunk of open()) for (const hash of hashes) hash.update(chunk);
    missing.forEach((hash, index) => known.set(hash, hashes[index]?.digest() ?? new Uint8Array()));
    return known.get(name) ?? new Uint8Array();
  };
}

/** The same for bytes in memory. */
export function digestPieces(pieces: readonly Uint8Array[]): DigestContent {
  return digestChunks(() => pieces);
}
