import type { Supervised } from '../processes/supervisor.ts';
import type { Logger } from '../telemetry/logger.ts';
import { inTraceOf, outsideOfContexts } from '../telemetry/trace-context.ts';
import type { PublishFailure } from './publisher-protocol.ts';

/** What brings the messages of the outbox to the broker, as the rest of the host sees it. */
export interface StationPublisher {
  /** Undefined where it has no process of its own. */
  readonly supervised: Supervised | undefined;
  /** Messages were committed to the outbox. Calls of one turn of the event loop go out as one. */
  wake(): void;
  /** Begins nothing new and waits for what is under way, for at most `graceMilliseconds` where that is a process. */
  stop(graceMilliseconds: number): Promise<void>;
}

/** A broker that is away, or a full disk, is met every second for as long as it lasts. */
const QUIET_MILLISECONDS = 60_000;

/**
 * Tells of hand-offs that failed, of the first at once and of those after it once a minute: one line for all messages, and
 * one for each of the first few jobs, under the trace of its request.
 */
export function failureLog(logger: Logger): (failure: PublishFailure) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return ({ count, jobs }) => {
    if (performance.now() - toldAt < QUIET_MILLISECONDS) return;
    toldAt = performance.now();
    outsideOfContexts(() =>
      logger.warn('Messages could not be handed to the broker; they stay in the outbox.', { count }),
    );
    for (const job of jobs) inTraceOf(job, () => logger.warn('The message of a job stays in the outbox.'));
  };
}
