import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** A station that fails this often in the span fails again; somebody has to look. */
const MAX_IN_SPAN = 3;
const SPAN_MILLISECONDS = 10 * 60_000;

const Remembered = z.object({ times: z.array(z.number()), isHeld: z.boolean() }).partial();

/**
 * How often the program may start itself again after a failure, remembered in a file, since each start is another process.
 * Where nothing can be remembered it may not: it could go on for ever.
 */
export class RestartLimit {
  readonly #file: string;
  readonly #now: () => number;

  /** `now` in milliseconds since the epoch. */
  constructor(file: string, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  /** Says whether the program may start itself again, and remembers that it did. */
  mayStartAgain(): boolean {
    const now = this.#now();
    const recent = (this.#read().times ?? []).filter((at) => at <= now && now - at < SPAN_MILLISECONDS);
    return recent.length < MAX_IN_SPAN && this.#write({ times: [...recent, now] });
  }

  /** Has the next program start nothing before the person says so; false where that can not be remembered. */
  hold(): boolean {
    return this.#write({ ...this.#read(), isHeld: true });
  }

  /** Whether this program is to start nothing yet; asked once, so that a start by hand is one. */
  takeHold(): boolean {
    const { isHeld, ...others } = this.#read();
    return isHeld === true && this.#write(others);
  }

  #read(): z.infer<typeof Remembered> {
    try {
      return Remembered.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return {};
    }
  }

  #write(remembered: z.infer<typeof Remembered>): boolean {
    try {
      writeFileSync(this.#file, JSON.stringify(remembered), { mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }
}
