import { StationError } from '../../service/domain/station-error.ts';
import { CKR, ckrError, ckrOf, loginOutcome } from './ckr-messages.ts';
import type { PinLatchStore, PinRecord } from './pin-latch-store.ts';

/** CK_TOKEN_INFO flags (PKCS#11 v2.40 table 7) that decide about a login. */
const CKF_PROTECTED_AUTHENTICATION_PATH = 0x100;
const CKF_USER_PIN_COUNT_LOW = 0x10000;
const CKF_USER_PIN_FINAL_TRY = 0x20000;
const CKF_USER_PIN_LOCKED = 0x40000;

/** After a login whose outcome is unknown (crash, device error) there is one more automatic try, then none. */
const MAX_UNCERTAIN_TRIES = 2;

/** What was and is remembered under one name while a PIN is tried. */
interface Memory {
  readonly name: string;
  readonly before: readonly PinRecord[];
  /** Records of other PINs. */
  readonly others: readonly PinRecord[];
  readonly record: PinRecord;
}

function namesOf({ tokenId, aliases }: GuardedToken): readonly string[] {
  return [tokenId, ...(aliases ?? [])];
}

export interface GuardedToken {
  /** Names the token over restarts and slots: maker, model and serial number. */
  readonly tokenId: string;
  /** CK_TOKEN_INFO.flags, read just now. */
  readonly flags: number;
  /** Other names under which tries are remembered as well; see `tokenAliases`. */
  readonly aliases?: readonly string[];
}

/**
 * The one way to C_Login. A PIN is tried once: the attempt is on disk before the module sees the PIN, so that neither
 * a refusal nor a crash in between is forgotten. Modules that set no flags are covered by what we remember ourselves.
 *
 * States of one PIN value on one token: unknown -> trying -> unknown (success, or the token never saw it)
 *                                                        -> refused (until the value changes)
 *                                                        -> trying (outcome unknown: one more try, then refused)
 */
export class PinGuard {
  readonly #store: PinLatchStore;

  constructor(store: PinLatchStore) {
    this.#store = store;
  }

  /** Why this PIN would not be tried on this token now; null if it would. Touches neither token nor files' content. */
  refusal(token: GuardedToken, pin: string): StationError | null {
    const latched = namesOf(token).map((name) => this.#latchRefusal(name, pin));
    return flagRefusal(token.flags) ?? latched.find((refusal) => refusal !== null) ?? null;
  }

  /**
   * Calls `attempt` (C_Login) if the PIN may be tried. Synchronous as a whole, so that no two logins overlap in this
   * process. Throws a permanent SIGNING_OPERATION_FAILED when it was refused by token or guard, a transient
   * SIGNING_PROVIDER_UNAVAILABLE when the token could not be asked.
   */
  login(token: GuardedToken, pin: string, attempt: () => void): void {
    const refusal = this.refusal(token, pin);
    if (refusal !== null) throw refusal;
    const memories = namesOf(token).map((name) => this.#beginTry(name, pin));
    try {
      attempt();
    } catch (error) {
      for (const memory of memories) this.#recordFailure(memory, error);
      if (ckrOf(error) === CKR.USER_ALREADY_LOGGED_IN) return;
      throw ckrError(error);
    }
    // The right PIN resets the token's counter: whatever was refused before may be tried once more.
    for (const { name } of memories) this.#store.remember(name, []);
  }

  #beginTry(name: string, pin: string): Memory {
    const fingerprint = this.#store.fingerprint(name, pin);
    const before = this.#store.recall(name);
    const others = before.filter((record) => record.fingerprint !== fingerprint);
    const tries = (before.find((record) => record.fingerprint === fingerprint)?.tries ?? 0) + 1;
    const record: PinRecord = { fingerprint, state: 'trying', tries };
    this.#store.remember(name, [...others, record]);
    return { name, before, others, record };
  }

  #recordFailure({ name, before, others, record }: Memory, error: unknown): void {
    switch (loginOutcome(error)) {
      case 'not-tried':
        this.#store.remember(name, before);
        break;
      case 'refused':
        this.#store.remember(name, [...others, { ...record, state: 'refused' }]);
        break;
      case 'possibly-tried':
        // The record of the attempt stands as it is.
        break;
    }
  }

  #latchRefusal(tokenId: string, pin: string): StationError | null {
    const fingerprint = this.#store.fingerprint(tokenId, pin);
    const record = this.#store.recall(tokenId).find((candidate) => candidate.fingerprint === fingerprint);
    if (record === undefined || (record.state === 'trying' && record.tries < MAX_UNCERTAIN_TRIES)) return null;
    return refused(
      record.state === 'refused'
        ? 'The token refused this PIN before. It is not tried again until the PIN in the configuration is changed.'
        : 'Logins with this PIN broke off before their outcome was known. It is not tried again until it is changed.',
    );
  }
}

/**
 * Further names for a token that several modules may show to one provider (`scope`): each module has a maker and model
 * of its own for it, but its serial number or one of its public certificates is the same through all of them. A PIN is
 * remembered under every name and refused under any, so that the second module does not try it again.
 */
export function tokenAliases(scope: string, serial: string, certificates: readonly string[]): string[] {
  const own = serial === '' ? [] : [`${scope}|serial|${serial.toUpperCase()}`];
  return [...own, ...certificates.map((thumbprint) => `${scope}|certificate|${thumbprint}`)];
}

/** Why nothing may be tried under these flags without a person who knows how many tries are left; null if it may. */
export function flagRefusal(flags: number): StationError | null {
  if ((flags & CKF_USER_PIN_LOCKED) !== 0) {
    return refused('The PIN is locked: unlock it with the PUK in the software of the token.');
  }
  if ((flags & CKF_USER_PIN_FINAL_TRY) !== 0) {
    return refused('Only one PIN try is left: log in once with the software of the token, then sign again.');
  }
  if ((flags & CKF_USER_PIN_COUNT_LOW) !== 0) {
    return refused('A wrong PIN was entered before: log in once with the software of the token, then sign again.');
  }
  if ((flags & CKF_PROTECTED_AUTHENTICATION_PATH) !== 0) {
    return refused('The PIN of this token is entered on its reader, which is not supported yet.');
  }
  return null;
}

function refused(message: string): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', message, { kind: 'permanent' });
}
