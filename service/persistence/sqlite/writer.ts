/** Runs writes; a promise resolves only after its write is committed and on disk. */
export interface Writer {
  /**
   * Queues `operation`, which runs synchronously inside a transaction and must do nothing but statements on this
   * connection: where another one of its transaction fails, it is rolled back and run again. Resolves with its result
   * after COMMIT; rejects with what it threw, and then nothing of it is kept.
   */
  write<T>(operation: () => T): Promise<T>;
  /**
   * As `write`, but where `isEarly` says so of the result it resolves as soon as that is committed, while it is on its way
   * to the disk: for a step that a power cut may undo, because all that comes of it is written here, too, and so after it.
   */
  writeAhead<T>(operation: () => T, isEarly: (result: T) => boolean): Promise<T>;
  /**
   * As `write`, for what nobody waits for: it goes with the next group that is wanted, or makes one of its own a moment
   * later, so that neither a sync is made for it alone nor any other write waits for that.
   */
  writeAlong<T>(operation: () => T): Promise<T>;
  /**
   * Runs `query` now and resolves with its result once all that it may have seen is on disk, so that nobody is told of
   * what a power cut could still take. Rejects when the disk refuses that.
   */
  read<T>(query: () => T): Promise<T>;
}
