import { CKR, ckrOf } from './ckr-messages.ts';

export interface SessionPoolOptions<Session> {
  readonly limit: number;
  /** Opens one more session; may throw an error of the binding. */
  readonly open: () => Session;
  readonly close: (session: Session) => void;
}

/** The sessions an operation waited for are gone with their token; it may be begun anew on another connection. */
export class SessionsClosed extends Error {}

/**
 * Lends sessions to operations, at most `limit` at a time, first come first served. A token that has fewer sessions
 * than we want lowers the limit instead of failing operations.
 */
export class SessionPool<Session> {
  readonly #options: SessionPoolOptions<Session>;
  readonly #idle: Session[] = [];
  readonly #waiting: { readonly resolve: (session: Session) => void; readonly reject: (error: Error) => void }[] = [];
  #limit: number;
  #opened = 0;
  #working = 0;
  #isClosed = false;
  readonly #untilIdle: (() => void)[] = [];

  constructor(options: SessionPoolOptions<Session>) {
    this.#options = options;
    this.#limit = options.limit;
  }

  get isBusy(): boolean {
    return this.#working > 0;
  }

  /** Runs `work` on a session of its own. A session whose work failed is closed: its state is not known. */
  async run<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const session = await this.#acquire();
    let isSound = false;
    try {
      const result = await work(session);
      isSound = true;
      return result;
    } finally {
      this.#release(session, isSound);
    }
  }

  /** Ends all sessions; operations that wait are rejected with SessionsClosed, running ones end by themselves. */
  close(): void {
    this.#isClosed = true;
    for (const session of this.#idle.splice(0)) this.#discard(session);
    for (const { reject } of this.#waiting.splice(0)) reject(new SessionsClosed());
  }

  /** Ends when nothing runs; of use where nothing can begin any more. */
  async whenIdle(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => this.#untilIdle.push(resolve));
  }

  async #acquire(): Promise<Session> {
    if (this.#isClosed) throw new SessionsClosed();
    if (this.#waiting.length === 0 && this.#working < this.#limit) {
      const session = this.#take();
      if (session !== undefined) return session;
    }
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Undefined when the token has no further session and somebody will give one back. */
  #take(): Session | undefined {
    const idle = this.#idle.pop();
    if (idle === undefined) {
      try {
        const session = this.#options.open();
        this.#opened++;
        this.#working++;
        return session;
      } catch (error) {
        if (ckrOf(error) !== CKR.SESSION_COUNT || this.#opened === 0) throw error;
        this.#limit = this.#opened;
        return undefined;
      }
    }
    this.#working++;
    return idle;
  }

  #release(session: Session, isSound: boolean): void {
    this.#working--;
    if (isSound && !this.#isClosed) this.#idle.push(session);
    else this.#discard(session);
    this.#serveWaiting();
    if (!this.isBusy) for (const resolve of this.#untilIdle.splice(0)) resolve();
  }

  /** Hands sessions over in the order of asking, before anyone who asks later can take them. */
  #serveWaiting(): void {
    while (this.#working < this.#limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      try {
        const session = this.#take();
        if (session === undefined) {
          this.#waiting.unshift(next);
          return;
        }
        next.resolve(session);
      } catch (error) {
        next.reject(error instanceof Error ? error : new SessionsClosed());
      }
    }
  }

  #discard(session: Session): void {
    this.#opened--;
    try {
      this.#options.close(session);
    } catch {
      // A session of a token that was pulled out is gone already.
    }
  }
}
