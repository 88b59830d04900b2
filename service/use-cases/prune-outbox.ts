import type { UseCasePorts } from './ports.ts';

/** Long enough to look into what happened yesterday. */
const KEPT_MILLISECONDS = 86_400_000;
/** Few enough that signing waits some milliseconds for a step at most. */
const STEP_MESSAGES = 500;

/**
 * Deletes outbox messages a day after they were handed over, where their request has ended; answers how many. Between
 * steps others may write, and `isStopped` is asked.
 */
export async function pruneOutbox(
  { persistence, clock }: Pick<UseCasePorts, 'persistence' | 'clock'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const publishedBefore = new Date(clock().getTime() - KEPT_MILLISECONDS);
  let count = 0;
  let cursor: number | null = null;
  do {
    const step = await persistence.prunePublishedMessages({ publishedBefore, limit: STEP_MESSAGES, cursor });
    count += step.deleted;
    cursor = step.nextCursor;
  } while (cursor !== null && !isStopped());
  return count;
}
