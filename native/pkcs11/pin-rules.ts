import type { PinPrompt } from '../../service/contract/vocabulary/pin-prompts.ts';
import { isEnteredAtReader, type GuardedToken } from './guarded-token.ts';
import type { Inventory } from './token-inventory.ts';

/**
 * Which keys of a token want their PIN for each signature (CKA_ALWAYS_AUTHENTICATE), as far as logins have shown it:
 * before one most tokens hide their private keys, and nobody can say how often a person will be asked.
 */
export class PinRules {
  /** By SHA-1 and SHA-256 thumbprint of the certificate, of one token. */
  readonly #isEachTime = new Map<string, boolean>();
  #token: string | undefined;

  /** What was seen on the token of this name; what was seen on another one says nothing of it. */
  note(token: string, { identities, keys }: Pick<Inventory, 'identities' | 'keys'>): void {
    if (this.#token !== token) this.#isEachTime.clear();
    this.#token = token;
    for (const { certificate } of identities) {
      const key = keys.get(certificate.sha256Thumbprint);
      if (key === undefined) continue;
      this.#isEachTime.set(certificate.sha256Thumbprint, key.object.alwaysAuthenticate);
      this.#isEachTime.set(certificate.summary.thumbprint, key.object.alwaysAuthenticate);
    }
  }

  /** Of the key of this certificate on the token of this name, or of whichever signs; null where that is not known. */
  isEachTime(token: string, thumbprint: string | null): boolean | null {
    if (this.#token !== token) return null;
    if (thumbprint !== null) return this.#isEachTime.get(thumbprint) ?? null;
    const [only, ...others] = new Set(this.#isEachTime.values());
    return others.length === 0 ? (only ?? null) : null;
  }
}

interface TokenWithPin extends Pick<GuardedToken, 'flags'> {
  readonly isLoginRequired: boolean;
}

/** How the PIN of a key is asked for; `isEachTime` is null where no login has shown the rule of the key. */
export function promptOf(token: TokenWithPin, isFromPerson: boolean, isEachTime: boolean | null): PinPrompt {
  if (!token.isLoginRequired && isEachTime !== true) return 'none';
  if (isEnteredAtReader(token)) return 'reader';
  if (!isFromPerson) return 'stored';
  if (isEachTime === null) return 'person';
  return isEachTime ? 'document' : 'batch';
}
