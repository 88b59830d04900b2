/** Something that happens and has nothing more to say. */
export interface Signal {
  /** Tells everybody who wants to hear of it, in the order in which they came. */
  readonly announce: () => void;
  /** Answers the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A signal that nobody listens to yet. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    announce: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      // Wrapped, so that one function may subscribe twice.
      const entry = (): void => listener();
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
  };
}
