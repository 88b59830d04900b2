import { BASE_NANOSECONDS, WorkExceededError } from '../work-budget.ts';

/** This turn has had its share; what it found is remembered, and whoever begins the same again comes further. */
export class TurnOverError extends Error {
  constructor() {
    super('Other work has its turn before more signatures are checked.');
    this.name = 'TurnOverError';
  }
}

const TURN_NANOSECONDS = 10_000_000;

/**
 * How much of checking signatures of certificates is done at a stretch by a process that answers others as well, and how
 * much in all of what is not known yet. Strangers choose the keys of their certificates, and the largest that a library
 * takes cost tens of milliseconds each.
 */
export class CheckTurns {
  #leftOfAll: number;
  #left = TURN_NANOSECONDS;

  /** `nanoseconds`: for all turns together; as much as one document may cost unless said otherwise. */
  constructor(nanoseconds = BASE_NANOSECONDS) {
    this.#leftOfAll = nanoseconds;
  }

  begin(): void {
    this.#left = TURN_NANOSECONDS;
  }

  /** Before a check whose result is not known. Throws TurnOverError, never before the first one of a turn; WorkExceededError. */
  requireShare(): void {
    if (this.#leftOfAll <= 0) throw new WorkExceededError();
    if (this.#left <= 0) throw new TurnOverError();
  }

  /** After one whose result is remembered: only such a one brings the next turn further. */
  spend(nanoseconds: number): void {
    this.#left -= nanoseconds;
    this.#leftOfAll -= nanoseconds;
  }
}
