/** Lets deliveries run beside each other, and one by itself where its job may end the process. */
export interface Company {
  /** Runs beside others that are not alone. */
  together<T>(run: () => Promise<T>): Promise<T>;
  /** Waits until nothing else runs, and keeps what comes meanwhile waiting until `run` has ended. */
  alone<T>(run: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly isAlone: boolean;
  readonly go: () => void;
}

/** In the order in which they came: neither kind can keep the other from running for ever. */
export function createCompany(): Company {
  const waiting: Waiting[] = [];
  let running = 0;
  let isSomebodyAlone = false;

  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (isSomebodyAlone || (next.isAlone && running > 0)) return;
      waiting.shift();
      running += 1;
      isSomebodyAlone = next.isAlone;
      next.go();
    }
  };
  const enter = async <T>(isAlone: boolean, run: () => Promise<T>): Promise<T> => {
    await new Promise<void>((go) => {
      waiting.push({ isAlone, go });
      admit();
    });
    try {
      return await run();
    } finally {
      running -= 1;
      if (isAlone) isSomebodyAlone = false;
      admit();
    }
  };
  return { together: (run) => enter(false, run), alone: (run) => enter(true, run) };
}
