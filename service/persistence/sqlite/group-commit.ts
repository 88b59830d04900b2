import type Sqlite from 'better-sqlite3';

/** Runs writes; a promise resolves only after its write is committed and on disk. */
export interface Writer {
  /**
   * Queues `operation`, which runs synchronously inside a transaction and must do nothing but statements on this
   * connection. Resolves with its result after COMMIT; rejects with what it threw, and then nothing of it is kept.
   */
  write<T>(operation: () => T): Promise<T>;
}

interface QueuedWrite {
  /** Runs the operation; returns how to tell the caller once the transaction has ended well. */
  run(): () => void;
  reject(reason: unknown): void;
}

/** Bounds how long one transaction keeps the event loop and other processes waiting. */
const MAX_GROUP = 256;
const BUSY_RETRY_MILLISECONDS = 2;
/** A group of so many writes means that many are at work at once. */
const CROWD = 4;
/** While there is a crowd, the next group waits so long for company: fewer fsyncs, and the event loop blocks less. */
const GATHER_MILLISECONDS = 2;
/** How long a crowd is remembered. Alone, a write is committed at once. */
const CROWD_MEMORY_MILLISECONDS = 20;

/**
 * Group commit: everything queued in one turn of the event loop (or, under load, in two milliseconds) shares one
 * transaction and so one fsync. Each operation
 * has its own savepoint, so a failing one takes no other with it. When another process holds the write lock, the group
 * waits on a timer instead of blocking the event loop.
 */
export class GroupCommitWriter implements Writer {
  readonly #database: Sqlite.Database;
  readonly #busyLimitMilliseconds: number;
  readonly #begin: Sqlite.Statement;
  readonly #commit: Sqlite.Statement;
  readonly #rollback: Sqlite.Statement;
  readonly #savepoint: Sqlite.Statement;
  readonly #release: Sqlite.Statement;
  readonly #rollbackToSavepoint: Sqlite.Statement;
  #queue: QueuedWrite[] = [];
  #scheduled = false;
  #busySince: number | undefined;
  #lastCrowd = -Infinity;
  #closed: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  /** `busyLimitMilliseconds`: how long a group waits for another process's lock before its writes are rejected. */
  constructor(database: Sqlite.Database, busyLimitMilliseconds = 30_000) {
    this.#database = database;
    this.#busyLimitMilliseconds = busyLimitMilliseconds;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    this.#savepoint = database.prepare('SAVEPOINT operation');
    this.#release = database.prepare('RELEASE operation');
    this.#rollbackToSavepoint = database.prepare('ROLLBACK TO operation');
  }

  write<T>(operation: () => T): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(new Error('The database is closed.'));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        run: () => {
          const result = operation();
          return () => resolve(result);
        },
        reject,
      });
      this.#schedule();
    });
  }

  /** Refuses new writes and resolves when the queued ones have ended. */
  close(): Promise<void> {
    this.#closed ??= new Promise<void>((resolve) => {
      if (this.#queue.length === 0) resolve();
      else this.#onIdle = resolve;
    });
    return this.#closed;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const isCrowded = performance.now() - this.#lastCrowd < CROWD_MEMORY_MILLISECONDS;
    if (isCrowded) setTimeout(() => this.#commitGroup(), GATHER_MILLISECONDS);
    else setImmediate(() => this.#commitGroup());
  }

  #commitGroup(): void {
    try {
      this.#begin.run();
    } catch (error) {
      this.#beginFailed(error);
      return;
    }
    this.#busySince = undefined;
    this.#scheduled = false;
    const group = this.#queue.splice(0, MAX_GROUP);
    this.#runGroup(group);
    if (group.length >= CROWD) this.#lastCrowd = performance.now();
    if (this.#queue.length > 0) this.#schedule();
    else this.#onIdle?.();
  }

  #runGroup(group: readonly QueuedWrite[]): void {
    const outcomes: (() => void)[] = [];
    try {
      for (const write of group) outcomes.push(this.#runOne(write));
      this.#commit.run();
    } catch (error) {
      if (this.#database.inTransaction) this.#rollback.run();
      for (const write of group) write.reject(error);
      return;
    }
    for (const settle of outcomes) settle();
  }

  #runOne(write: QueuedWrite): () => void {
    this.#savepoint.run();
    try {
      const settle = write.run();
      this.#release.run();
      return settle;
    } catch (error) {
      // A full disk or an I/O error makes SQLite roll back the whole transaction: then no write of the group is kept.
      if (!this.#database.inTransaction) throw error;
      this.#rollbackToSavepoint.run();
      this.#release.run();
      return () => write.reject(error);
    }
  }

  #beginFailed(error: unknown): void {
    const now = performance.now();
    this.#busySince ??= now;
    if (isBusy(error) && now - this.#busySince < this.#busyLimitMilliseconds) {
      setTimeout(() => this.#commitGroup(), BUSY_RETRY_MILLISECONDS);
      return;
    }
    this.#busySince = undefined;
    this.#scheduled = false;
    const group = this.#queue;
    this.#queue = [];
    for (const write of group) write.reject(error);
    this.#onIdle?.();
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
  );
}
