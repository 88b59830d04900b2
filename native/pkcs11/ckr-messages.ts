import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';
import type { DeviceMeaning } from '../../service/contract/vocabulary/sentences/device-sentences.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';

/**
 * What a return value of PKCS#11 (v2.40 section 5.1) means for the station.
 * - `permanent`: the job fails, a repetition would meet the same answer.
 * - `transient`: the job is tried again later.
 * - `stale`: what we hold of the token (slot, sessions, objects, login) is no longer valid; look again, then it may work.
 */
type CkrMeaning = 'permanent' | 'transient' | 'stale';

/**
 * What a return value of C_Login says about the PIN's retry counter.
 * - `refused`: this PIN is not to be tried again.
 * - `not-tried`: the token never saw the PIN.
 * - `possibly-tried`: nobody knows.
 */
export type LoginOutcome = 'refused' | 'not-tried' | 'possibly-tried';

interface CkrEntry {
  readonly name: string;
  readonly meaning: CkrMeaning;
  /** What it is and what to do, for a person. */
  readonly says: DeviceMeaning;
  readonly login?: LoginOutcome;
}

export const CKR = {
  CANCEL: 0x1,
  GENERAL_ERROR: 0x5,
  FUNCTION_FAILED: 0x6,
  CANT_LOCK: 0xa,
  DEVICE_ERROR: 0x30,
  DEVICE_MEMORY: 0x31,
  DEVICE_REMOVED: 0x32,
  PIN_EXPIRED: 0xa3,
  PIN_LOCKED: 0xa4,
  SESSION_CLOSED: 0xb0,
  SESSION_COUNT: 0xb1,
  SESSION_HANDLE_INVALID: 0xb3,
  TOKEN_NOT_PRESENT: 0xe0,
  USER_ALREADY_LOGGED_IN: 0x100,
  USER_PIN_NOT_INITIALIZED: 0x102,
  CRYPTOKI_NOT_INITIALIZED: 0x190,
  CRYPTOKI_ALREADY_INITIALIZED: 0x191,
  NEW_PIN_MODE: 0x1b0,
} as const;

type Row = readonly [code: number, name: string, meaning: CkrMeaning, says: DeviceMeaning, login?: LoginOutcome];

/** All return values of PKCS#11 v2.40 and v3.0 (and CKR_KEY_EXHAUSTED of v3.1); CKR_OK is none. */
const ROWS: readonly Row[] = [
  [0x1, 'CANCEL', 'permanent', 'DEVICE_CANCELLED', 'not-tried'],
  [0x2, 'HOST_MEMORY', 'transient', 'DEVICE_HOST_MEMORY'],
  [0x3, 'SLOT_ID_INVALID', 'stale', 'DEVICE_TOKEN_GONE', 'not-tried'],
  [0x5, 'GENERAL_ERROR', 'stale', 'DEVICE_TROUBLE'],
  [0x6, 'FUNCTION_FAILED', 'stale', 'DEVICE_TROUBLE'],
  [0x7, 'ARGUMENTS_BAD', 'permanent', 'DEVICE_CALL_REFUSED', 'not-tried'],
  [0x8, 'NO_EVENT', 'stale', 'DEVICE_NO_EVENT', 'not-tried'],
  [0x9, 'NEED_TO_CREATE_THREADS', 'permanent', 'DEVICE_NEEDS_THREADS', 'not-tried'],
  [0xa, 'CANT_LOCK', 'permanent', 'DEVICE_ONE_THREAD', 'not-tried'],
  [0x10, 'ATTRIBUTE_READ_ONLY', 'permanent', 'DEVICE_OBJECT_REFUSED'],
  [0x11, 'ATTRIBUTE_SENSITIVE', 'permanent', 'DEVICE_OBJECT_REFUSED'],
  [0x12, 'ATTRIBUTE_TYPE_INVALID', 'permanent', 'DEVICE_OBJECT_REFUSED'],
  [0x13, 'ATTRIBUTE_VALUE_INVALID', 'permanent', 'DEVICE_OBJECT_REFUSED'],
  [0x1b, 'ACTION_PROHIBITED', 'permanent', 'DEVICE_RULES_FORBID'],
  [0x20, 'DATA_INVALID', 'permanent', 'DEVICE_KEY_REFUSED'],
  [0x21, 'DATA_LEN_RANGE', 'permanent', 'DEVICE_KEY_REFUSED'],
  [0x30, 'DEVICE_ERROR', 'stale', 'DEVICE_TROUBLE'],
  [0x31, 'DEVICE_MEMORY', 'transient', 'DEVICE_TOKEN_MEMORY'],
  [0x32, 'DEVICE_REMOVED', 'stale', 'DEVICE_TOKEN_GONE'],
  [0x40, 'ENCRYPTED_DATA_INVALID', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x41, 'ENCRYPTED_DATA_LEN_RANGE', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x42, 'AEAD_DECRYPT_FAILED', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x50, 'FUNCTION_CANCELED', 'permanent', 'DEVICE_CANCELLED'],
  [0x51, 'FUNCTION_NOT_PARALLEL', 'stale', 'DEVICE_TROUBLE'],
  [0x54, 'FUNCTION_NOT_SUPPORTED', 'permanent', 'DEVICE_CANNOT', 'not-tried'],
  [0x60, 'KEY_HANDLE_INVALID', 'stale', 'DEVICE_TOKEN_GONE'],
  [0x62, 'KEY_SIZE_RANGE', 'permanent', 'DEVICE_KEY_REFUSED'],
  [0x63, 'KEY_TYPE_INCONSISTENT', 'permanent', 'DEVICE_KEY_REFUSED'],
  [0x64, 'KEY_NOT_NEEDED', 'permanent', 'DEVICE_CALL_REFUSED'],
  [0x65, 'KEY_CHANGED', 'permanent', 'DEVICE_KEY_CHANGED'],
  [0x66, 'KEY_NEEDED', 'permanent', 'DEVICE_CALL_REFUSED'],
  [0x67, 'KEY_INDIGESTIBLE', 'permanent', 'DEVICE_KEY_REFUSED'],
  [0x68, 'KEY_FUNCTION_NOT_PERMITTED', 'permanent', 'DEVICE_KEY_REFUSED'],
  [0x69, 'KEY_NOT_WRAPPABLE', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x6a, 'KEY_UNEXTRACTABLE', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x70, 'MECHANISM_INVALID', 'permanent', 'DEVICE_KEY_REFUSED'],
  [0x71, 'MECHANISM_PARAM_INVALID', 'permanent', 'DEVICE_KEY_REFUSED'],
  [0x82, 'OBJECT_HANDLE_INVALID', 'stale', 'DEVICE_TOKEN_GONE'],
  [0x90, 'OPERATION_ACTIVE', 'stale', 'DEVICE_TROUBLE', 'not-tried'],
  [0x91, 'OPERATION_NOT_INITIALIZED', 'stale', 'DEVICE_TROUBLE', 'not-tried'],
  [0xa0, 'PIN_INCORRECT', 'permanent', 'DEVICE_PIN_WRONG', 'refused'],
  [0xa1, 'PIN_INVALID', 'permanent', 'DEVICE_PIN_CHARACTERS', 'refused'],
  [0xa2, 'PIN_LEN_RANGE', 'permanent', 'DEVICE_PIN_LENGTH', 'refused'],
  [0xa3, 'PIN_EXPIRED', 'permanent', 'DEVICE_PIN_EXPIRED', 'refused'],
  [0xa4, 'PIN_LOCKED', 'permanent', 'DEVICE_PIN_LOCKED', 'refused'],
  [0xb0, 'SESSION_CLOSED', 'stale', 'DEVICE_TOKEN_GONE', 'not-tried'],
  [0xb1, 'SESSION_COUNT', 'transient', 'DEVICE_NO_FREE_SESSION'],
  [0xb3, 'SESSION_HANDLE_INVALID', 'stale', 'DEVICE_TOKEN_GONE', 'not-tried'],
  [0xb4, 'SESSION_PARALLEL_NOT_SUPPORTED', 'permanent', 'DEVICE_CALL_REFUSED'],
  [0xb5, 'SESSION_READ_ONLY', 'permanent', 'DEVICE_CALL_REFUSED'],
  [0xb6, 'SESSION_EXISTS', 'transient', 'DEVICE_OPEN_ELSEWHERE'],
  [0xb7, 'SESSION_READ_ONLY_EXISTS', 'transient', 'DEVICE_OPEN_ELSEWHERE', 'not-tried'],
  [0xb8, 'SESSION_READ_WRITE_SO_EXISTS', 'transient', 'DEVICE_ADMINISTERED', 'not-tried'],
  [0xc0, 'SIGNATURE_INVALID', 'permanent', 'DEVICE_OWN_SIGNATURE_INVALID'],
  [0xc1, 'SIGNATURE_LEN_RANGE', 'permanent', 'DEVICE_OWN_SIGNATURE_INVALID'],
  [0xd0, 'TEMPLATE_INCOMPLETE', 'permanent', 'DEVICE_CALL_REFUSED'],
  [0xd1, 'TEMPLATE_INCONSISTENT', 'permanent', 'DEVICE_CALL_REFUSED'],
  [0xe0, 'TOKEN_NOT_PRESENT', 'stale', 'DEVICE_TOKEN_GONE', 'not-tried'],
  [0xe1, 'TOKEN_NOT_RECOGNIZED', 'stale', 'DEVICE_NOT_RECOGNISED', 'not-tried'],
  [0xe2, 'TOKEN_WRITE_PROTECTED', 'permanent', 'DEVICE_WRITE_PROTECTED'],
  [0xf0, 'UNWRAPPING_KEY_HANDLE_INVALID', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0xf1, 'UNWRAPPING_KEY_SIZE_RANGE', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0xf2, 'UNWRAPPING_KEY_TYPE_INCONSISTENT', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x100, 'USER_ALREADY_LOGGED_IN', 'transient', 'DEVICE_LOGGED_IN_ALREADY', 'not-tried'],
  [0x101, 'USER_NOT_LOGGED_IN', 'stale', 'DEVICE_LOGIN_LOST'],
  [0x102, 'USER_PIN_NOT_INITIALIZED', 'permanent', 'DEVICE_PIN_NOT_SET', 'not-tried'],
  [0x103, 'USER_TYPE_INVALID', 'permanent', 'DEVICE_LOGIN_REFUSED', 'not-tried'],
  [0x104, 'USER_ANOTHER_ALREADY_LOGGED_IN', 'transient', 'DEVICE_PROGRAM_LOGGED_IN', 'not-tried'],
  [0x105, 'USER_TOO_MANY_TYPES', 'transient', 'DEVICE_PROGRAM_LOGGED_IN', 'not-tried'],
  [0x110, 'WRAPPED_KEY_INVALID', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x112, 'WRAPPED_KEY_LEN_RANGE', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x113, 'WRAPPING_KEY_HANDLE_INVALID', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x114, 'WRAPPING_KEY_SIZE_RANGE', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x115, 'WRAPPING_KEY_TYPE_INCONSISTENT', 'permanent', 'DEVICE_NO_SIGNATURE_MATTER'],
  [0x120, 'RANDOM_SEED_NOT_SUPPORTED', 'permanent', 'DEVICE_NO_SEED'],
  [0x121, 'RANDOM_NO_RNG', 'permanent', 'DEVICE_NO_RANDOM'],
  [0x130, 'DOMAIN_PARAMS_INVALID', 'permanent', 'DEVICE_CURVE_UNKNOWN'],
  [0x140, 'CURVE_NOT_SUPPORTED', 'permanent', 'DEVICE_CURVE_UNKNOWN'],
  [0x150, 'BUFFER_TOO_SMALL', 'stale', 'DEVICE_SIGNATURE_LONGER'],
  [0x160, 'SAVED_STATE_INVALID', 'stale', 'DEVICE_TROUBLE'],
  [0x170, 'INFORMATION_SENSITIVE', 'permanent', 'DEVICE_OBJECT_REFUSED'],
  [0x180, 'STATE_UNSAVEABLE', 'permanent', 'DEVICE_CALL_REFUSED'],
  [0x190, 'CRYPTOKI_NOT_INITIALIZED', 'stale', 'DEVICE_TROUBLE', 'not-tried'],
  [0x191, 'CRYPTOKI_ALREADY_INITIALIZED', 'stale', 'DEVICE_TROUBLE', 'not-tried'],
  [0x1a0, 'MUTEX_BAD', 'stale', 'DEVICE_TROUBLE'],
  [0x1a1, 'MUTEX_NOT_LOCKED', 'stale', 'DEVICE_TROUBLE'],
  [0x1b0, 'NEW_PIN_MODE', 'permanent', 'DEVICE_NEW_PIN_WANTED', 'refused'],
  [0x1b1, 'NEXT_OTP', 'permanent', 'DEVICE_ONE_TIME_PASSWORD', 'refused'],
  [0x1b5, 'EXCEEDED_MAX_ITERATIONS', 'permanent', 'DEVICE_CALL_REFUSED'],
  [0x1b6, 'FIPS_SELF_TEST_FAILED', 'permanent', 'DEVICE_SELF_TEST_FAILED', 'not-tried'],
  [0x1b7, 'LIBRARY_LOAD_FAILED', 'permanent', 'DEVICE_LIBRARY_NOT_LOADED', 'not-tried'],
  [0x1b8, 'PIN_TOO_WEAK', 'permanent', 'DEVICE_PIN_WEAK', 'refused'],
  [0x1b9, 'PUBLIC_KEY_INVALID', 'permanent', 'DEVICE_PUBLIC_KEY_INVALID'],
  [0x200, 'FUNCTION_REJECTED', 'permanent', 'DEVICE_SIGNATURE_REFUSED'],
  [0x201, 'TOKEN_RESOURCE_EXCEEDED', 'transient', 'DEVICE_AT_LIMIT'],
  [0x202, 'OPERATION_CANCEL_FAILED', 'stale', 'DEVICE_TROUBLE'],
  [0x203, 'KEY_EXHAUSTED', 'permanent', 'DEVICE_KEY_EXHAUSTED'],
];

const TABLE = new Map<number, CkrEntry>(
  ROWS.map(([code, name, meaning, says, login]) => [
    code,
    { name: `CKR_${name}`, meaning, says, ...(login === undefined ? {} : { login }) },
  ]),
);

/** CKR_PIN_LOCKED and the like; hexadecimal digits for values of vendors and of versions to come. */
export function ckrName(code: number): string {
  return TABLE.get(code)?.name ?? `CKR 0x${code.toString(16)}`;
}

/** The return value inside an error of the PKCS#11 binding; undefined for any other error. */
export function ckrOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return undefined;
  return error.code === 0 ? undefined : error.code;
}

/** Whether to look for the token again; unknown and vendor-defined values say nothing better. */
export function isStale(error: unknown): boolean {
  const code = ckrOf(error);
  return code !== undefined && (TABLE.get(code)?.meaning ?? 'stale') === 'stale';
}

/** Something failed, perhaps because the token is going: CKR_GENERAL_ERROR, _FUNCTION_FAILED, _DEVICE_ERROR, _REMOVED. */
export function mayBeRemoval(error: unknown): boolean {
  if (error instanceof StationError) return error.kind === 'transient';
  const code = ckrOf(error);
  return code === 0x5 || code === 0x6 || code === 0x30 || code === 0x32;
}

export function loginOutcome(error: unknown): LoginOutcome {
  const code = ckrOf(error);
  // The binding refuses bad arguments with errors of its own, before the module is called.
  if (code === undefined) return 'not-tried';
  return TABLE.get(code)?.login ?? 'possibly-tried';
}

/** Answers that are no fault of signing: somebody has to do something with the token first. */
const WAITS: ReadonlyMap<number, WaitReason> = new Map([
  [CKR.DEVICE_REMOVED, 'TOKEN_ABSENT'],
  [CKR.TOKEN_NOT_PRESENT, 'TOKEN_ABSENT'],
  [CKR.PIN_EXPIRED, 'PIN_TO_BE_CHANGED'],
  [CKR.NEW_PIN_MODE, 'PIN_TO_BE_CHANGED'],
  [CKR.USER_PIN_NOT_INITIALIZED, 'PIN_TO_BE_CHANGED'],
  [CKR.PIN_LOCKED, 'PIN_LOCKED'],
]);

/** The StationError for a failed call. The binding's own text is left out: it may quote arguments. */
export function ckrError(error: unknown): StationError {
  if (error instanceof StationError) return error;
  const code = ckrOf(error);
  if (code === undefined) return unknownFault('no return value');
  const entry = TABLE.get(code);
  if (entry === undefined) return unknownFault(ckrName(code));
  const message = tell(entry.says, { ckr: entry.name });
  const waitReason = WAITS.get(code);
  const isOfPin = entry.login === 'refused' || waitReason?.startsWith('PIN_') === true;
  const options = {
    area: isOfPin ? ('pin' as const) : ('token' as const),
    ...(waitReason === undefined ? {} : { waitReason }),
  };
  return entry.meaning === 'permanent'
    ? new StationError('SIGNING_OPERATION_FAILED', message, { kind: 'permanent', ...options })
    : new StationError('SIGNING_PROVIDER_UNAVAILABLE', message, { kind: 'transient', ...options });
}

function unknownFault(name: string): StationError {
  const message = tell('DEVICE_UNKNOWN_FAULT', { ckr: name });
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', message, { kind: 'transient' });
}
