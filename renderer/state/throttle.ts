export interface Throttled {
  readonly call: () => void;
  readonly cancel: () => void;
}

/** Calls `action` at once, then at most once in `milliseconds`; a call in between is made up for at the end. */
export function throttle(action: () => void, milliseconds: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isDue = false;

  function pass(): void {
    timer = setTimeout(() => {
      timer = null;
      if (!isDue) return;
      isDue = false;
      action();
      pass();
    }, milliseconds);
  }

  return {
    call: () => {
      if (timer !== null) {
        isDue = true;
        return;
      }
      action();
      pass();
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      isDue = false;
    },
  };
}
