export interface Listeners<T extends unknown[]> {
  /** Adds a listener; returns what removes it. */
  readonly add: (listener: (...values: T) => void) => () => void;
  readonly call: (...values: T) => void;
}

/** A set of callbacks. */
export function createListeners<T extends unknown[]>(): Listeners<T> {
  const listeners = new Set<(...values: T) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    call: (...values) => {
      for (const listener of listeners) listener(...values);
    },
  };
}
