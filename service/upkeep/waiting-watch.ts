import { errorFields, type Logger } from '../telemetry/logger.ts';
import type { WaitingLook } from '../use-cases/wake-waiting-jobs.ts';

export interface WaitingWatchOptions {
  /** Looks once and wakes at most `limit` jobs of each group. */
  readonly look: (limit: number) => Promise<WaitingLook>;
  readonly logger: Logger;
}

export interface WaitingWatch {
  /** A job was parked: somebody has to look whether it can go on. */
  parked(): void;
  /** A token was put in or taken out, or a token-host came back: worth a look at once. */
  tokensChanged(): void;
  /** Another station parked a job: its key may be here. */
  keyWanted(): void;
  /** The workers have done what they were brought: there may be more of it. */
  workersFree(): void;
  stop(): Promise<void>;
}

const FIRST_LOOK_MILLISECONDS = 1_000;
const MAX_LOOK_MILLISECONDS = 60_000;
const AFTER_TOKEN_MILLISECONDS = 100;
const AFTER_WAKING_MILLISECONDS = 250;
const GROWTH = 8;

const slower = (interval: number): number => Math.min(MAX_LOOK_MILLISECONDS, interval * 2);

/**
 * Decides when to look after parked jobs: soon after one was parked, at once when a token comes or goes, and between that
 * ever more seldom, but every minute. One job goes ahead; when it does not come back, the others follow in growing
 * numbers, so that a thousand documents do not all try a card that is of no use.
 */
export function startWaitingWatch({ look, logger }: WaitingWatchOptions): WaitingWatch {
  let timer: NodeJS.Timeout | undefined;
  let [dueAt, interval, limit] = [Number.POSITIVE_INFINITY, FIRST_LOOK_MILLISECONDS, 1];
  /** Jobs were woken, and nothing was parked since. */
  let hasWoken = false;
  let isStopped = false;
  let current: Promise<void> = Promise.resolve();

  /** The earlier of what is planned and `milliseconds` from now. */
  const plan = (milliseconds: number): void => {
    const at = performance.now() + milliseconds;
    if (isStopped || at >= dueAt) return;
    dueAt = at;
    clearTimeout(timer);
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      current = current.then(run);
    }, milliseconds).unref();
  };
  const run = async (): Promise<void> => {
    try {
      const { woken, waiting } = await look(limit);
      if (woken > 0) {
        hasWoken = true;
        limit *= GROWTH;
        plan(waiting > 0 ? AFTER_WAKING_MILLISECONDS : interval);
      } else if (waiting > 0) {
        interval = slower(interval);
        plan(interval);
      } else {
        [hasWoken, limit, interval] = [false, 1, FIRST_LOOK_MILLISECONDS];
      }
    } catch (error) {
      logger.error('Looking after waiting jobs failed; it is tried again.', errorFields(error));
      plan(MAX_LOOK_MILLISECONDS);
    }
  };
  plan(FIRST_LOOK_MILLISECONDS);
  return {
    parked() {
      if (hasWoken) interval = slower(interval);
      hasWoken = false;
      limit = 1;
      plan(interval);
    },
    tokensChanged() {
      limit = 1;
      interval = FIRST_LOOK_MILLISECONDS;
      plan(AFTER_TOKEN_MILLISECONDS);
    },
    keyWanted: () => plan(AFTER_TOKEN_MILLISECONDS),
    workersFree: () => (hasWoken ? plan(AFTER_WAKING_MILLISECONDS) : undefined),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
