/** Reads a small setting; null when it is missing or the browser keeps nothing for us. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a small setting, or removes it when null. A browser that keeps nothing is no fault. */
export function writeStored(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Private windows may refuse; the setting then lasts until the window is closed.
  }
}

/** Settings that outlast the window. */
export const lasting = (): Storage => localStorage;
/** Settings of this window only. */
export const passing = (): Storage => sessionStorage;
