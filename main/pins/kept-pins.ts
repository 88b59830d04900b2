/** How well what is given to the system's key store is protected there. */
export type Protection = 'protected' | 'unprotected' | 'unavailable';

/** The key store of the system, and a place for what it has sealed. */
export interface SystemVault {
  protection(): Promise<Protection>;
  seal(text: string): Promise<string>;
  unseal(sealed: string): Promise<string>;
  /** Sealed texts by name: PINs by provider, passwords by the name of their secret. Empty where there are none. */
  read(): Readonly<Record<string, string>>;
  /** Durable on return. */
  write(sealed: Readonly<Record<string, string>>): void;
}

/**
 * PINs that a person has chosen to keep on this machine, each for one provider. A PIN is taken out for each use and put
 * back once the token has accepted it: one that was refused, or that nobody knows the fate of, is gone and cannot be
 * tried again.
 */
export class KeptPins {
  readonly #vault: SystemVault;
  #forgettings = 0;

  constructor(vault: SystemVault) {
    this.#vault = vault;
  }

  protection(): Promise<Protection> {
    return this.#vault.protection();
  }

  /** How often the person had everything forgotten. */
  get forgettings(): number {
    return this.#forgettings;
  }

  /**
   * False where the system has no protected place for it, or where the person had everything forgotten since `asOf`, which is
   * before the PIN was used; nothing is kept then.
   */
  async keep(providerId: string, pin: Uint8Array, asOf = this.#forgettings): Promise<boolean> {
    if ((await this.#vault.protection()) !== 'protected') return false;
    const sealed = await this.#vault.seal(Buffer.from(pin).toString('utf8'));
    if (asOf !== this.#forgettings) return false;
    this.#vault.write({ ...this.#vault.read(), [providerId]: sealed });
    return true;
  }

  /** The PIN of a provider, which is no longer kept from now on; undefined where there is none or it cannot be read. */
  async take(providerId: string): Promise<Uint8Array | undefined> {
    const { [providerId]: sealed, ...others } = this.#vault.read();
    if (sealed === undefined) return undefined;
    this.#vault.write(others);
    if ((await this.#vault.protection()) !== 'protected') return undefined;
    return Uint8Array.from(Buffer.from(await this.#vault.unseal(sealed), 'utf8'));
  }

  forgetAll(): void {
    this.#forgettings += 1;
    this.#vault.write({});
  }
}
