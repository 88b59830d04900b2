/** CK_TOKEN_INFO.flags (PKCS#11 v3.0 section 3.2, table 7), without the prefix CKF_. */
const TOKEN_FLAGS = [
  [0x1, 'RNG'],
  [0x2, 'WRITE_PROTECTED'],
  [0x4, 'LOGIN_REQUIRED'],
  [0x8, 'USER_PIN_INITIALIZED'],
  [0x20, 'RESTORE_KEY_NOT_NEEDED'],
  [0x40, 'CLOCK_ON_TOKEN'],
  [0x100, 'PROTECTED_AUTHENTICATION_PATH'],
  [0x200, 'DUAL_CRYPTO_OPERATIONS'],
  [0x400, 'TOKEN_INITIALIZED'],
  [0x800, 'SECONDARY_AUTHENTICATION'],
  [0x10000, 'USER_PIN_COUNT_LOW'],
  [0x20000, 'USER_PIN_FINAL_TRY'],
  [0x40000, 'USER_PIN_LOCKED'],
  [0x80000, 'USER_PIN_TO_BE_CHANGED'],
  [0x100000, 'SO_PIN_COUNT_LOW'],
  [0x200000, 'SO_PIN_FINAL_TRY'],
  [0x400000, 'SO_PIN_LOCKED'],
  [0x800000, 'SO_PIN_TO_BE_CHANGED'],
  [0x1000000, 'ERROR_STATE'],
] as const;

export function tokenFlagNames(flags: number): string[] {
  return TOKEN_FLAGS.flatMap(([bit, name]) => ((flags & bit) === 0 ? [] : [name]));
}
