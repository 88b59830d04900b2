/** How canonical bytes are made. */
export interface Canonicalization {
  /** Canonical XML 1.0, Canonical XML 1.1, or Exclusive Canonical XML 1.0. */
  readonly method: 'C14N 1.0' | 'C14N 1.1' | 'Exclusive C14N';
  readonly withComments: boolean;
  /** PrefixList of InclusiveNamespaces, `#default` for the default namespace; for the exclusive method only. */
  readonly inclusivePrefixes?: readonly string[];
}
