/**
 * What one unit of each kind of work costs, in nanoseconds of an ordinary core. Digests: SHA-512. A path step: a
 * candidate looked at as issuer. A read byte: of a PDF that is parsed, or of memory that its objects take. A node: an
 * element, attribute or text of an XML tree, walked over or written out once. An inflated byte: of a ZIP entry. A parsed
 * item: a certificate, CRL or OCSP response. An attribute: signed or unsigned in a SignerInfo, by all who look for their
 * own. A token: a timestamp, besides its certificates and the check of its value. For checks of signature values see
 * workOfSignatureCheck; a known check is one that the same document has paid for, asked for again.
 */
export const WORK = {
  ...{ digestedByte: 2, inflatedByte: 2, readByte: 5, pathStep: 5_000 },
  ...{ node: 1_000, parsedItem: 60_000, attribute: 10_000, token: 120_000, knownCheck: 20_000 },
} as const;

/** What every document may cost, and what each of its bytes adds: five digests of the whole. */
export const BASE_NANOSECONDS = 1_200_000_000;
const NANOSECONDS_PER_BYTE = 5 * WORK.digestedByte;

/** The document asked for more work than it may cost. */
export class WorkExceededError extends Error {
  constructor() {
    super('Checking this document takes more work than one document may cost.');
    this.name = 'WorkExceededError';
  }
}

/**
 * The work that one document may cost, shared by all its signatures, so that no number of signatures times a number of
 * certificates or references multiplies it. Counted and not measured: what is known from an earlier document is charged
 * all the same, and the verdict depends neither on the load of the machine nor on what was judged before.
 */
export class WorkBudget {
  #left: number;

  /**
   * `documentBytes`: sizes of the document and of the original that came with it. `times`: how often as much as for one
   * verdict, for whoever does more with it.
   */
  constructor(documentBytes: number, times = 1) {
    this.#left = (BASE_NANOSECONDS + documentBytes * NANOSECONDS_PER_BYTE) * times;
  }

  /**
   * Takes this much work out of the budget, before it is done: `budget.charge(bytes * WORK.digestedByte)`. Throws
   * WorkExceededError when it is not there, then and ever after; the verdict is then INDETERMINATE with
   * VERIFICATION_WORK_EXCEEDED, for the signature where somebody catches it, otherwise for the document.
   */
  charge(nanoseconds: number): void {
    this.#left -= nanoseconds;
    if (this.#left < 0) throw new WorkExceededError();
  }
}
