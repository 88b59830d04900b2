import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { CONNECT_TIMEOUT_MILLISECONDS, type ConnectionOptions } from './connection.ts';
import { SchemaUnusable } from './migrate.ts';
import { databaseTaken, tryDatabaseLock, tryNamedLock, type Company } from './station-locks.ts';

const FIRST_PAUSE_MILLISECONDS = 100;
const MAX_PAUSE_MILLISECONDS = 5_000;
/** The server may not know yet that a connection has ended, and whoever takes over from a dead station holds its lock for a moment. */
const LOCK_TRIES = 20;
const LOCK_PAUSE_MILLISECONDS = 150;
/**
 * A network that drops everything ends no connection here; the server gives the locks away after a minute of it. Whoever
 * holds them has to have noticed by then.
 */
const LISTEN_MILLISECONDS = 10_000;

export interface StationSessionOptions {
  readonly connection: ConnectionOptions;
  readonly stationId: string;
  readonly company: Company;
  /** Told when this station may not use the database any more. */
  readonly onLost: (fault: Error) => void;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Told when the connection was made anew: what others told meanwhile is heard by nobody here. */
  readonly onReturned?: () => void;
  /** How long a server may take to let the station in; without it ten seconds. */
  readonly connectMilliseconds?: number;
  /** How often the connection is tried, and how long it may be silent then; without it ten seconds. */
  readonly listenMilliseconds?: number;
}

/** The connection that stands for the station: its locks are proof that it lives, and what others tell comes over it. */
export interface StationSession {
  /**
   * Takes a named lock for as long as the connection lasts; false when another station has it, or there is none now. A
   * lock that is held already is answered for only after the server was heard of over the same connection.
   */
  tryLock(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Takes the database and the station's own lock for as long as the process lives. The server lets go when the connection
 * ends, also by the death of this machine (after a minute). A connection that breaks or is silent is made anew; `onLost`
 * is told when another station was faster then. Throws SchemaUnusable when another one has the database or this installation's id.
 */
export async function openStationSession(options: StationSessionOptions): Promise<StationSession> {
  const session = new Session(options);
  await session.take();
  return session;
}

class Session implements StationSession {
  readonly #options: StationSessionOptions;
  readonly #listenMilliseconds: number;
  #client: Client | undefined;
  /** The server's processes that may still hold what this station has taken. */
  #backends: readonly Backend[] = [];
  #held = new Set<string>();
  /** A connection that is being made: it never rejects. */
  #taking: Promise<unknown> | undefined;
  /** The last question over the connection; it never rejects. */
  #asked: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: StationSessionOptions) {
    this.#options = options;
    this.#listenMilliseconds = options.listenMilliseconds ?? LISTEN_MILLISECONDS;
  }

  async take(): Promise<void> {
    const client = this.#newClient();
    const taking = this.#takeOver(client);
    this.#taking = taking.catch(() => undefined);
    await taking;
  }

  #newClient(): Client {
    const { connection, onNotification, connectMilliseconds } = this.#options;
    const client = new Client({
      ...connection.address,
      ...(connection.password === undefined ? {} : { password: connection.password }),
      application_name: 'signing-station (presence)',
      connectionTimeoutMillis: connectMilliseconds ?? CONNECT_TIMEOUT_MILLISECONDS,
      keepAlive: true,
      query_timeout: this.#listenMilliseconds,
    });
    // One event for both: the connection is of no use any more.
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => onNotification(payload ?? ''));
    return client;
  }

  async #takeOver(client: Client): Promise<void> {
    const { connection, company, stationId, channel } = this.#options;
    await client.connect();
    try {
      await client.query(
        'SET tcp_keepalives_idle TO 30; SET tcp_keepalives_interval TO 10; SET tcp_keepalives_count TO 3',
      );
      await this.#endEarlier(client);
      if (!(await this.#patiently(() => tryDatabaseLock(client, company)))) throw databaseTaken(company);
      const { schema } = connection;
      if (!(await this.#patiently(() => tryNamedLock(client, 'session', schema, stationId)))) throw stationTaken();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      this.#requireOpen();
    } catch (fault) {
      await client.end();
      throw fault;
    }
    this.#client = client;
    this.#held = new Set();
    const timer = setInterval(() => void this.#isHeard(client), this.#listenMilliseconds).unref();
    client.once('end', () => {
      clearInterval(timer);
      this.#client = undefined;
      if (!this.#isClosed) void this.#takeAgain();
    });
  }

  async #patiently(ask: () => Promise<boolean>): Promise<boolean> {
    for (let tried = 1; tried < LOCK_TRIES; tried += 1) {
      this.#requireOpen();
      if (await ask()) return true;
      await delay(LOCK_PAUSE_MILLISECONDS);
    }
    return ask();
  }

  /** A station that ends meanwhile takes nothing any more: nobody would give it back. */
  #requireOpen(): void {
    if (this.#isEnding()) throw new Error('The station ends.');
  }

  /** The server may not know for a minute that an earlier connection of this station has ended, and keep its locks. */
  async #endEarlier(client: Client): Promise<void> {
    for (const { pid, since } of this.#backends) {
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2',
        [pid, since],
      );
    }
    const { rows } = await client.query<Backend>(
      'SELECT pid, backend_start::text AS since FROM pg_stat_activity WHERE pid = pg_backend_pid()',
    );
    this.#backends = rows;
  }

  async #takeAgain(): Promise<void> {
    let pause = FIRST_PAUSE_MILLISECONDS;
    let outcome = await this.#tryTaking();
    while (outcome === 'away') {
      await delay(pause, undefined, { ref: false });
      pause = Math.min(MAX_PAUSE_MILLISECONDS, pause * 2);
      outcome = await this.#tryTaking();
    }
    if (outcome === 'taken') this.#options.onReturned?.();
  }

  /** `over`: another station has taken what was this one's, or this one ends. */
  async #tryTaking(): Promise<'taken' | 'away' | 'over'> {
    if (this.#isEnding()) return 'over';
    try {
      await this.take();
      return 'taken';
    } catch (fault) {
      if (!(fault instanceof SchemaUnusable)) return 'away';
      if (!this.#isEnding()) this.#options.onLost(fault);
      return 'over';
    }
  }

  #isEnding(): boolean {
    return this.#isClosed;
  }

  async tryLock(name: string): Promise<boolean> {
    const client = this.#client;
    if (client === undefined) return false;
    const held = this.#held;
    if (held.has(name)) return this.#isHeard(client);
    const { schema } = this.#options.connection;
    if (await this.#inTurn(() => tryNamedLock(client, 'session', schema, name))) held.add(name);
    return held.has(name);
  }

  /** pg takes one question at a time over a connection, and its next version refuses more. */
  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#asked.then(ask);
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  /** Whether the server answers over this connection, which is ended where it does not: its locks may be another one's. */
  async #isHeard(client: Client): Promise<boolean> {
    try {
      await this.#inTurn(() => client.query('SELECT 1'));
      return true;
    } catch {
      // What waits for an answer breaks off instead of saying good-bye.
      void client.end();
      return false;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#taking;
    const client = this.#client;
    // Nobody says good-bye to a server that cannot be heard.
    if (client !== undefined && (await this.#isHeard(client))) await client.end();
  }
}

/** One process of the server: numbers are used again. */
interface Backend {
  readonly pid: number;
  readonly since: string;
}

function stationTaken(): SchemaUnusable {
  return new SchemaUnusable(
    'A station with the id of this installation uses the database already. If this data directory is a copy, remove the ' +
      'file installation-id from it; if the machine has just died, try again in a minute.',
  );
}
