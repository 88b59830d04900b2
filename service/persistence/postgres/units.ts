import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { causeOf, exhausted, kindOf, refused, unavailable } from './faults.ts';
import { describingOnce } from './named-statement.ts';

/**
 * Whose clock decides over leases and due times. `database`: the server's own, so that hosts with different clocks agree;
 * every other moment a caller gives is measured from the caller's `now`. `caller`: the times as they are given.
 */
export type DecidingClock = 'database' | 'caller';

/** One connection while a unit of work has it. */
export interface Unit {
  readonly database: NodePgDatabase;
  /** The same connection, for locks that no table has. */
  readonly client: Pick<PoolClient, 'query'>;
  /** The moment that decides, for a caller whose clock says `callersNow`. */
  now(callersNow: Date): Date;
  /** `moment` by the deciding clock, as far from now as it is from `callersNow`. */
  moved(moment: Date, callersNow: Date): Date;
  /**
   * The same moment as `now` for a statement that asks the server's clock itself where this is null: the only one that
   * there is outside of a transaction. See `decidingNow`.
   */
  told(callersNow: Date): Date | null;
}

export interface UnitsOptions {
  readonly pool: Pool;
  /** Units at work at the same time; more wait here, for as long as it takes. */
  readonly concurrency: number;
  readonly clock: DecidingClock;
  /** How long a unit waits for a server that can't be reached before it gives up. */
  readonly patienceMilliseconds: number;
}

const MAX_CONFLICTS = 20;
const FIRST_PAUSE_MILLISECONDS = 20;
const MAX_PAUSE_MILLISECONDS = 1_000;

type Phase = 'begun' | 'committing';

/**
 * Runs units of work, each in one transaction of its own. A unit that met a deadlock, and one whose connection was lost
 * before its commit was sent, has written nothing and is run again. Where the commit was under way nobody knows what the
 * server did: only a unit that says that it may be repeated is.
 */
export class Units {
  readonly #options: UnitsOptions;
  readonly #running = new Set<Promise<unknown>>();
  readonly #connections = new WeakMap<PoolClient, Pick<Unit, 'client' | 'database'>>();
  readonly #waiting: (() => void)[] = [];
  #working = 0;
  #isClosed = false;

  constructor(options: UnitsOptions) {
    this.#options = options;
  }

  /** One transaction. Rejects with SERVICE_UNAVAILABLE when the server can't be reached. */
  write<T>(
    work: (unit: Unit) => Promise<T>,
    rule: { readonly isRepeatable: boolean } = { isRepeatable: false },
  ): Promise<T> {
    return this.#track(() => this.#persist((setPhase) => this.#transaction(work, setPhase), rule.isRepeatable));
  }

  /** Statements outside of a transaction that only read. */
  read<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.#track(() => this.#persist(() => this.#plain(work), true));
  }

  /**
   * One statement that writes, and is committed when it is answered: a round trip instead of those of a transaction. It is
   * run again after a lost connection, which may have lost the answer alone: `work` is told of that (`isAgain`) and has to
   * find out what the run before has written.
   */
  writeAtOnce<T>(work: (unit: Unit, isAgain: boolean) => Promise<T>): Promise<T> {
    let runs = 0;
    return this.#track(() => this.#persist(() => this.#plain((unit) => work(unit, runs++ > 0)), true));
  }

  /** Finishes what was begun; takes nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
  }

  #track<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed.'));
    const running = this.#inTurn(run);
    this.#running.add(running);
    const forget = (): void => void this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  /** First come, first served. The pool's own queue would count the wait as a failure to connect. */
  async #inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.#working >= this.#options.concurrency) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#working += 1;
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  async #persist<T>(attempt: (setPhase: (phase: Phase) => void) => Promise<T>, isRepeatable: boolean): Promise<T> {
    const giveUpAt = performance.now() + this.#options.patienceMilliseconds;
    let pause = FIRST_PAUSE_MILLISECONDS;
    for (let tried = 1; ; tried += 1) {
      let phase: Phase = 'begun';
      try {
        return await attempt((next) => (phase = next));
      } catch (error) {
        const fault = causeOf(error);
        const kind = kindOf(fault);
        // Nothing was kept, and trying at once would only add to what the server lacks.
        if (kind === 'exhausted' || (kind === 'conflict' && tried >= MAX_CONFLICTS)) throw exhausted(fault);
        if (kind === 'other') throw fault;
        const mayRepeat = kind === 'conflict' || isRepeatable || (phase as Phase) === 'begun';
        if (kind === 'connection' && (!mayRepeat || performance.now() + pause > giveUpAt)) throw unavailable(fault);
      }
      // Apart from each other, else those that met would meet again.
      await delay(pause * (0.5 + Math.random()));
      pause = Math.min(MAX_PAUSE_MILLISECONDS, pause * 2);
    }
  }

  /** A server that lets nobody in (a changed password, another certificate) is an administrator's, never a job's fault. */
  async #connect(): Promise<PoolClient> {
    try {
      return await this.#options.pool.connect();
    } catch (fault) {
      const kind = kindOf(fault);
      throw kind === 'connection' || kind === 'exhausted' ? fault : refused(fault);
    }
  }

  async #plain<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await work(this.#unit(client, undefined));
      client.release();
      return result;
    } catch (error) {
      client.release(kindOf(causeOf(error)) === 'connection');
      throw error;
    }
  }

  async #transaction<T>(work: (unit: Unit) => Promise<T>, setPhase: (phase: Phase) => void): Promise<T> {
    const client = await this.#connect();
    let isBroken = false;
    try {
      // One round trip for both.
      const begun = await client.query('BEGIN; SELECT clock_timestamp()::timestamp(3) with time zone AS now');
      const result = await work(this.#unit(client, serverTime(begun)));
      setPhase('committing');
      await client.query('COMMIT');
      return result;
    } catch (error) {
      isBroken = kindOf(causeOf(error)) === 'connection' || !(await rolledBack(client));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  #unit(connection: PoolClient, serverNow: Date | undefined): Unit {
    const { client, database } = this.#connection(connection);
    if (this.#options.clock === 'caller') {
      return { database, client, now: (now) => now, moved: (moment) => moment, told: (now) => now };
    }
    const now = (): Date => {
      if (serverNow === undefined) throw new Error('The time of the database is known in a transaction only.');
      return serverNow;
    };
    const moved = (moment: Date, callersNow: Date): Date =>
      new Date(now().getTime() + moment.getTime() - callersNow.getTime());
    return { database, client, now, moved, told: () => null };
  }

  #connection(connection: PoolClient): Pick<Unit, 'client' | 'database'> {
    const known = this.#connections.get(connection);
    if (known !== undefined) return known;
    const client = describingOnce(connection);
    // drizzle asks a client for nothing else.
    const made = { client, database: drizzle({ client: client as PoolClient }) };
    this.#connections.set(connection, made);
    return made;
  }
}

/** Of several statements in one query pg answers a list of results. */
function serverTime(begun: unknown): Date {
  const [, second] = begun as readonly { readonly rows: readonly { readonly now: Date }[] }[];
  const now = second?.rows[0]?.now;
  if (now === undefined) throw new Error('The database has not told its time.');
  return now;
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
