/** Milliseconds after which a browser that never tells of idleness is taken for idle. */
const SOON = 500;

/** Calls when the page has nothing else to do. Returns what calls it off. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const turn = requestIdleCallback(act);
    return () => cancelIdleCallback(turn);
  }
  const timer = setTimeout(act, SOON);
  return () => clearTimeout(timer);
}
