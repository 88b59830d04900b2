/** A disk refused to keep what was given to it, for another reason than that it is full. `code` is the system's. */
export class SyncRefused extends Error {
  readonly code: string | undefined;

  constructor(cause: NodeJS.ErrnoException) {
    super('The disk refused a sync.', { cause });
    this.name = 'SyncRefused';
    this.code = cause.code;
  }
}

/** Told of a refused sync; answers what its callers hear. */
export type OnSyncRefused = (refused: SyncRefused) => Error;

/** What a failed sync rejects with. A full disk keeps nothing of the file, and says so: that is no fault of the disk. */
export function syncFault(error: NodeJS.ErrnoException): Error {
  return error.code === 'ENOSPC' || error.code === 'EDQUOT' ? error : new SyncRefused(error);
}

/** Runs `work`, whose syncs may be refused. */
export async function tellingRefusals<T>(onSyncRefused: OnSyncRefused, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SyncRefused ? onSyncRefused(error) : error;
  }
}
