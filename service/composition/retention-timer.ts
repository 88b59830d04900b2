import { errorFields, type Logger } from '../telemetry/logger.ts';

export interface RetentionTimerOptions {
  /** One sweep; answers how many files it deleted. */
  readonly sweep: (isStopped: () => boolean) => Promise<number>;
  readonly intervalMilliseconds: number;
  readonly firstAfterMilliseconds: number;
  readonly logger: Logger;
}

export interface RetentionTimer {
  /** Begins no file more; resolves when the one under way is dealt with. */
  stop(): Promise<void>;
}

/** Sweeps shortly after the start and then at each interval after the end of a sweep, so that two never overlap. */
export function startRetentionTimer(options: RetentionTimerOptions): RetentionTimer {
  const { sweep, logger } = options;
  const state = { isStopped: false };
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      const count = await sweep(() => state.isStopped);
      if (count > 0) logger.info('Files whose retention period is over were deleted.', { count });
    } catch (error) {
      logger.error('A retention sweep failed; the next one goes on.', errorFields(error));
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
