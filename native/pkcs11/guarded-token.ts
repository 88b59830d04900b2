/** CK_TOKEN_INFO flags (PKCS#11 v2.40 table 7) that decide about a login. */
const CKF_PROTECTED_AUTHENTICATION_PATH = 0x100;

/** A token as the PIN guard knows it. */
export interface GuardedToken {
  /** Names the token over restarts and slots; see `guardedTokenId`. */
  readonly tokenId: string;
  /** CK_TOKEN_INFO.flags, read just now. */
  readonly flags: number;
  /** Other names under which tries are remembered as well; see `tokenAliases`. */
  readonly aliases?: readonly string[];
  /** The module that shows it: an alias counts for what other modules remembered only. */
  readonly module?: string;
  /** CK_TOKEN_INFO.ulMinPinLen and ulMaxPinLen, in bytes; 0 and CK_UNAVAILABLE_INFORMATION say nothing. */
  readonly pinLength?: { readonly min: number; readonly max: number };
  /** A person types the PIN now and knows that few tries are left, or the last one. */
  readonly isConfirmed?: boolean;
  /** Whose permits count; omitted: nobody's. */
  readonly providerId?: string;
}

/**
 * The name of a token in the guard's memory. With its label, as the serial number alone does not tell tokens apart: a
 * card with two PINs shows as two tokens of one serial number, tpm2-pkcs11 gives zeros and openCryptoki 123 to every
 * token, and what is known of one says nothing of another.
 */
export function guardedTokenId(token: {
  readonly manufacturer: string;
  readonly model: string;
  readonly serial: string;
  readonly label: string;
}): string {
  return [token.manufacturer, token.model, token.serial, token.label].join('|');
}

/** Shorter ones, and those of one character, are counters or placeholders of software tokens. */
const CREDIBLE_SERIAL = /^(?!(.)\1*$).{6,}$/;

/**
 * Further names for a token that several modules may show: each module has a maker and model of its own for it, but its
 * serial number or one of its public certificates is the same through all of them. A PIN that one module saw refused is
 * not tried through another. `scope` is set where several modules serve one provider: any serial number will do then.
 */
export function tokenAliases(scope: string | undefined, serial: string, certificates: readonly string[]): string[] {
  const name = serial.toUpperCase();
  const isAny = scope !== undefined && !/^0*$/.test(name);
  return [
    ...(isAny ? [`${scope}|serial|${name}`] : []),
    ...(CREDIBLE_SERIAL.test(name) ? [`serial|${name}`] : []),
    ...certificates.map((thumbprint) => `certificate|${thumbprint}`),
  ];
}

/** Whether the PIN of the token is typed on its reader, and never given by a program. */
export function isEnteredAtReader({ flags }: Pick<GuardedToken, 'flags'>): boolean {
  return (flags & CKF_PROTECTED_AUTHENTICATION_PATH) !== 0;
}
