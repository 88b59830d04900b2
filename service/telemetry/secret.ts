import { inspect } from 'node:util';

const SHOWN = '[secret]';

/** A PIN, a password or a key text that shows itself only to a caller that asks with `reveal`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
