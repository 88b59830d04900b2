/** A page that dies this often in the span is not loaded again: it would die again, and flicker. */
const MAX_IN_SPAN = 3;
const SPAN_MILLISECONDS = 60_000;

/** Says of each death of the window's page whether it is worth loading again. */
export function createRecoveryLimit(now: () => number): { mayRecover(): boolean } {
  let deaths: number[] = [];
  return {
    mayRecover() {
      deaths = [...deaths.filter((at) => now() - at < SPAN_MILLISECONDS), now()];
      return deaths.length <= MAX_IN_SPAN;
    },
  };
}

/** Waits between the tries to load the page; the station of this program may just be busy. */
const WAITS_MILLISECONDS = [250, 500, 1_000, 2_000] as const;

/** Calls `load` until it succeeds; rejects with the last fault after five tries, or at once when `isWanted` says no more. */
export async function loadPatiently(load: () => Promise<void>, isWanted: () => boolean): Promise<void> {
  for (const wait of WAITS_MILLISECONDS) {
    try {
      await load();
      return;
    } catch (fault) {
      if (!isWanted()) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  await load();
}
