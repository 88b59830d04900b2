import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import type { StationError } from '../../service/domain/station-error.ts';
import type { PinFacts } from '../../service/providers/token-host/protocol.ts';
import type { TryPermits } from '../../service/providers/token-host/try-permits.ts';
import { CKR, ckrError, ckrName, ckrOf, loginOutcome } from './ckr-messages.ts';
import type { GuardedToken } from './guarded-token.ts';
import type { PinLatchStore } from './pin-latch-store.ts';
import { MAX_REFUSALS_IN_A_ROW, PinMemory, type BegunTry, type Latch } from './pin-memory.ts';
import {
  countRefusal,
  flagRefusal,
  isCountLow,
  lengthRefusal,
  permitOf,
  readerRefusal,
  refused,
  triesLeft,
} from './pin-refusals.ts';

/** Stands for the PIN that only reader and person know: a token's own record of dialogs at its reader. */
const PIN_OF_READER = '\0reader';

/**
 * The one way to C_Login. A PIN is tried once: the attempt is on disk before the module sees the PIN, so that neither
 * a refusal nor a crash in between is forgotten. Modules that set no flags are covered by what we remember ourselves.
 *
 * States of one PIN value on one token: unknown -> trying -> accepted, or unknown again (the token never saw it)
 *                                                        -> refused (until a person permits a try that succeeds)
 *                                                        -> trying (outcome unknown: one more try, then a person)
 */
export class PinGuard {
  readonly #memory: PinMemory;
  readonly #permits: Pick<TryPermits, 'has' | 'take'>;

  constructor(store: PinLatchStore, permits: Pick<TryPermits, 'has' | 'take'> = NO_PERMITS) {
    this.#memory = new PinMemory(store);
    this.#permits = permits;
  }

  /** Why this PIN would not be tried on this token now; null if it would. Touches neither token nor files' content. */
  refusal(token: GuardedToken, pin: string): StationError | null {
    const refusal = flagRefusal(token) ?? lengthRefusal(token, pin) ?? readerRefusal(token);
    return refusal ?? (this.#isPermitted(token) ? null : this.#caution(token, pin));
  }

  /** Why the reader would not be asked for this token's PIN now; null if it would. */
  readerDialogRefusal(token: GuardedToken): StationError | null {
    const refusal = flagRefusal(token);
    return refusal ?? (this.#isPermitted(token) ? null : this.#latched(token, PIN_OF_READER));
  }

  /** What is known of the tries that are left, from the token and from what it refused before. */
  triesLeft(token: GuardedToken): PinFacts['tries'] {
    const told = triesLeft(token.flags);
    return told === 'unknown' && this.#memory.refusalsInARow(token) >= MAX_REFUSALS_IN_A_ROW ? 'low' : told;
  }

  /** Tells PINs of one token apart inside this process; says nothing of the PIN and is never stored or sent. */
  identify(token: GuardedToken, pin: string): string {
    return this.#memory.identify(token, pin);
  }

  /** Whether this token accepted this PIN when it last saw it. */
  hasAccepted(token: GuardedToken, pin: string): boolean {
    return this.#memory.isAccepted(token, pin);
  }

  /** Whether the provider's PIN is known to be meant for another token than this one, unless a person says otherwise. */
  isMeantForAnother(token: GuardedToken, pin: string): boolean {
    const { providerId } = token;
    if (providerId === undefined || this.#isPermitted(token) || this.hasAccepted(token, pin)) return false;
    return this.#memory.hasOpenedToken(providerId, pin);
  }

  /** Whether this very token showed a certificate before; none of its names that other tokens may bear counts. */
  hasShown({ tokenId }: Pick<GuardedToken, 'tokenId'>, thumbprint: string): boolean {
    return this.#memory.hasShown(tokenId, thumbprint);
  }

  /** Remembers what it shows, over restarts: what it shows no more was replaced. */
  noteShown({ tokenId }: Pick<GuardedToken, 'tokenId'>, thumbprints: readonly string[]): void {
    this.#memory.noteShown(tokenId, thumbprints);
  }

  /**
   * Calls `attempt` (C_Login) if the PIN may be tried. Synchronous as a whole, so that no two logins overlap in this
   * process; other processes are locked out until it has ended, so that of two that are given the same wrong PIN one
   * tries it and the other finds it refused. Throws a permanent SIGNING_OPERATION_FAILED when it was refused by token or
   * guard, a transient SIGNING_PROVIDER_UNAVAILABLE when the token could not be asked.
   */
  login(token: GuardedToken, pin: string, attempt: () => void): void {
    const release = this.#memory.hold(token);
    try {
      this.#login(token, pin, attempt);
    } finally {
      release();
    }
  }

  #login(token: GuardedToken, pin: string, attempt: () => void): void {
    const refusal = this.refusal(token, pin);
    if (refusal !== null) throw refusal;
    this.#usePermit(token, this.#caution(token, pin));
    const begun = this.#memory.begin(token, pin);
    try {
      attempt();
    } catch (error) {
      this.#memory.failed(begun, loginOutcome(error), error);
      throw ckrError(error);
    }
    this.#memory.accepted(begun);
  }

  /**
   * Calls `attempt`, which has the reader ask a person for the PIN, unless such a dialog failed before: a refusal, a
   * time-out or a cancelled dialog is not followed by another one until a person decides so. Throws as `login` does.
   */
  async loginAtReader(token: GuardedToken, attempt: () => Promise<void>): Promise<void> {
    const release = this.#memory.hold(token);
    try {
      await this.#loginAtReader(token, attempt);
    } finally {
      release();
    }
  }

  async #loginAtReader(token: GuardedToken, attempt: () => Promise<void>): Promise<void> {
    const refusal = this.readerDialogRefusal(token);
    if (refusal !== null) throw refusal;
    this.#usePermit(token, this.#latched(token, PIN_OF_READER));
    const begun = this.#memory.begin(token, PIN_OF_READER);
    try {
      await attempt();
    } catch (error) {
      throw this.#dialogFailure(begun, error);
    }
    this.#memory.forget(token, PIN_OF_READER);
  }

  /** A token that somebody took out: putting it in again is the decision to be asked once more at the reader. */
  forgetReaderDialogs(token: GuardedToken): void {
    const release = this.#memory.hold(token);
    try {
      this.#memory.forget(token, PIN_OF_READER);
    } finally {
      release();
    }
  }

  #dialogFailure(begun: BegunTry, error: unknown): StationError {
    const isOver = loginOutcome(error) !== 'not-tried' || ckrOf(error) === CKR.CANCEL;
    this.#memory.failed(begun, isOver ? 'refused' : 'not-tried', error);
    if (!isOver) return ckrError(error);
    const code = ckrOf(error);
    const name = code === undefined ? 'no return value' : ckrName(code);
    return refused(tell('PIN_FAILED_ON_READER', { answer: name, ...permitOf(begun.token) }));
  }

  /**
   * What a person may overrule: a refusal that is remembered, and wrong PINs that were entered. The PIN that the token
   * accepted last is not held up by wrong ones of others: it gives all tries back.
   */
  #caution(token: GuardedToken, pin: string): StationError | null {
    const latched = this.#latched(token, pin);
    if (latched !== null || this.#memory.isAccepted(token, pin)) return latched;
    const isLow = isCountLow(token) || this.#memory.refusalsInARow(token) >= MAX_REFUSALS_IN_A_ROW;
    return isLow && token.isConfirmed !== true ? countRefusal(token) : null;
  }

  #isPermitted({ providerId }: GuardedToken): boolean {
    return providerId !== undefined && this.#permits.has(providerId);
  }

  /** Used up by any login, so that none is left over for the next PIN; whoever comes second is refused. */
  #usePermit({ providerId }: GuardedToken, caution: StationError | null): void {
    const isTaken = providerId !== undefined && this.#permits.take(providerId);
    if (caution !== null && !isTaken) throw caution;
  }

  #latched(token: GuardedToken, pin: string): StationError | null {
    const latch = this.#memory.latch(token, pin);
    if (latch === null) return null;
    if (pin === PIN_OF_READER) {
      return refused(tell('PIN_NOT_ENTERED_ON_READER', permitOf(token)), 'PIN_NOT_ENTERED');
    }
    const { code, waitReason } = latchText(latch);
    return refused(tell(code, permitOf(token)), waitReason);
  }
}

const NO_PERMITS = { has: () => false, take: () => false };

interface LatchText {
  readonly code: 'PIN_OUTCOME_UNKNOWN' | 'PIN_SAID_LOCKED' | 'PIN_TO_CHANGE' | 'PIN_REFUSED_BEFORE';
  readonly waitReason: WaitReason;
}

function latchText(latch: Latch): LatchText {
  if (latch.kind === 'uncertain') {
    return {
      code: 'PIN_OUTCOME_UNKNOWN',
      waitReason: 'PIN_UNCERTAIN',
    };
  }
  switch (latch.answer) {
    case ckrName(CKR.PIN_LOCKED):
      return {
        code: 'PIN_SAID_LOCKED',
        waitReason: 'PIN_LOCKED',
      };
    case ckrName(CKR.PIN_EXPIRED):
    case ckrName(CKR.NEW_PIN_MODE):
      return {
        code: 'PIN_TO_CHANGE',
        waitReason: 'PIN_TO_BE_CHANGED',
      };
    default:
      return { code: 'PIN_REFUSED_BEFORE', waitReason: 'PIN_REFUSED' };
  }
}
