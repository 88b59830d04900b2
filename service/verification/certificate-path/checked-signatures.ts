import type { SignatureCheckResult } from '../signature-arithmetic/signature-check.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

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

const ofDocument = new WeakMap<WorkBudget, Map<string, SignatureCheckResult>>();

/**
 * The outcome of a check that one document may ask for again and again, as each of many timestamps over one another does for
 * all that come after it. It is charged once a document, known from an earlier one or not; after that it costs as much as looking it up.
 * `work`: in nanoseconds. Throws WorkExceededError.
 */
export function chargedOnce(
  pair: string,
  budget: WorkBudget,
  work: () => number,
  check: () => SignatureCheckResult,
): SignatureCheckResult {
  const results = ofDocument.get(budget) ?? new Map<string, SignatureCheckResult>();
  ofDocument.set(budget, results);
  const earlier = results.get(pair);
  budget.charge(earlier === undefined ? work() : WORK.knownCheck);
  const result = earlier ?? check();
  results.set(pair, result);
  return result;
}
