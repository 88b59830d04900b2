import type { Inventory } from './token-inventory.ts';

/**
 * Which keys of a token want their PIN for each signature (CKA_ALWAYS_AUTHENTICATE), as far as logins have shown it:
 * before one most tokens hide their private keys, and nobody can say how often a person will be asked.
 */
export class PinRules {
  /** By SHA-1 and SHA-256 thumbprint of the certificate. */
  readonly #isEachTime = new Map<string, boolean>();

  note({ identities, keys }: Pick<Inventory, 'identities' | 'keys'>): void {
    for (const { certificate } of identities) {
      const key = keys.get(certificate.sha256Thumbprint);
      if (key === undefined) continue;
      this.#isEachTime.set(certificate.sha256Thumbprint, key.object.alwaysAuthenticate);
      this.#isEachTime.set(certificate.summary.thumbprint, key.object.alwaysAuthenticate);
    }
  }

  /** Of the key of this certificate, or of whichever key signs; null where that is not known. */
  isEachTime(thumbprint: string | null): boolean | null {
    if (thumbprint !== null) return this.#isEachTime.get(thumbprint) ?? null;
    const [only, ...others] = new Set(this.#isEachTime.values());
    return others.length === 0 ? (only ?? null) : null;
  }
}
