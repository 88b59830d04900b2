/** Far more than all tokens of a machine hold; the memory only saves questions. */
const MAX_CERTIFICATES = 10_000;

/** Which providers showed which certificate last, by SHA-1 and SHA-256 thumbprint alike. */
export class CertificatePlaces {
  readonly #providers = new Map<string, Set<string>>();

  noteShown(providerId: string, thumbprints: readonly string[]): void {
    if (this.#providers.size > MAX_CERTIFICATES) this.#providers.clear();
    for (const thumbprint of thumbprints) {
      const shownBy = this.#providers.get(thumbprint) ?? new Set();
      this.#providers.set(thumbprint, shownBy.add(providerId));
    }
  }

  noteMissing(providerId: string, thumbprint: string): void {
    this.#providers.get(thumbprint)?.delete(providerId);
  }

  has(providerId: string, thumbprint: string): boolean {
    return this.#providers.get(thumbprint)?.has(providerId) === true;
  }
}
