import { Pkcs12Error } from './pkcs12-error.ts';

/** Files ask for 1 to 600,000 at a time, and that a few times; this is where a file stops being a file and starts being an attack. */
const MAX_ITERATIONS = 10_000_000;

/**
 * The rounds of key derivation that one file may cost. It is counted for the whole file: a file without a MAC can hold
 * thousands of keys, each with an encryption of its own, and nobody has to know its password.
 */
export class IterationBudget {
  #left = MAX_ITERATIONS;

  /** Takes what is about to be done. Throws Pkcs12Error PKCS12_ITERATIONS_EXCEEDED where there is not so much left. */
  charge(iterations: number): void {
    this.#left -= iterations;
    if (iterations >= 1 && this.#left >= 0) return;
    throw new Pkcs12Error('PKCS12_ITERATIONS_EXCEEDED', `The file asks for ${iterations} iterations`);
  }
}
