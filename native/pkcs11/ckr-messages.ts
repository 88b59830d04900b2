import type { WaitReason } from '../../service/contract/vocabulary/failures.ts';
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
  /** For a person: what it is and what to do. */
  readonly message: string;
  readonly login?: LoginOutcome;
}

export const CKR = {
  CANCEL: 0x1,
  CANT_LOCK: 0xa,
  DEVICE_REMOVED: 0x32,
  PIN_EXPIRED: 0xa3,
  PIN_LOCKED: 0xa4,
  SESSION_COUNT: 0xb1,
  TOKEN_NOT_PRESENT: 0xe0,
  USER_ALREADY_LOGGED_IN: 0x100,
  USER_PIN_NOT_INITIALIZED: 0x102,
  CRYPTOKI_ALREADY_INITIALIZED: 0x191,
  NEW_PIN_MODE: 0x1b0,
} as const;

const TOKEN_GONE = 'The token was removed or is not readable; insert it again.';
const DEVICE_TROUBLE = 'The device or its driver reported a fault; it is tried again.';
const KEY_REFUSED = 'The token does not let this key make this kind of signature.';
const CALL_REFUSED = 'The driver refused a call that it should know; a newer version of the driver may help.';
const OBJECT_REFUSED = 'The token does not show or accept an attribute that was asked for.';
const NO_SIGNATURE_MATTER =
  'The driver answered with a fault of encryption or key exchange, which signing does not use.';
const PROGRAM_LOGGED_IN = 'Another program is logged in to the token; close it.';

type Row = readonly [code: number, name: string, meaning: CkrMeaning, message: string, login?: LoginOutcome];

/** All return values of PKCS#11 v2.40 and v3.0 (and CKR_KEY_EXHAUSTED of v3.1); CKR_OK is none. */
const ROWS: readonly Row[] = [
  [0x1, 'CANCEL', 'permanent', 'The operation was cancelled at the device.', 'not-tried'],
  [0x2, 'HOST_MEMORY', 'transient', 'The computer has too little free memory for the driver; it is tried again.'],
  [0x3, 'SLOT_ID_INVALID', 'stale', TOKEN_GONE, 'not-tried'],
  [0x5, 'GENERAL_ERROR', 'stale', DEVICE_TROUBLE],
  [0x6, 'FUNCTION_FAILED', 'stale', DEVICE_TROUBLE],
  [0x7, 'ARGUMENTS_BAD', 'permanent', CALL_REFUSED, 'not-tried'],
  [0x8, 'NO_EVENT', 'stale', 'Nothing has changed at the device.', 'not-tried'],
  [
    0x9,
    'NEED_TO_CREATE_THREADS',
    'permanent',
    'The driver needs threads of its own and was not given any.',
    'not-tried',
  ],
  [0xa, 'CANT_LOCK', 'permanent', 'The driver cannot be used by several threads at once.', 'not-tried'],
  [0x10, 'ATTRIBUTE_READ_ONLY', 'permanent', OBJECT_REFUSED],
  [0x11, 'ATTRIBUTE_SENSITIVE', 'permanent', OBJECT_REFUSED],
  [0x12, 'ATTRIBUTE_TYPE_INVALID', 'permanent', OBJECT_REFUSED],
  [0x13, 'ATTRIBUTE_VALUE_INVALID', 'permanent', OBJECT_REFUSED],
  [0x1b, 'ACTION_PROHIBITED', 'permanent', 'The rules of the token forbid this operation.'],
  [0x20, 'DATA_INVALID', 'permanent', KEY_REFUSED],
  [0x21, 'DATA_LEN_RANGE', 'permanent', KEY_REFUSED],
  [0x30, 'DEVICE_ERROR', 'stale', DEVICE_TROUBLE],
  [0x31, 'DEVICE_MEMORY', 'transient', 'The token has too little free memory; it is tried again.'],
  [0x32, 'DEVICE_REMOVED', 'stale', TOKEN_GONE],
  [0x40, 'ENCRYPTED_DATA_INVALID', 'permanent', NO_SIGNATURE_MATTER],
  [0x41, 'ENCRYPTED_DATA_LEN_RANGE', 'permanent', NO_SIGNATURE_MATTER],
  [0x42, 'AEAD_DECRYPT_FAILED', 'permanent', NO_SIGNATURE_MATTER],
  [0x50, 'FUNCTION_CANCELED', 'permanent', 'The operation was cancelled at the device.'],
  [0x51, 'FUNCTION_NOT_PARALLEL', 'stale', DEVICE_TROUBLE],
  [0x54, 'FUNCTION_NOT_SUPPORTED', 'permanent', 'The driver cannot do this.', 'not-tried'],
  [0x60, 'KEY_HANDLE_INVALID', 'stale', TOKEN_GONE],
  [0x62, 'KEY_SIZE_RANGE', 'permanent', KEY_REFUSED],
  [0x63, 'KEY_TYPE_INCONSISTENT', 'permanent', KEY_REFUSED],
  [0x64, 'KEY_NOT_NEEDED', 'permanent', CALL_REFUSED],
  [0x65, 'KEY_CHANGED', 'permanent', 'The key is not the one that it was when the operation began.'],
  [0x66, 'KEY_NEEDED', 'permanent', CALL_REFUSED],
  [0x67, 'KEY_INDIGESTIBLE', 'permanent', KEY_REFUSED],
  [0x68, 'KEY_FUNCTION_NOT_PERMITTED', 'permanent', KEY_REFUSED],
  [0x69, 'KEY_NOT_WRAPPABLE', 'permanent', NO_SIGNATURE_MATTER],
  [0x6a, 'KEY_UNEXTRACTABLE', 'permanent', NO_SIGNATURE_MATTER],
  [0x70, 'MECHANISM_INVALID', 'permanent', KEY_REFUSED],
  [0x71, 'MECHANISM_PARAM_INVALID', 'permanent', KEY_REFUSED],
  [0x82, 'OBJECT_HANDLE_INVALID', 'stale', TOKEN_GONE],
  [0x90, 'OPERATION_ACTIVE', 'stale', DEVICE_TROUBLE, 'not-tried'],
  [0x91, 'OPERATION_NOT_INITIALIZED', 'stale', DEVICE_TROUBLE, 'not-tried'],
  [0xa0, 'PIN_INCORRECT', 'permanent', 'The PIN is wrong. It will not be tried again until it is changed.', 'refused'],
  [0xa1, 'PIN_INVALID', 'permanent', 'The PIN has characters that the token does not take.', 'refused'],
  [0xa2, 'PIN_LEN_RANGE', 'permanent', 'The PIN is too short or too long for the token.', 'refused'],
  [0xa3, 'PIN_EXPIRED', 'permanent', 'The PIN has expired: change it with the software of the token.', 'refused'],
  [
    0xa4,
    'PIN_LOCKED',
    'permanent',
    'The PIN is locked: unlock it with the PUK in the software of the token.',
    'refused',
  ],
  [0xb0, 'SESSION_CLOSED', 'stale', TOKEN_GONE, 'not-tried'],
  [0xb1, 'SESSION_COUNT', 'transient', 'The token has no free session; other programs use it.'],
  [0xb3, 'SESSION_HANDLE_INVALID', 'stale', TOKEN_GONE, 'not-tried'],
  [0xb4, 'SESSION_PARALLEL_NOT_SUPPORTED', 'permanent', CALL_REFUSED],
  [0xb5, 'SESSION_READ_ONLY', 'permanent', CALL_REFUSED],
  [0xb6, 'SESSION_EXISTS', 'transient', 'Another program has the token open; close it.'],
  [0xb7, 'SESSION_READ_ONLY_EXISTS', 'transient', 'Another program has the token open; close it.', 'not-tried'],
  [
    0xb8,
    'SESSION_READ_WRITE_SO_EXISTS',
    'transient',
    'The token is being administered; finish that first.',
    'not-tried',
  ],
  [0xc0, 'SIGNATURE_INVALID', 'permanent', 'The token calls its own signature invalid.'],
  [0xc1, 'SIGNATURE_LEN_RANGE', 'permanent', 'The token calls its own signature invalid.'],
  [0xd0, 'TEMPLATE_INCOMPLETE', 'permanent', CALL_REFUSED],
  [0xd1, 'TEMPLATE_INCONSISTENT', 'permanent', CALL_REFUSED],
  [0xe0, 'TOKEN_NOT_PRESENT', 'stale', TOKEN_GONE, 'not-tried'],
  [
    0xe1,
    'TOKEN_NOT_RECOGNIZED',
    'stale',
    'The driver does not know this token: another driver is needed, or it is in the wrong way round.',
    'not-tried',
  ],
  [0xe2, 'TOKEN_WRITE_PROTECTED', 'permanent', 'The token is write-protected.'],
  [0xf0, 'UNWRAPPING_KEY_HANDLE_INVALID', 'permanent', NO_SIGNATURE_MATTER],
  [0xf1, 'UNWRAPPING_KEY_SIZE_RANGE', 'permanent', NO_SIGNATURE_MATTER],
  [0xf2, 'UNWRAPPING_KEY_TYPE_INCONSISTENT', 'permanent', NO_SIGNATURE_MATTER],
  [0x100, 'USER_ALREADY_LOGGED_IN', 'transient', 'The token is logged in to already.', 'not-tried'],
  [0x101, 'USER_NOT_LOGGED_IN', 'stale', 'The login to the token was lost.'],
  [
    0x102,
    'USER_PIN_NOT_INITIALIZED',
    'permanent',
    'The token has no PIN yet: set one with the software of the token.',
    'not-tried',
  ],
  [0x103, 'USER_TYPE_INVALID', 'permanent', 'The driver refused the login.', 'not-tried'],
  [0x104, 'USER_ANOTHER_ALREADY_LOGGED_IN', 'transient', PROGRAM_LOGGED_IN, 'not-tried'],
  [0x105, 'USER_TOO_MANY_TYPES', 'transient', PROGRAM_LOGGED_IN, 'not-tried'],
  [0x110, 'WRAPPED_KEY_INVALID', 'permanent', NO_SIGNATURE_MATTER],
  [0x112, 'WRAPPED_KEY_LEN_RANGE', 'permanent', NO_SIGNATURE_MATTER],
  [0x113, 'WRAPPING_KEY_HANDLE_INVALID', 'permanent', NO_SIGNATURE_MATTER],
  [0x114, 'WRAPPING_KEY_SIZE_RANGE', 'permanent', NO_SIGNATURE_MATTER],
  [0x115, 'WRAPPING_KEY_TYPE_INCONSISTENT', 'permanent', NO_SIGNATURE_MATTER],
  [0x120, 'RANDOM_SEED_NOT_SUPPORTED', 'permanent', 'The token takes no seed for its random numbers.'],
  [0x121, 'RANDOM_NO_RNG', 'permanent', 'The token has no random numbers, which this kind of signature needs.'],
  [0x130, 'DOMAIN_PARAMS_INVALID', 'permanent', 'The token does not know the curve of this key.'],
  [0x140, 'CURVE_NOT_SUPPORTED', 'permanent', 'The token does not know the curve of this key.'],
  [0x150, 'BUFFER_TOO_SMALL', 'stale', 'The signature is longer than the key lets expect; it is tried again.'],
  [0x160, 'SAVED_STATE_INVALID', 'stale', DEVICE_TROUBLE],
  [0x170, 'INFORMATION_SENSITIVE', 'permanent', OBJECT_REFUSED],
  [0x180, 'STATE_UNSAVEABLE', 'permanent', CALL_REFUSED],
  [0x190, 'CRYPTOKI_NOT_INITIALIZED', 'stale', DEVICE_TROUBLE, 'not-tried'],
  [0x191, 'CRYPTOKI_ALREADY_INITIALIZED', 'stale', DEVICE_TROUBLE, 'not-tried'],
  [0x1a0, 'MUTEX_BAD', 'stale', DEVICE_TROUBLE],
  [0x1a1, 'MUTEX_NOT_LOCKED', 'stale', DEVICE_TROUBLE],
  [0x1b0, 'NEW_PIN_MODE', 'permanent', 'The token wants a new PIN: set it with the software of the token.', 'refused'],
  [0x1b1, 'NEXT_OTP', 'permanent', 'The token wants a one-time password, which cannot be given here.', 'refused'],
  [0x1b5, 'EXCEEDED_MAX_ITERATIONS', 'permanent', CALL_REFUSED],
  [0x1b6, 'FIPS_SELF_TEST_FAILED', 'permanent', 'The self-test of the device failed; it refuses to work.', 'not-tried'],
  [0x1b7, 'LIBRARY_LOAD_FAILED', 'permanent', 'The driver could not load a library that it needs.', 'not-tried'],
  [0x1b8, 'PIN_TOO_WEAK', 'permanent', 'The token calls the PIN too weak: set another with its software.', 'refused'],
  [0x1b9, 'PUBLIC_KEY_INVALID', 'permanent', 'The token calls the public key invalid.'],
  [0x200, 'FUNCTION_REJECTED', 'permanent', 'The signature was refused at the device.'],
  [0x201, 'TOKEN_RESOURCE_EXCEEDED', 'transient', 'The token is at the limit of what it can do at once.'],
  [0x202, 'OPERATION_CANCEL_FAILED', 'stale', DEVICE_TROUBLE],
  [0x203, 'KEY_EXHAUSTED', 'permanent', 'The key has made all the signatures that it may make.'],
];

const TABLE = new Map<number, CkrEntry>(
  ROWS.map(([code, name, meaning, message, login]) => [
    code,
    { name: `CKR_${name}`, meaning, message, ...(login === undefined ? {} : { login }) },
  ]),
);

/** CKR_PIN_LOCKED and the like; hexadecimal digits for values of vendors and of versions to come. */
export function ckrName(code: number): string {
  return TABLE.get(code)?.name ?? `CKR 0x${code.toString(16)}`;
}

/** The sentence for a return value; undefined for one that no version of the standard has. */
export function ckrMessage(code: number): string | undefined {
  return TABLE.get(code)?.message;
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
  const message = `${entry.message} (${ckrName(code)})`;
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
  const message = `The device driver reported an unknown fault. (${name})`;
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', message, { kind: 'transient' });
}
