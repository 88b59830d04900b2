/**
 * Why an authority gave no usable timestamp. `refused`: it understood and will not do what the settings ask for, so that
 * asking again would not help. `failed`: it could not be reached or what it answered cannot be relied on.
 */
export class AuthorityFault extends Error {
  readonly kind: 'refused' | 'failed';
  /** The message is the end of a sentence that begins with the authority's address. */
  constructor(kind: 'refused' | 'failed', message: string) {
    super(message);
    this.name = 'AuthorityFault';
    this.kind = kind;
  }
}

const MAX_QUOTED = 200;

/** What an authority wrote, fit for a log line and a page: one line, printable, short. */
export function quoted(text: string): string {
  const printable = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return printable.length > MAX_QUOTED ? `${printable.slice(0, MAX_QUOTED)}…` : printable;
}
