import { errorFields, type Logger } from '../telemetry/logger.ts';

/** Something to clear away again and again. */
export interface Chore {
  /** What is said with the count when there was something to clear away. */
  readonly message: string;
  /** Answers how many things it cleared away. */
  readonly run: (isStopped: () => boolean) => Promise<number>;
  /** At least so long after the end of the run before; 0: at every interval. */
  readonly restMilliseconds: number;
}

export interface RetentionTimerOptions {
  readonly chores: readonly Chore[];
  readonly intervalMilliseconds: number;
  readonly firstAfterMilliseconds: number;
  readonly logger: Logger;
}

export interface RetentionTimer {
  /** Begins nothing more; resolves when what is under way is dealt with. */
  stop(): Promise<void>;
}

/** Runs the chores shortly after the start and then at each interval after their end, so that no two overlap. */
export function startRetentionTimer(options: RetentionTimerOptions): RetentionTimer {
  const { chores, logger } = options;
  const state = { isStopped: false };
  const ranAt = new Map<Chore, number>();
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  const run = async (): Promise<void> => {
    const told = new Set<string>();
    for (const chore of chores) {
      const isResting = performance.now() - (ranAt.get(chore) ?? -Infinity) < chore.restMilliseconds;
      if (state.isStopped || isResting) continue;
      await runChore(chore, () => state.isStopped, { logger, told });
      ranAt.set(chore, performance.now());
    }
    if (!state.isStopped) schedule(options.intervalMilliseconds);
  };
  const schedule = (milliseconds: number): void => {
    timer = setTimeout(() => {
      current = run();
    }, milliseconds);
    timer.unref();
  };
  schedule(options.firstAfterMilliseconds);
  return {
    async stop() {
      state.isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

/**
 * One that fails does not keep the others from running. What they have in common (a disk that refuses, a database that is
 * away) is told once in a round: `told` has the faults that were.
 */
async function runChore(
  { message, run }: Chore,
  isStopped: () => boolean,
  { logger, told }: { readonly logger: Logger; readonly told: Set<string> },
): Promise<void> {
  try {
    const count = await run(isStopped);
    if (count > 0) logger.info(message, { count });
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (told.has(fault)) return;
    told.add(fault);
    logger.error('Clearing up failed; it is tried again.', errorFields(error));
  }
}
