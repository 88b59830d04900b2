import { StationError } from '../../service/domain/station-error.ts';
import type { TryPermits } from '../../service/providers/token-host/try-permits.ts';
import { CKR, ckrError, ckrName, ckrOf, loginOutcome, type LoginOutcome } from './ckr-messages.ts';
import type { PinLatchStore, PinRecord } from './pin-latch-store.ts';

/** CK_TOKEN_INFO flags (PKCS#11 v2.40 table 7) that decide about a login. */
const CKF_PROTECTED_AUTHENTICATION_PATH = 0x100;
const CKF_USER_PIN_COUNT_LOW = 0x10000;
const CKF_USER_PIN_FINAL_TRY = 0x20000;
const CKF_USER_PIN_LOCKED = 0x40000;

/** Stands for the PIN that only reader and person know: a token's own record of dialogs at its reader. */
const PIN_OF_READER = '\0reader';

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
  /** Names the token over restarts and slots; see `guardedTokenId`. */
  readonly tokenId: string;
  /** CK_TOKEN_INFO.flags, read just now. */
  readonly flags: number;
  /** Other names under which tries are remembered as well; see `tokenAliases`. */
  readonly aliases?: readonly string[];
  /** CK_TOKEN_INFO.ulMinPinLen and ulMaxPinLen, in bytes; 0 and CK_UNAVAILABLE_INFORMATION say nothing. */
  readonly pinLength?: { readonly min: number; readonly max: number };
  /** Whose permits count; omitted: nobody's. */
  readonly providerId?: string;
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
  readonly #permits: Pick<TryPermits, 'has' | 'take'>;

  constructor(store: PinLatchStore, permits: Pick<TryPermits, 'has' | 'take'> = NO_PERMITS) {
    this.#store = store;
    this.#permits = permits;
  }

  /** Why this PIN would not be tried on this token now; null if it would. Touches neither token nor files' content. */
  refusal(token: GuardedToken, pin: string): StationError | null {
    const refusal = flagRefusal(token.flags) ?? lengthRefusal(token, pin) ?? readerRefusal(token);
    return refusal ?? (this.#isPermitted(token) ? null : this.#caution(token, pin));
  }

  /** Why the reader would not be asked for this token's PIN now; null if it would. */
  readerDialogRefusal(token: GuardedToken): StationError | null {
    const refusal = flagRefusal(token.flags);
    return refusal ?? (this.#isPermitted(token) ? null : this.#latched(token, PIN_OF_READER));
  }

  /**
   * Calls `attempt` (C_Login) if the PIN may be tried. Synchronous as a whole, so that no two logins overlap in this
   * process. Throws a permanent SIGNING_OPERATION_FAILED when it was refused by token or guard, a transient
   * SIGNING_PROVIDER_UNAVAILABLE when the token could not be asked.
   */
  login(token: GuardedToken, pin: string, attempt: () => void): void {
    const refusal = this.refusal(token, pin);
    if (refusal !== null) throw refusal;
    this.#usePermit(token, this.#caution(token, pin));
    const memories = namesOf(token).map((name) => this.#beginTry(name, pin));
    try {
      attempt();
    } catch (error) {
      for (const memory of memories) this.#recordFailure(memory, loginOutcome(error));
      if (ckrOf(error) === CKR.USER_ALREADY_LOGGED_IN) return;
      throw ckrError(error);
    }
    // The right PIN resets the token's counter: whatever was refused before may be tried once more.
    for (const { name } of memories) this.#store.remember(name, []);
  }

  /**
   * Calls `attempt`, which has the reader ask a person for the PIN, unless such a dialog failed before: a refusal, a
   * time-out or a cancelled dialog is not followed by another one until a person decides so. Throws as `login` does.
   */
  async loginAtReader(token: GuardedToken, attempt: () => Promise<void>): Promise<void> {
    const refusal = this.readerDialogRefusal(token);
    if (refusal !== null) throw refusal;
    this.#usePermit(token, this.#latched(token, PIN_OF_READER));
    const memories = namesOf(token).map((name) => this.#beginTry(name, PIN_OF_READER));
    try {
      await attempt();
    } catch (error) {
      const isOver = loginOutcome(error) !== 'not-tried' || ckrOf(error) === CKR.CANCEL;
      for (const memory of memories) this.#recordFailure(memory, isOver ? 'refused' : 'not-tried');
      if (ckrOf(error) === CKR.USER_ALREADY_LOGGED_IN) return;
      throw isOver ? dialogFailure(token, error) : ckrError(error);
    }
    for (const { name } of memories) this.#store.remember(name, []);
  }

  /** A token that somebody took out: putting it in again is the decision to be asked once more at the reader. */
  forgetReaderDialogs(token: GuardedToken): void {
    for (const name of namesOf(token)) {
      const fingerprint = this.#store.fingerprint(name, PIN_OF_READER);
      const records = this.#store.recall(name);
      const others = records.filter((record) => record.fingerprint !== fingerprint);
      if (others.length < records.length) this.#store.remember(name, others);
    }
  }

  /** What a person may overrule: a refusal that is remembered, and the token's note that a wrong PIN was entered. */
  #caution(token: GuardedToken, pin: string): StationError | null {
    return countRefusal(token) ?? this.#latched(token, pin);
  }

  #isPermitted({ providerId }: GuardedToken): boolean {
    return providerId !== undefined && this.#permits.has(providerId);
  }

  /** Used up by any login, so that none is left over for the next PIN; whoever comes second is refused. */
  #usePermit({ providerId }: GuardedToken, caution: StationError | null): void {
    const isTaken = providerId !== undefined && this.#permits.take(providerId);
    if (caution !== null && !isTaken) throw caution;
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

  #recordFailure({ name, before, others, record }: Memory, outcome: LoginOutcome): void {
    switch (outcome) {
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

  #latched(token: GuardedToken, pin: string): StationError | null {
    const records = namesOf(token).flatMap((name) => {
      const fingerprint = this.#store.fingerprint(name, pin);
      return this.#store.recall(name).find((candidate) => candidate.fingerprint === fingerprint) ?? [];
    });
    const record = records.find(({ state, tries }) => state === 'refused' || tries >= MAX_UNCERTAIN_TRIES);
    if (record === undefined) return null;
    if (pin === PIN_OF_READER) {
      return refused(`The PIN was not entered on the reader before. ${dialogAdvice(token)}`);
    }
    const reason =
      record.state === 'refused'
        ? 'The token refused this PIN before.'
        : 'Logins with this PIN broke off before their outcome was known.';
    return refused(`${reason} It is not tried again until the PIN in the configuration is changed${orPermit(token)}.`);
  }
}

const NO_PERMITS = { has: () => false, take: () => false };

/** What a person at the computer can do to have it tried all the same. */
function orPermit({ providerId }: GuardedToken): string {
  return providerId === undefined ? '' : ` or "token unlock-guard --provider ${providerId}" allows one more try`;
}

function dialogAdvice(token: GuardedToken): string {
  return `It is not asked for again until the token was taken out and inserted again${orPermit(token)}.`;
}

function dialogFailure(token: GuardedToken, error: unknown): StationError {
  const code = ckrOf(error);
  const name = code === undefined ? 'no return value' : ckrName(code);
  return refused(
    `The login at the reader failed: a wrong PIN, cancelled or timed out (${name}). ${dialogAdvice(token)}`,
  );
}

/**
 * The name of a token in the guard's memory. With its label, as the serial number alone does not tell tokens apart: a
 * card with two PINs shows as two tokens of one serial number, tpm2-pkcs11 gives zeros and openCryptoki 123 to every
 * token, and the right PIN of one must not make a refused one of another be forgotten.
 */
export function guardedTokenId(token: {
  readonly manufacturer: string;
  readonly model: string;
  readonly serial: string;
  readonly label: string;
}): string {
  return [token.manufacturer, token.model, token.serial, token.label].join('|');
}

/**
 * Further names for a token that several modules may show to one provider (`scope`): each module has a maker and model
 * of its own for it, but its serial number or one of its public certificates is the same through all of them. A PIN is
 * remembered under every name and refused under any, so that the second module does not try it again.
 */
export function tokenAliases(scope: string, serial: string, certificates: readonly string[]): string[] {
  const own = /^0*$/.test(serial) ? [] : [`${scope}|serial|${serial.toUpperCase()}`];
  return [...own, ...certificates.map((thumbprint) => `${scope}|certificate|${thumbprint}`)];
}

/** Whether the PIN of the token is typed on its reader, and never given by a program. */
export function isEnteredAtReader({ flags }: Pick<GuardedToken, 'flags'>): boolean {
  return (flags & CKF_PROTECTED_AUTHENTICATION_PATH) !== 0;
}

/** Why nothing may be tried under these flags, whoever types the PIN and wherever; null if it may. */
export function flagRefusal(flags: number): StationError | null {
  if ((flags & CKF_USER_PIN_LOCKED) !== 0) {
    return refused('The PIN is locked: unlock it with the PUK in the software of the token.');
  }
  if ((flags & CKF_USER_PIN_FINAL_TRY) !== 0) {
    return refused('Only one PIN try is left: log in once with the software of the token, then sign again.');
  }
  return null;
}

/** Security rule: no unattended login once somebody has entered a wrong PIN and the token says so. */
function countRefusal(token: GuardedToken): StationError | null {
  if ((token.flags & CKF_USER_PIN_COUNT_LOW) === 0) return null;
  return refused(
    `A wrong PIN was entered before: log in once with the software of the token, then sign again${orPermit(token)}.`,
  );
}

function readerRefusal(token: GuardedToken): StationError | null {
  return isEnteredAtReader(token) ? refused(READER_NEEDS_PERSON) : null;
}

/** For providers that work unattended; a smart card provider has somebody at the desk. */
export const READER_NEEDS_PERSON =
  'The PIN of this token is entered on its reader, where somebody must be: configure it as the SmartCard provider.';

/** CK_UNAVAILABLE_INFORMATION, in the two sizes of CK_ULONG, and anything else that is no length. */
const MAX_CREDIBLE_LENGTH = 1024;

/** PKCS#11 v2.40 section 5.5: lengths are bytes, as PINs are UTF-8. A PIN that cannot be right need not be refused. */
function lengthRefusal({ pinLength }: GuardedToken, pin: string): StationError | null {
  if (pinLength === undefined) return null;
  const { min, max } = pinLength;
  const length = Buffer.byteLength(pin, 'utf8');
  const isMaxKnown = max > 0 && max >= min && max <= MAX_CREDIBLE_LENGTH;
  if (min <= MAX_CREDIBLE_LENGTH && length < min) {
    return refused(`The configured PIN is too short for the token, which takes ${min} characters or more.`);
  }
  if (isMaxKnown && length > max) {
    return refused(`The configured PIN is too long for the token, which takes ${max} characters or fewer.`);
  }
  return null;
}

function refused(message: string): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', message, { kind: 'permanent' });
}
