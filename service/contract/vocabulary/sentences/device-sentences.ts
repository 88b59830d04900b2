/** What a token's driver answers (PKCS#11 v2.40 section 5.1 and later ones) means to people. */
export const DEVICE_WORDS = {
  DEVICE_CANCELLED: 'The operation was cancelled at the device.',
  DEVICE_HOST_MEMORY: 'The computer has too little free memory for the driver; it is tried again.',
  DEVICE_TOKEN_GONE: 'The token was removed or is not readable; insert it again.',
  DEVICE_TROUBLE: 'The device or its driver reported a fault; it is tried again.',
  DEVICE_CALL_REFUSED: 'The driver refused a call that it should know; a newer version of the driver may help.',
  DEVICE_NO_EVENT: 'Nothing has changed at the device.',
  DEVICE_NEEDS_THREADS: 'The driver needs threads of its own and was not given any.',
  DEVICE_ONE_THREAD: 'The driver cannot be used by several threads at once.',
  DEVICE_OBJECT_REFUSED: 'The token does not show or accept an attribute that was asked for.',
  DEVICE_RULES_FORBID: 'The rules of the token forbid this operation.',
  DEVICE_KEY_REFUSED: 'The token does not let this key make this kind of signature.',
  DEVICE_TOKEN_MEMORY: 'The token has too little free memory; it is tried again.',
  DEVICE_NO_SIGNATURE_MATTER:
    'The driver answered with a fault of encryption or key exchange, which signing does not use.',
  DEVICE_CANNOT: 'The driver cannot do this.',
  DEVICE_KEY_CHANGED: 'The key is not the one that it was when the operation began.',
  DEVICE_PIN_WRONG: 'The PIN is wrong. It will not be tried again until it is changed.',
  DEVICE_PIN_CHARACTERS: 'The PIN has characters that the token does not take.',
  DEVICE_PIN_LENGTH: 'The PIN is too short or too long for the token.',
  DEVICE_PIN_EXPIRED: 'The PIN has expired: change it with the software of the token.',
  DEVICE_PIN_LOCKED: 'The PIN is locked: unlock it with the PUK in the software of the token.',
  DEVICE_NO_FREE_SESSION: 'The token has no free session; other programs use it.',
  DEVICE_OPEN_ELSEWHERE: 'Another program has the token open; close it.',
  DEVICE_ADMINISTERED: 'The token is being administered; finish that first.',
  DEVICE_OWN_SIGNATURE_INVALID: 'The token calls its own signature invalid.',
  DEVICE_NOT_RECOGNISED:
    'The driver does not know this token: another driver is needed, or it is in the wrong way round.',
  DEVICE_WRITE_PROTECTED: 'The token is write-protected.',
  DEVICE_LOGGED_IN_ALREADY: 'The token is logged in to already.',
  DEVICE_LOGIN_LOST: 'The login to the token was lost.',
  DEVICE_PIN_NOT_SET: 'The token has no PIN yet: set one with the software of the token.',
  DEVICE_LOGIN_REFUSED: 'The driver refused the login.',
  DEVICE_PROGRAM_LOGGED_IN: 'Another program is logged in to the token; close it.',
  DEVICE_NO_SEED: 'The token takes no seed for its random numbers.',
  DEVICE_NO_RANDOM: 'The token has no random numbers, which this kind of signature needs.',
  DEVICE_CURVE_UNKNOWN: 'The token does not know the curve of this key.',
  DEVICE_SIGNATURE_LONGER: 'The signature is longer than the key lets expect; it is tried again.',
  DEVICE_NEW_PIN_WANTED: 'The token wants a new PIN: set it with the software of the token.',
  DEVICE_ONE_TIME_PASSWORD: 'The token wants a one-time password, which cannot be given here.',
  DEVICE_SELF_TEST_FAILED: 'The self-test of the device failed; it refuses to work.',
  DEVICE_LIBRARY_NOT_LOADED: 'The driver could not load a library that it needs.',
  DEVICE_PIN_WEAK: 'The token calls the PIN too weak: set another with its software.',
  DEVICE_PUBLIC_KEY_INVALID: 'The token calls the public key invalid.',
  DEVICE_SIGNATURE_REFUSED: 'The signature was refused at the device.',
  DEVICE_AT_LIMIT: 'The token is at the limit of what it can do at once.',
  DEVICE_KEY_EXHAUSTED: 'The key has made all the signatures that it may make.',
  DEVICE_UNKNOWN_FAULT: 'The device driver reported an unknown fault.',
} as const;

/** Name of what a driver's answer means. */
export type DeviceMeaning = keyof typeof DEVICE_WORDS;

/** `ckr`: name of the return value. */
type Answer = (parameters: { ckr: string }) => string;

const answerOf =
  (words: string): Answer =>
  ({ ckr }) =>
    `${words} (${ckr})`;

/** The words with the name of the return value. */
export const deviceSentences = Object.fromEntries(
  Object.entries(DEVICE_WORDS).map(([code, words]) => [code, answerOf(words)]),
) as Readonly<Record<DeviceMeaning, Answer>>;
