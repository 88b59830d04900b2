/** A person who has left the desk is not to find the card open on return. */
const IDLE_MILLISECONDS = 15 * 60_000;

/**
 * The PIN that a person entered, in the memory of this process and nowhere else: overwritten when it is forgotten, and
 * after a quarter of an hour in which nobody used it. The binding takes texts, so that copies of each use are left to
 * the garbage collector; they die with this process at the latest.
 */
export class HeldPin {
  readonly #onIdle: () => void;
  #bytes: Buffer | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The person knows that few tries are left, or the last one; said anew with each entry. */
  isConfirmed = false;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  get isHeld(): boolean {
    return this.#bytes !== undefined;
  }

  /** Takes a copy of `pin` and overwrites what it was given. */
  keep(pin: Uint8Array, isConfirmed: boolean): void {
    this.wipe();
    this.#bytes = Buffer.from(pin);
    pin.fill(0);
    this.isConfirmed = isConfirmed;
    this.#used();
  }

  /** Undefined when none is kept. */
  read(): string | undefined {
    if (this.#bytes === undefined) return undefined;
    this.#used();
    return this.#bytes.toString('utf8');
  }

  wipe(): void {
    clearTimeout(this.#idle);
    this.#bytes?.fill(0);
    this.#bytes = undefined;
    this.isConfirmed = false;
  }

  #used(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(this.#onIdle, IDLE_MILLISECONDS).unref();
  }
}
