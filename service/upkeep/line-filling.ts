import { errorFields, type Logger } from '../telemetry/logger.ts';

/** Brings jobs that stand in line to the workers. */
export interface LineFilling {
  /** There may be room, or jobs: looks soon, and never twice at a time. */
  look(): void;
  stop(): Promise<void>;
}

/** What becomes free within this time is filled in one go. */
const TOGETHER_MILLISECONDS = 50;
const AFTER_FAULT_MILLISECONDS = 5_000;

/** `bring` looks once; one that fails is tried again. */
export function startLineFilling(bring: () => Promise<unknown>, logger: Logger): LineFilling {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  const plan = (milliseconds: number): void => {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      current = run().finally(() => {
        current = undefined;
        if (isWanted) plan(TOGETHER_MILLISECONDS);
      });
    }, milliseconds).unref();
  };
  const run = async (): Promise<void> => {
    isWanted = false;
    try {
      await bring();
    } catch (fault) {
      logger.error('Bringing jobs that stand in line failed; it is tried again.', errorFields(fault));
      plan(AFTER_FAULT_MILLISECONDS);
    }
  };
  return {
    look() {
      isWanted = true;
      if (current === undefined) plan(TOGETHER_MILLISECONDS);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
