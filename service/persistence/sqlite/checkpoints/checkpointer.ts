import type Sqlite from 'better-sqlite3';
import type { CheckpointThread } from './checkpoint-child-thread.ts';

/**
 * After a checkpoint that failed the next one waits so long. The log grows meanwhile: on a disk that is full again and
 * again it would take for good what comes free in between.
 */
const REST_MILLISECONDS = 1_000;
/** A log of so many times the usual size is said, when it is another program that keeps it from being shorter. */
const LONG_LOG = 8;

/** Who writes to the database whose log is copied. */
interface HeldWriter {
  /** No transaction begins until `release`; what is to be written waits, and so does nobody else. */
  hold(): void;
  release(): void;
}

export interface CheckpointerOptions {
  readonly connection: Sqlite.Database;
  readonly writer: HeldWriter;
  readonly thread: CheckpointThread;
  /** A log of so many pages is copied into the database file. */
  readonly pages: number;
  /** Told once of each new fault, and with null when checkpoints work again. */
  readonly onFault?: ((fault: string | null) => void) | undefined;
  readonly restMilliseconds?: number;
}

/**
 * Keeps the write-ahead log short without ever syncing on this thread: most of it is copied while writing goes on, the
 * last pages while the writer is held, then the log begins anew. A checkpoint that fails loses nothing: the log keeps
 * every commit, grows, and the next one goes on. No commit is ever told as kept because of a checkpoint.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  readonly #pagesOfLog: Sqlite.Statement<[], [number, number, number]>;
  readonly #restMilliseconds: number;
  #current: Promise<void> | undefined;
  #restUntil = -Infinity;
  #fault: string | null = null;
  #isClosed = false;

  constructor(options: CheckpointerOptions) {
    this.#options = options;
    this.#restMilliseconds = options.restMilliseconds ?? REST_MILLISECONDS;
    // Looks and copies nothing.
    this.#pagesOfLog = options.connection.prepare<[], [number, number, number]>('PRAGMA wal_checkpoint(NOOP)').raw();
  }

  /** Why the last checkpoint failed, as a sentence; null when it did not. */
  fault(): string | null {
    return this.#fault;
  }

  /** To be called after each commit. */
  committed(): void {
    if (this.#current !== undefined || this.#isClosed || performance.now() < this.#restUntil) return;
    const pages = this.#lengthOfLog();
    if (pages < this.#options.pages) return;
    this.#current = this.#checkpoint(pages).then((isDone) => {
      this.#current = undefined;
      // What was written meanwhile may be much already.
      if (isDone) this.committed();
    });
  }

  #lengthOfLog(): number {
    try {
      return this.#pagesOfLog.get()?.[1] ?? 0;
    } catch {
      // A connection whose disk has failed says so to whoever writes.
      return 0;
    }
  }

  /** Begins nothing more; resolves when what is under way has ended, and the thread with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#current;
    await this.#options.thread.close();
  }

  async #checkpoint(pages: number): Promise<boolean> {
    try {
      const isDone = await this.#copyAndRestart();
      if (!isDone) this.#rest();
      const isLong = !isDone && pages >= this.#options.pages * LONG_LOG;
      this.#tell(isLong ? 'Another program has the database open for reading: its log grows until that ends.' : null);
      return isDone;
    } catch (error) {
      this.#rest();
      const reason = error instanceof Error ? error.message : String(error);
      this.#tell(`The log of the database could not be copied into it, and grows: ${reason}.`);
      return false;
    }
  }

  async #copyAndRestart(): Promise<boolean> {
    const { thread, writer } = this.#options;
    if ((await thread.run('copy')) === 'busy') return false;
    writer.hold();
    try {
      return (await thread.run('restart')) === 'done';
    } finally {
      writer.release();
    }
  }

  #rest(): void {
    this.#restUntil = performance.now() + this.#restMilliseconds;
  }

  #tell(fault: string | null): void {
    const isNew = fault !== this.#fault;
    this.#fault = fault;
    if (isNew) this.#options.onFault?.(fault);
  }
}
