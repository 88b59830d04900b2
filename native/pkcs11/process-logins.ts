/**
 * Who is logged in to which token of a module in this process. A login is the process's, not the session's (PKCS#11
 * v3.0, 5.6.8): every session can use the keys from then on, also those of a provider with another PIN. So each
 * provider asks here first whether the login that there is was made with a PIN that is its own as well.
 */
export class ProcessLogins {
  readonly #slots = new Map<number, { connections: number; identity: string | undefined }>();

  /** A session was opened; the login lives as long as there is one. */
  opened(slot: number): void {
    const { connections = 0, identity } = this.#slots.get(slot) ?? {};
    this.#slots.set(slot, { connections: connections + 1, identity });
  }

  closed(slot: number): void {
    const known = this.#slots.get(slot);
    if (known === undefined) return;
    if (known.connections > 1) this.#slots.set(slot, { ...known, connections: known.connections - 1 });
    else this.#slots.delete(slot);
  }

  /** What the PIN of the login was (see `PinGuard.identify`); undefined when nobody is logged in. */
  identity(slot: number): string | undefined {
    return this.#slots.get(slot)?.identity;
  }

  loggedIn(slot: number, identity: string): void {
    const { connections = 1 } = this.#slots.get(slot) ?? {};
    this.#slots.set(slot, { connections, identity });
  }

  /** The token was taken out, or the login was lost with a fault. */
  lost(slot: number): void {
    const known = this.#slots.get(slot);
    if (known !== undefined) this.#slots.set(slot, { ...known, identity: undefined });
  }
}
