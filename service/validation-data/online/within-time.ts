import type { FetchFault } from './fetch-fault.ts';

/**
 * What the work answers, unless the time is over before. Throws what `late` makes then; the work, which may not be to be
 * aborted, is left to end by itself.
 */
export async function withinTime<Result>(
  time: AbortSignal,
  late: () => FetchFault,
  work: () => Promise<Result>,
): Promise<Result> {
  const isOver = (): boolean => time.aborted;
  if (isOver()) throw late();
  const ended = Promise.withResolvers<never>();
  const onAbort = (): void => ended.reject(late());
  time.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), ended.promise]);
  } catch (fault) {
    throw isOver() ? late() : fault;
  } finally {
    time.removeEventListener('abort', onAbort);
  }
}
