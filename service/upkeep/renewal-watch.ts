import { errorFields, type Logger } from '../telemetry/logger.ts';
import { describeRenewalLook, type RenewalLook } from '../use-cases/renew-on-schedule.ts';
import type { Chore } from './retention-timer.ts';

export interface RenewalWatchOptions {
  readonly withinDays: number;
  readonly look: (isStopped: () => boolean) => Promise<RenewalLook>;
  readonly logger: Pick<Logger, 'error'>;
}

export interface RenewalWatch {
  readonly chore: Chore;
  /** What a person has to know of the last look, in words; null before the first one, and where all went well. */
  readonly fault: () => string | null;
}

/** Looks after signed files whose evidence ends, and remembers what did not work. */
export function createRenewalWatch({ withinDays, look, logger }: RenewalWatchOptions): RenewalWatch {
  let fault: string | null = null;
  return {
    fault: () => fault,
    chore: {
      message: 'Signed files whose evidence ends are being renewed.',
      restMilliseconds: 0,
      async run(isStopped) {
        try {
          const found = await look(isStopped);
          fault = describeRenewalLook(found, withinDays);
          return found.requested;
        } catch (error) {
          fault = 'The last look for signed files whose evidence ends failed; the log says why.';
          logger.error('Looking for signed files whose evidence ends failed; it is tried again.', errorFields(error));
          return 0;
        }
      },
    },
  };
}
