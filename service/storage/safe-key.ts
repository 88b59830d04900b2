/** One component of a key: no separator, no drive or stream colon, no control character; not `.` or `..`. */
const COMPONENT = /^(?!\.{1,2}$)[^/\\:\p{Cc}]{1,255}$/u;
const MAX_KEY_LENGTH = 1024;

/** Throws a plain Error for a storage key that could lead elsewhere than below the store's own root. */
export function requireSafeKey(key: string): void {
  if (key.length <= MAX_KEY_LENGTH && key.split('/').every((component) => COMPONENT.test(component))) return;
  throw new Error('A storage key must be a relative path of plain names.');
}
