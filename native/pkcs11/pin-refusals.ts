import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';
import type { Told } from '../../service/contract/vocabulary/sentence.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { PinFacts } from '../../service/providers/token-host/protocol.ts';
import { isEnteredAtReader, type GuardedToken } from './guarded-token.ts';

/** CK_TOKEN_INFO flags (PKCS#11 v2.40 table 7) that say how wrong PINs stand. */
const CKF_USER_PIN_COUNT_LOW = 0x10000;
const CKF_USER_PIN_FINAL_TRY = 0x20000;
const CKF_USER_PIN_LOCKED = 0x40000;

/** Without a reason to wait it failed now: a login was tried, or none can ever be made so. */
export function refused(message: Told, waitReason?: WaitReason): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', message, {
    ...{ kind: 'permanent', area: 'pin' },
    ...(waitReason === undefined ? {} : { waitReason }),
  });
}

/** For whom a person at the computer can have it tried all the same. */
export function permitOf({ providerId }: GuardedToken): { readonly provider: string } {
  return { provider: providerId ?? '' };
}

/** What the flags say of the tries that are left. */
export function triesLeft(flags: number): PinFacts['tries'] {
  if ((flags & CKF_USER_PIN_LOCKED) !== 0) return 'locked';
  if ((flags & CKF_USER_PIN_FINAL_TRY) !== 0) return 'last';
  return (flags & CKF_USER_PIN_COUNT_LOW) !== 0 ? 'low' : 'unknown';
}

/** Why nothing may be tried under these flags, whoever types the PIN and wherever; null if it may. */
export function flagRefusal({ flags, isConfirmed }: Pick<GuardedToken, 'flags' | 'isConfirmed'>): StationError | null {
  if ((flags & CKF_USER_PIN_LOCKED) !== 0) {
    return refused(tell('PIN_LOCKED'), 'PIN_LOCKED');
  }
  if ((flags & CKF_USER_PIN_FINAL_TRY) !== 0 && isConfirmed !== true) {
    return refused(tell('PIN_LAST_TRY'), 'PIN_TRIES_LOW');
  }
  return null;
}

export function isCountLow({ flags }: GuardedToken): boolean {
  return (flags & CKF_USER_PIN_COUNT_LOW) !== 0;
}

/** Once a wrong PIN was entered, one that this token has not accepted before is a person's decision. */
export function countRefusal(token: GuardedToken): StationError {
  return refused(tell('PIN_WRONG_BEFORE', permitOf(token)), 'PIN_TRIES_LOW');
}

export function readerRefusal(token: GuardedToken): StationError | null {
  return isEnteredAtReader(token) ? refused(tell('PIN_ON_READER_NEEDS_PERSON')) : null;
}

/** For providers that work unattended; a smart card provider has somebody at the desk. */
export function readerNeedsPerson(): StationError {
  return refused(tell('PIN_ON_READER_NEEDS_PERSON'));
}

/** Nobody has entered the PIN yet, or it was forgotten since. */
export function pinAsked(): StationError {
  return refused(tell('PIN_ENTERED_BY_PERSON'), 'PIN_ASKED');
}

export function pinMissing(): StationError {
  return refused(tell('PIN_NOT_CONFIGURED'), 'PIN_MISSING');
}

/** CK_UNAVAILABLE_INFORMATION, in the two sizes of CK_ULONG, and anything else that is no length. */
const MAX_CREDIBLE_LENGTH = 1024;

/**
 * PKCS#11 v2.40 section 5.5: lengths are bytes, as PINs are UTF-8. A PIN that cannot be right need not be refused. An
 * empty one is a secret that nobody has filled in: modules that name no shortest length would count it as a wrong PIN.
 */
export function lengthRefusal({ pinLength }: GuardedToken, pin: string): StationError | null {
  if (pin === '') return refused(tell('PIN_EMPTY'), 'PIN_MISSING');
  if (pinLength === undefined) return null;
  const { min, max } = pinLength;
  const length = Buffer.byteLength(pin, 'utf8');
  const isMaxKnown = max > 0 && max >= min && max <= MAX_CREDIBLE_LENGTH;
  if (min <= MAX_CREDIBLE_LENGTH && length < min) {
    return refused(tell('PIN_TOO_SHORT', { min }), 'PIN_UNFIT');
  }
  if (isMaxKnown && length > max) {
    return refused(tell('PIN_TOO_LONG', { max }), 'PIN_UNFIT');
  }
  return null;
}

/** PKCS#11 logs in a whole process: whoever signed through this login would sign with another one's PIN. */
export function loginOfAnother(): StationError {
  return refused(tell('PIN_OF_OTHER_PROVIDER'), 'PIN_OF_OTHER_PROVIDER');
}
