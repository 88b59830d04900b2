import type { Pool } from 'pg';
import { HostEvent, type HostEvents } from '../../events/host-events.ts';

/** Whoever listens hears it at its commit, which has nothing to keep on a disk (see `notWaitedFor`). */
const NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";
/** NOTIFY takes less than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_000;
/** Long enough for the commits of a moment to go out together, and too short for a person to notice. */
const GATHER_MILLISECONDS = 100;
const MAX_CHANGES = 25;
/** States beyond that are not told one by one while the database does not take them. */
const MAX_WAITING = 10_000;
/** How often it is tried to tell others that they have missed something. */
const OWED_MILLISECONDS = 1_000;

type States = Extract<HostEvent, { kind: 'states' }>['changes'];

export interface NotifiedEvents extends HostEvents {
  /** What came over the channel. */
  receive(payload: string): void;
  /** The channel was not listened to for a while. */
  missed(): void;
  /** Nothing is tried any more. */
  close(): void;
}

/** Events between hosts over NOTIFY: each is sent with the name of its sender, who hears it, too, and leaves it. */
export function createHostEvents(pool: Pick<Pool, 'query'>, channel: string, sender: string): NotifiedEvents {
  return new Events(pool, channel, sender);
}

class Events implements NotifiedEvents {
  readonly #notify: (event: HostEvent) => Promise<boolean>;
  readonly #sender: string;
  readonly #listeners: ((event: HostEvent) => void)[] = [];
  #waiting: States = [];
  #isGathering = false;
  /** Something could not be told, which is to be said before anything else. */
  #isOwed = false;
  #owing: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pool: Pick<Pool, 'query'>, channel: string, sender: string) {
    this.#sender = sender;
    this.#notify = async (event) => {
      const payload = JSON.stringify({ sender, event });
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) return false;
      return pool.query(NOTIFY, [channel, payload]).then(
        () => true,
        () => false,
      );
    };
  }

  publish(event: HostEvent): void {
    if (event.kind !== 'states') {
      void this.#send(event);
      return;
    }
    if (this.#waiting.length < MAX_WAITING) this.#waiting = [...this.#waiting, ...event.changes];
    else this.#owe();
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => void this.#flush(), GATHER_MILLISECONDS).unref();
  }

  subscribe(listener: (event: HostEvent) => void): void {
    this.#listeners.push(listener);
  }

  receive(payload: string): void {
    const event = eventOf(payload, this.#sender);
    if (event !== undefined) this.#tell(event);
  }

  missed(): void {
    this.#tell({ kind: 'missed' });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#owing);
  }

  #tell(event: HostEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#send({ kind: 'states', changes: this.#waiting.splice(0, MAX_CHANGES) });
    }
    this.#isGathering = false;
  }

  async #send(event: HostEvent): Promise<void> {
    if ((await this.#payOff()) && (await this.#notify(event))) return;
    this.#owe();
  }

  /** Whether nothing is owed any more. */
  async #payOff(): Promise<boolean> {
    if (!this.#isOwed) return true;
    this.#isOwed = false;
    if (await this.#notify({ kind: 'missed' })) return true;
    this.#owe();
    return false;
  }

  #owe(): void {
    this.#isOwed = true;
    if (this.#isClosed) return;
    this.#owing ??= setTimeout(() => {
      this.#owing = undefined;
      void this.#payOff();
    }, OWED_MILLISECONDS).unref();
  }
}

/** Whoever may connect to the database can send anything: what is no event of another host is left alone. */
function eventOf(payload: string, ownName: string): HostEvent | undefined {
  try {
    const { sender, event } = JSON.parse(payload) as { readonly sender?: unknown; readonly event?: unknown };
    return sender === ownName ? undefined : HostEvent.safeParse(event).data;
  } catch {
    return undefined;
  }
}
