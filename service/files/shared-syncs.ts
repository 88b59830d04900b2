/** Resolves when what was changed at the place of `key` before the call is on the disk; `sync` does it, for one caller or many. */
export type SharedSyncs = (key: string, sync: () => Promise<void>) => Promise<void>;

/**
 * Syncs of the same places asked for by many at once. Callers that arrive during a sync share the one that follows it:
 * the one that has begun may have missed their change.
 */
export function createSharedSyncs(): SharedSyncs {
  const running = new Map<string, { readonly current: Promise<void>; next?: Promise<void> }>();
  const start = (key: string, sync: () => Promise<void>): Promise<void> => {
    const current = sync();
    const entry = { current };
    running.set(key, entry);
    const finish = (): void => {
      if (running.get(key) === entry) running.delete(key);
    };
    current.then(finish, finish);
    return current;
  };
  return (key, sync) => {
    const active = running.get(key);
    if (active === undefined) return start(key, sync);
    const follow = (): Promise<void> => start(key, sync);
    active.next ??= active.current.then(follow, follow);
    return active.next;
  };
}
