import type { ByteSource } from '../../codecs/byte-source.ts';
import { readChunks } from '../../codecs/pdf/signature-digest.ts';
import { startHash, type Hasher, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';
import type { CoveredBytes } from './byte-range.ts';

interface Prefix {
  readonly state: Hasher;
  readonly end: number;
}

/**
 * Digests of the byte ranges of a document's signatures. All ranges begin at the first byte, so that what two
 * signatures both cover is read once when they are asked for from the first to the last. What is read all the same is
 * charged to the document's budget, so that a thousand ranges that begin alike cannot read it a thousand times.
 */
export class CoveredDigests {
  readonly #source: ByteSource;
  readonly #budget: WorkBudget | undefined;
  readonly #prefixes = new Map<HashName, Prefix>();

  constructor(source: ByteSource, budget?: WorkBudget) {
    this.#source = source;
    this.#budget = budget;
  }

  /** Reads piece by piece. Throws PdfError when the file is shorter than the ranges, and WorkExceededError. */
  digest({ gapStart, gapEnd, end }: CoveredBytes, name: HashName): Uint8Array {
    const hash = this.#prefix(gapStart, name);
    this.#read(hash, gapEnd, end);
    return hash.digest();
  }

  #prefix(end: number, name: HashName): Hasher {
    const known = this.#prefixes.get(name);
    const isUsable = known !== undefined && known.end <= end;
    const state = isUsable ? known.state : startHash(name);
    this.#read(state, isUsable ? known.end : 0, end);
    this.#prefixes.set(name, { state, end });
    return state.copy();
  }

  #read(hash: Hasher, start: number, end: number): void {
    this.#budget?.charge(Math.max(0, end - start) * WORK.digestedByte);
    for (const chunk of readChunks(this.#source, start, end)) hash.update(chunk);
  }
}

/** Digests of what one signature covers, each computed once. */
export function digestOf(digests: CoveredDigests, covered: CoveredBytes): (hash: HashName) => Uint8Array {
  const known = new Map<HashName, Uint8Array>();
  return (hash) => {
    const digest = known.get(hash) ?? digests.digest(covered, hash);
    known.set(hash, digest);
    return digest;
  };
}
