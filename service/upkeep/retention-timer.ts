import { errorFields, type Logger } from '../telemetry/logger.ts';

/** Something to clear away again and again. */
export interface Chore {
  /** What is said with the count when there was something to clear away. */
  readonly message: string;
  /** A sentence for a person on what is left undone while it fails; undefined where something else tells of that. */
  readonly undone?: string;
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
  /** The chores whose last run failed, and how. */
  faults(): ReadonlyMap<Chore, unknown>;
  /** Begins nothing more; resolves when what is under way is dealt with. */
  stop(): Promise<void>;
}

/** A full disk is cleared sooner than old files are looked for again. */
export const RETRY_MILLISECONDS = 300_000;

/**
 * Runs the chores shortly after the start and then at each interval after their end, so that no two overlap; one that
 * failed sooner.
 */
export function startRetentionTimer(options: RetentionTimerOptions): RetentionTimer {
  const { chores, intervalMilliseconds, logger } = options;
  const state = { isStopped: false };
  const faults = new Map<Chore, unknown>();
  const restOf = (chore: Chore): number =>
    faults.has(chore)
      ? Math.min(intervalMilliseconds, RETRY_MILLISECONDS)
      : Math.max(intervalMilliseconds, chore.restMilliseconds);
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  const run = async (rests: ReadonlyMap<Chore, number>): Promise<void> => {
    const due = chores.filter((chore) => (rests.get(chore) ?? 0) <= 0);
    const told = new Set<string>();
    for (const chore of due) {
      if (!state.isStopped) await runChore(chore, () => state.isStopped, { logger, told, faults });
    }
    if (state.isStopped) return;
    // Counted from the end of all of them: those that ran together stay together.
    for (const chore of due) rests = new Map(rests).set(chore, restOf(chore));
    schedule(Math.min(...rests.values()), rests);
  };
  const schedule = (milliseconds: number, rests: ReadonlyMap<Chore, number>): void => {
    const left = new Map(Array.from(rests, ([chore, rest]) => [chore, rest - milliseconds]));
    timer = setTimeout(() => {
      current = run(left);
    }, milliseconds);
    timer.unref();
  };
  schedule(options.firstAfterMilliseconds, new Map());
  return {
    faults: () => faults,
    async stop() {
      state.isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

interface Telling {
  readonly logger: Logger;
  readonly told: Set<string>;
  readonly faults: Map<Chore, unknown>;
}

/**
 * One that fails does not keep the others from running. What they have in common (a disk that refuses, a database that is
 * away) is told once in a round: `told` has the faults that were.
 */
async function runChore(chore: Chore, isStopped: () => boolean, { logger, told, faults }: Telling): Promise<void> {
  try {
    const count = await chore.run(isStopped);
    faults.delete(chore);
    if (count > 0) logger.info(chore.message, { count });
  } catch (error) {
    faults.set(chore, error);
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (told.has(fault)) return;
    told.add(fault);
    logger.error('Clearing up failed; it is tried again.', errorFields(error));
  }
}
