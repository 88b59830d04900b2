import type Sqlite from 'better-sqlite3';
import { diskFault } from '../../domain/disk-fault.ts';
import { damageOf } from './database-damage.ts';
import type { LogSync } from './log-sync.ts';

interface QueuedWrite {
  /** Runs the operation; returns how to tell the caller once the transaction has ended well. */
  run(): Outcome;
  reject(reason: unknown): void;
}

interface Outcome {
  readonly tell: () => void;
  /** It is told before it is on disk. */
  readonly isEarly: boolean;
}

export interface WriterOptions {
  readonly busyLimitMilliseconds?: number;
  /** How long a write that goes along waits for a group. */
  readonly alongMilliseconds?: number;
  readonly onDiskFault?: (fault: Error) => void;
  /** Told after each group, before it is on disk. */
  readonly onCommitted?: () => void;
}

/** Bounds how long one transaction keeps the event loop and other processes waiting. */
const MAX_GROUP = 256;
const BUSY_RETRY_MILLISECONDS = 2;
const ALONG_MILLISECONDS = 20;
/**
 * Group commit: everything queued in one turn of the event loop, or while the group before it goes to disk, shares one
 * transaction and one fsync, and the event loop waits for neither. A failing operation takes no other with it: the
 * transaction is rolled back and made anew with a savepoint for each. In most groups none fails, and savepoints, which
 * copy every page before it is first changed within them, take a good part of the time of a write. When another process
 * holds the write lock, the group waits on a timer instead of blocking the event loop.
 *
 * A disk that refuses an fsync may have dropped what it was given, and says so only once: from then on every write and
 * read is refused, and the next start finds what is really there. So it is where the database turns out to be damaged:
 * what is written into such a file may be lost, and may spoil more of it.
 */
export class GroupCommitWriter {
  readonly #database: Sqlite.Database;
  readonly #log: LogSync;
  readonly #busyLimitMilliseconds: number;
  readonly #begin: Sqlite.Statement;
  readonly #commit: Sqlite.Statement;
  readonly #rollback: Sqlite.Statement;
  readonly #savepoint: Sqlite.Statement;
  readonly #release: Sqlite.Statement;
  readonly #rollbackToSavepoint: Sqlite.Statement;
  readonly #queue: QueuedWrite[] = [];
  readonly #alongMilliseconds: number;
  /** Something in the queue is waited for, or has waited long enough. */
  #isWanted = false;
  #alongTimer: NodeJS.Timeout | undefined;
  #scheduled = false;
  #syncing: Promise<unknown> = Promise.resolve();
  #busySince: number | undefined;
  /** An operation of the group at the head of the queue fails. */
  #isCareful = false;
  #diskFault: Error | undefined;
  #closed: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;
  #held: 'no' | 'yes' | 'and-waited-for' = 'no';

  readonly #onDiskFault: (fault: Error) => void;
  readonly #onCommitted: () => void;

  /**
   * `busyLimitMilliseconds`: how long a group waits for another process's lock before its writes are rejected.
   * `onDiskFault`: told once, when the disk has refused a sync, or the database is damaged, and nothing can be kept any more.
   */
  constructor(
    database: Sqlite.Database,
    log: LogSync,
    {
      busyLimitMilliseconds = 30_000,
      alongMilliseconds = ALONG_MILLISECONDS,
      onDiskFault = () => undefined,
      onCommitted = () => undefined,
    }: WriterOptions = {},
  ) {
    this.#database = database;
    this.#log = log;
    this.#onDiskFault = onDiskFault;
    this.#onCommitted = onCommitted;
    this.#busyLimitMilliseconds = busyLimitMilliseconds;
    this.#alongMilliseconds = alongMilliseconds;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    this.#savepoint = database.prepare('SAVEPOINT operation');
    this.#release = database.prepare('RELEASE operation');
    this.#rollbackToSavepoint = database.prepare('ROLLBACK TO operation');
  }

  write<T>(operation: () => T): Promise<T> {
    const written = this.#enqueue(operation);
    this.#want();
    return written;
  }

  writeAhead<T>(operation: () => T, isEarly: (result: T) => boolean): Promise<T> {
    const written = this.#enqueue(operation, isEarly);
    this.#want();
    return written;
  }

  writeAlong<T>(operation: () => T): Promise<T> {
    const written = this.#enqueue(operation);
    if (this.#queue.length > 0) this.#alongTimer ??= setTimeout(() => this.#want(), this.#alongMilliseconds);
    return written;
  }

  #enqueue<T>(operation: () => T, isEarly: (result: T) => boolean = () => false): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(new Error('The database is closed.'));
    if (this.#diskFault !== undefined) return Promise.reject(this.#diskFault);
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        run: () => {
          const result = operation();
          return { tell: () => resolve(result), isEarly: isEarly(result) };
        },
        reject,
      });
    });
  }

  /** What is in the queue is to be written. */
  #want(): void {
    if (this.#queue.length === 0) return;
    this.#isWanted = true;
    this.#schedule();
  }

  async read<T>(query: () => T): Promise<T> {
    if (this.#diskFault !== undefined) throw this.#diskFault;
    const result = query();
    // Commits are made and synced one after the other: the sync under way is of all there is.
    await this.#syncing;
    return result;
  }

  /** Refuses new writes and resolves when the queued ones have ended. */
  close(): Promise<void> {
    this.#closed ??= new Promise<void>((resolve) => {
      this.#want();
      if (this.#scheduled) this.#onIdle = resolve;
      else resolve();
    });
    return this.#closed;
  }

  /** Every write and read from now on is refused with this fault. */
  giveUp(fault: Error): void {
    if (this.#diskFault !== undefined) return;
    this.#diskFault = fault;
    for (const write of this.#queue.splice(0)) write.reject(fault);
    this.#nothingWanted();
    this.#onDiskFault(fault);
  }

  /** No transaction begins until `release`: whoever holds the writer has the database's write lock for itself. */
  hold(): void {
    if (this.#held === 'no') this.#held = 'yes';
  }

  /** Begins what was held up. */
  release(): void {
    const isWaitedFor = this.#held === 'and-waited-for';
    this.#held = 'no';
    if (isWaitedFor) this.#commitGroup();
  }

  /** `#scheduled` holds from the first write of a group until that group is on disk. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#commitGroup());
  }

  #commitGroup(): void {
    if (this.#held !== 'no') {
      this.#held = 'and-waited-for';
      return;
    }
    try {
      this.#begin.run();
    } catch (error) {
      this.#beginFailed(error);
      return;
    }
    this.#busySince = undefined;
    const group = this.#queue.splice(0, MAX_GROUP);
    const outcomes = this.#runGroup(group, this.#isCareful ? (write) => this.#runOne(write) : (write) => write.run());
    this.#isCareful = outcomes === undefined;
    if (outcomes === undefined) {
      this.#queue.unshift(...group);
      this.#commitGroup();
      return;
    }
    if (this.#queue.length === 0) this.#nothingWanted();
    for (const { tell, isEarly } of outcomes) if (isEarly) tell();
    this.#syncing = this.#log.sync().then(
      () => {
        for (const { tell, isEarly } of outcomes) if (!isEarly) tell();
        this.#groupEnded();
      },
      (error: unknown) => {
        const fault = diskFault(error);
        for (const write of group) write.reject(fault);
        this.giveUp(fault);
        this.#groupEnded();
        throw fault;
      },
    );
    // Whoever reads meanwhile hears of it; without a reader nobody has to.
    this.#syncing.catch(() => undefined);
    this.#onCommitted();
  }

  #groupEnded(): void {
    this.#scheduled = false;
    if (this.#isWanted) this.#schedule();
    else if (this.#queue.length === 0) this.#onIdle?.();
  }

  #nothingWanted(): void {
    this.#isWanted = false;
    clearTimeout(this.#alongTimer);
    this.#alongTimer = undefined;
  }

  /**
   * How to tell the callers once the commit is on disk; nothing when the transaction has failed, which they know then.
   * Undefined where one of the operations has failed and all are rolled back.
   */
  #runGroup(group: readonly QueuedWrite[], run: (write: QueuedWrite) => Outcome): readonly Outcome[] | undefined {
    let isRun = false;
    try {
      const outcomes = group.map(run);
      isRun = true;
      this.#commit.run();
      return outcomes;
    } catch (error) {
      if (!isRun && !this.#isCareful && this.#database.inTransaction) {
        this.#rollback.run();
        return undefined;
      }
      if (this.#database.inTransaction) this.#rollback.run();
      const damage = damageOf(error);
      for (const write of group) write.reject(damage ?? error);
      if (damage !== undefined) this.giveUp(damage);
      return [];
    }
  }

  #runOne(write: QueuedWrite): Outcome {
    this.#savepoint.run();
    try {
      const outcome = write.run();
      this.#release.run();
      return outcome;
    } catch (error) {
      // A full disk or an I/O error makes SQLite roll back the whole transaction: then no write of the group is kept.
      if (!this.#database.inTransaction || damageOf(error) !== undefined) throw error;
      this.#rollbackToSavepoint.run();
      this.#release.run();
      return { tell: () => write.reject(error), isEarly: false };
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
    const damage = damageOf(error);
    if (damage !== undefined) this.giveUp(damage);
    for (const write of this.#queue.splice(0)) write.reject(error);
    this.#nothingWanted();
    this.#groupEnded();
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
  );
}
