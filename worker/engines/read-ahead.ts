import type { LazyEngine } from './lazy-engine.ts';

const PAUSE_MILLISECONDS = 200;

/**
 * Has the code of every format read while there is nothing else to do, one format after another, so that the first document
 * of a kind does not wait for it: that is a third of what it takes. `isBusy`: a document is under way, which is not held up.
 */
export function readAhead(engines: readonly Pick<LazyEngine, 'expectTask'>[], isBusy: () => boolean): void {
  const [next, ...others] = engines;
  if (next === undefined) return;
  const timer = setTimeout(() => {
    const isNow = !isBusy();
    if (isNow) next.expectTask();
    readAhead(isNow ? others : engines, isBusy);
  }, PAUSE_MILLISECONDS);
  timer.unref();
}
