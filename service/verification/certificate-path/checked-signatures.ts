import type { SignatureCheckResult } from '../signature-arithmetic/signature-check.ts';

/** Some 200 bytes each. */
const MAX_PAIRS = 5000;

/**
 * What the signature of one certificate, CRL or OCSP response by the key of another certificate was found to be. Documents bring certificates of their
 * own, any number of them over time: beyond `maxPairs` the pair that was asked for least recently is forgotten, so that
 * the authorities that everybody's certificates lead to are still known after a document full of strangers.
 */
export class CheckedSignatures {
  readonly #maxPairs: number;
  readonly #results = new Map<string, SignatureCheckResult>();

  constructor(maxPairs = MAX_PAIRS) {
    this.#maxPairs = maxPairs;
  }

  get size(): number {
    return this.#results.size;
  }

  get(pair: string): SignatureCheckResult | undefined {
    const result = this.#results.get(pair);
    if (result === undefined) return undefined;
    // A map keeps its entries in the order in which they came; the first is the one to forget.
    this.#results.delete(pair);
    this.#results.set(pair, result);
    return result;
  }

  /** For a pair that is not known yet. */
  add(pair: string, result: SignatureCheckResult): void {
    this.#results.set(pair, result);
    const oldest = this.#results.keys().next();
    if (this.#results.size > this.#maxPairs && oldest.done !== true) this.#results.delete(oldest.value);
  }
}
