import type { Pool } from 'pg';
import { HostEvent, type HostEvents } from '../../events/host-events.ts';

/** NOTIFY takes less than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_000;
/** Long enough for the commits of a moment to go out together, and too short for a person to notice. */
const GATHER_MILLISECONDS = 100;
const MAX_CHANGES = 25;
/** States beyond that are not told while the database does not take them. */
const MAX_WAITING = 10_000;

type States = Extract<HostEvent, { kind: 'states' }>['changes'];

/** Events between hosts over NOTIFY: each is sent with the name of its sender, who hears it, too, and leaves it. */
export function createHostEvents(
  pool: Pick<Pool, 'query'>,
  channel: string,
  sender: string,
): HostEvents & { receive(payload: string): void } {
  const listeners: ((event: HostEvent) => void)[] = [];
  let waiting: States = [];
  let timer: NodeJS.Timeout | undefined;

  const send = async (event: HostEvent): Promise<void> => {
    const payload = JSON.stringify({ sender, event });
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) return;
    await pool.query('SELECT pg_notify($1, $2)', [channel, payload]).catch(() => undefined);
  };
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) await send({ kind: 'states', changes: waiting.splice(0, MAX_CHANGES) });
    timer = undefined;
  };
  return {
    publish(event) {
      if (event.kind !== 'states') {
        void send(event);
        return;
      }
      if (waiting.length < MAX_WAITING) waiting = [...waiting, ...event.changes];
      timer ??= setTimeout(() => void flush(), GATHER_MILLISECONDS).unref();
    },
    subscribe(listener) {
      listeners.push(listener);
    },
    receive(payload) {
      const event = eventOf(payload, sender);
      if (event !== undefined) for (const listener of listeners) listener(event);
    },
  };
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
