/** Bounds on what a reader follows before it gives up with a typed error (nested or endless input). */
export interface Asn1Limits {
  /** Nesting of constructed values, the outermost being 1. */
  readonly maxDepth: number;
  /** Elements looked at, all levels together. */
  readonly maxElements: number;
  /** Size of the whole input. */
  readonly maxBytes: number;
}

export const DEFAULT_ASN1_LIMITS: Asn1Limits = { maxDepth: 64, maxElements: 100_000, maxBytes: 0x7fffffff };
