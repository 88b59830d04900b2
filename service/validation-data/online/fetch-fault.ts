/**
 * Why something was not fetched. `refused`: asking again will not help (a forbidden address, a wrong answer);
 * `unreachable`: it may (no connection, no answer in time, a fault of the server). The message names no path or query of
 * the address, since it may be shown to who sent the document.
 */
export class FetchFault extends Error {
  readonly kind: 'refused' | 'unreachable';

  constructor(kind: 'refused' | 'unreachable', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'FetchFault';
    this.kind = kind;
  }
}
