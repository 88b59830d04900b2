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
  CANT_LOCK: 0xa,
  SESSION_COUNT: 0xb1,
  USER_ALREADY_LOGGED_IN: 0x100,
  CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const;

const TOKEN_GONE = 'The token was removed or is not readable; insert it again.';
const DEVICE_TROUBLE = 'The device or its driver reported a fault; it is tried again.';
const KEY_REFUSED = 'The token does not let this key make this kind of signature.';

const TABLE = new Map<number, CkrEntry>([
  [
    0x1,
    {
      name: 'CKR_CANCEL',
      meaning: 'permanent',
      message: 'The operation was cancelled at the device.',
      login: 'not-tried',
    },
  ],
  [0x2, { name: 'CKR_HOST_MEMORY', meaning: 'transient', message: DEVICE_TROUBLE }],
  [0x3, { name: 'CKR_SLOT_ID_INVALID', meaning: 'stale', message: TOKEN_GONE, login: 'not-tried' }],
  [0x5, { name: 'CKR_GENERAL_ERROR', meaning: 'stale', message: DEVICE_TROUBLE }],
  [0x6, { name: 'CKR_FUNCTION_FAILED', meaning: 'stale', message: DEVICE_TROUBLE }],
  [
    0x7,
    { name: 'CKR_ARGUMENTS_BAD', meaning: 'permanent', message: 'The driver refused the call.', login: 'not-tried' },
  ],
  [0x20, { name: 'CKR_DATA_INVALID', meaning: 'permanent', message: KEY_REFUSED }],
  [0x21, { name: 'CKR_DATA_LEN_RANGE', meaning: 'permanent', message: KEY_REFUSED }],
  [0x30, { name: 'CKR_DEVICE_ERROR', meaning: 'stale', message: DEVICE_TROUBLE }],
  [0x31, { name: 'CKR_DEVICE_MEMORY', meaning: 'transient', message: DEVICE_TROUBLE }],
  [0x32, { name: 'CKR_DEVICE_REMOVED', meaning: 'stale', message: TOKEN_GONE }],
  [
    0x50,
    { name: 'CKR_FUNCTION_CANCELED', meaning: 'permanent', message: 'The operation was cancelled at the device.' },
  ],
  [
    0x54,
    {
      name: 'CKR_FUNCTION_NOT_SUPPORTED',
      meaning: 'permanent',
      message: 'The driver cannot do this.',
      login: 'not-tried',
    },
  ],
  [0x60, { name: 'CKR_KEY_HANDLE_INVALID', meaning: 'stale', message: TOKEN_GONE }],
  [0x62, { name: 'CKR_KEY_SIZE_RANGE', meaning: 'permanent', message: KEY_REFUSED }],
  [0x63, { name: 'CKR_KEY_TYPE_INCONSISTENT', meaning: 'permanent', message: KEY_REFUSED }],
  [0x68, { name: 'CKR_KEY_FUNCTION_NOT_PERMITTED', meaning: 'permanent', message: KEY_REFUSED }],
  [0x70, { name: 'CKR_MECHANISM_INVALID', meaning: 'permanent', message: KEY_REFUSED }],
  [0x71, { name: 'CKR_MECHANISM_PARAM_INVALID', meaning: 'permanent', message: KEY_REFUSED }],
  [0x82, { name: 'CKR_OBJECT_HANDLE_INVALID', meaning: 'stale', message: TOKEN_GONE }],
  [0x90, { name: 'CKR_OPERATION_ACTIVE', meaning: 'stale', message: DEVICE_TROUBLE, login: 'not-tried' }],
  [0x91, { name: 'CKR_OPERATION_NOT_INITIALIZED', meaning: 'stale', message: DEVICE_TROUBLE, login: 'not-tried' }],
  [
    0xa0,
    {
      name: 'CKR_PIN_INCORRECT',
      meaning: 'permanent',
      message: 'The PIN is wrong. It will not be tried again until it is changed.',
      login: 'refused',
    },
  ],
  [
    0xa1,
    {
      name: 'CKR_PIN_INVALID',
      meaning: 'permanent',
      message: 'The PIN has characters that the token does not take.',
      login: 'refused',
    },
  ],
  [
    0xa2,
    {
      name: 'CKR_PIN_LEN_RANGE',
      meaning: 'permanent',
      message: 'The PIN is too short or too long for the token.',
      login: 'refused',
    },
  ],
  [
    0xa3,
    {
      name: 'CKR_PIN_EXPIRED',
      meaning: 'permanent',
      message: 'The PIN has expired: change it with the software of the token.',
      login: 'refused',
    },
  ],
  [
    0xa4,
    {
      name: 'CKR_PIN_LOCKED',
      meaning: 'permanent',
      message: 'The PIN is locked: unlock it with the PUK in the software of the token.',
      login: 'refused',
    },
  ],
  [0xb0, { name: 'CKR_SESSION_CLOSED', meaning: 'stale', message: TOKEN_GONE, login: 'not-tried' }],
  [
    0xb1,
    {
      name: 'CKR_SESSION_COUNT',
      meaning: 'transient',
      message: 'The token has no free session; other programs use it.',
    },
  ],
  [0xb3, { name: 'CKR_SESSION_HANDLE_INVALID', meaning: 'stale', message: TOKEN_GONE, login: 'not-tried' }],
  [0xe0, { name: 'CKR_TOKEN_NOT_PRESENT', meaning: 'stale', message: TOKEN_GONE, login: 'not-tried' }],
  [0xe1, { name: 'CKR_TOKEN_NOT_RECOGNIZED', meaning: 'stale', message: TOKEN_GONE, login: 'not-tried' }],
  [
    0x100,
    {
      name: 'CKR_USER_ALREADY_LOGGED_IN',
      meaning: 'transient',
      message: 'The token is logged in to already.',
      login: 'not-tried',
    },
  ],
  [0x101, { name: 'CKR_USER_NOT_LOGGED_IN', meaning: 'stale', message: 'The login to the token was lost.' }],
  [
    0x102,
    {
      name: 'CKR_USER_PIN_NOT_INITIALIZED',
      meaning: 'permanent',
      message: 'The token has no PIN yet: set one with the software of the token.',
      login: 'not-tried',
    },
  ],
  [
    0x103,
    {
      name: 'CKR_USER_TYPE_INVALID',
      meaning: 'permanent',
      message: 'The driver refused the login.',
      login: 'not-tried',
    },
  ],
  [
    0x104,
    {
      name: 'CKR_USER_ANOTHER_ALREADY_LOGGED_IN',
      meaning: 'transient',
      message: 'Another program is logged in to the token.',
      login: 'not-tried',
    },
  ],
  [
    0x105,
    {
      name: 'CKR_USER_TOO_MANY_TYPES',
      meaning: 'transient',
      message: 'Another program is logged in to the token.',
      login: 'not-tried',
    },
  ],
  [0x190, { name: 'CKR_CRYPTOKI_NOT_INITIALIZED', meaning: 'stale', message: DEVICE_TROUBLE, login: 'not-tried' }],
  [0x200, { name: 'CKR_FUNCTION_REJECTED', meaning: 'permanent', message: 'The signature was refused at the device.' }],
]);

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

export function loginOutcome(error: unknown): LoginOutcome {
  const code = ckrOf(error);
  // The binding refuses bad arguments with errors of its own, before the module is called.
  if (code === undefined) return 'not-tried';
  return TABLE.get(code)?.login ?? 'possibly-tried';
}

/** The StationError for a failed call. The binding's own text is left out: it may quote arguments. */
export function ckrError(error: unknown): StationError {
  if (error instanceof StationError) return error;
  const code = ckrOf(error);
  const entry = code === undefined ? undefined : TABLE.get(code);
  const name = entry?.name ?? (code === undefined ? 'no return value' : `CKR 0x${code.toString(16)}`);
  const message = `${entry?.message ?? 'The device driver reported an unknown fault.'} (${name})`;
  return entry?.meaning === 'permanent'
    ? new StationError('SIGNING_OPERATION_FAILED', message, { kind: 'permanent' })
    : new StationError('SIGNING_PROVIDER_UNAVAILABLE', message, { kind: 'transient' });
}
