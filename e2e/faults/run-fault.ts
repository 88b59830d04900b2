import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createStationClient, UnexpectedAnswer, type StationClient } from '../actors/station/station-client.ts';
import { SeededRandom } from '../fuzz/random.ts';
import type { Fault } from './faults.ts';
import type { Outcome } from './outcome.ts';
import type { TwoStations } from './two-stations.ts';

const TEXT = Buffer.from('Pay 100 to Alice.\n');
const CLIENTS = 3;
const PAUSE_MILLISECONDS = 50;
/** Not measures of speed: what never happens fails long after. */
const PATIENCE_MILLISECONDS = 240_000;

/**
 * Requests keep coming while the fault is there and a little longer; whoever gets no 202 goes to the other station with the
 * same key, as a client behind one address for both does. Answers what became of all of them.
 */
export async function runFault(stations: TwoStations, fault: Fault, seed: number): Promise<Outcome> {
  const random = new SeededRandom(seed);
  const load = new Load(stations, randomUUID());
  const running = load.run();
  await load.reaches(CLIENTS);
  const end = await fault.begin(stations, random);
  await end();
  const mendedAt = performance.now();
  load.stop();
  await running;
  const found = await judge(createStationClient(stations.members[0].station.url), load.accepted);
  const recoveryMilliseconds = Math.round(performance.now() - mendedAt);
  return { seed, fault: fault.name, accepted: load.accepted.size, seen: load.seen, ...found, recoveryMilliseconds };
}

class Load {
  readonly accepted = new Map<string, string>();
  readonly seen: Record<string, number> = {};
  readonly #clients: readonly StationClient[];
  /** Apart from other faults' requests. */
  readonly #name: string;
  #isOver = false;
  #next = 0;

  constructor({ members }: TwoStations, name: string) {
    this.#clients = members.map(({ station }) => createStationClient(station.url));
    this.#name = name;
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, () => this.#keepOn()));
  }

  stop(): void {
    this.#isOver = true;
  }

  async reaches(count: number): Promise<void> {
    while (this.accepted.size < count) await delay(PAUSE_MILLISECONDS);
  }

  async #keepOn(): Promise<void> {
    while (!this.#isOver) {
      await this.#create(`${this.#name}-${String((this.#next += 1))}`);
      await delay(PAUSE_MILLISECONDS);
    }
  }

  /** Until there is a 202, at the one station or the other. */
  async #create(idempotencyKey: string): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MILLISECONDS;
    for (let tried = this.#next; performance.now() < giveUpAt; tried += 1) {
      const client = this.#clients[tried % this.#clients.length];
      const answer = await client?.create(TEXT, { format: 'CAdES', idempotencyKey }).then(
        ({ id }) => ({ id, status: '202' }),
        (fault: unknown) => ({
          id: undefined,
          status: fault instanceof UnexpectedAnswer ? String(fault.status) : 'none',
        }),
      );
      if (answer === undefined) continue;
      this.seen[answer.status] = (this.seen[answer.status] ?? 0) + 1;
      if (answer.id !== undefined) {
        this.accepted.set(idempotencyKey, answer.id);
        return;
      }
      await delay(2 * PAUSE_MILLISECONDS);
    }
    throw new Error('A request was never accepted.');
  }
}

/** Each has to be completed, by one completion, with an output that verifies. */
async function judge(client: StationClient, accepted: ReadonlyMap<string, string>) {
  const found = { lost: 0, twice: accepted.size - new Set(accepted.values()).size, partial: 0 };
  const giveUpAt = Date.now() + PATIENCE_MILLISECONDS;
  for (const id of accepted.values()) {
    const view = await client.finished(id, Math.max(1, giveUpAt - Date.now())).catch(() => undefined);
    if (view?.status !== 'Completed') {
      found.lost += 1;
      continue;
    }
    const { items } = await client.auditEvents(id);
    if (items.filter(({ eventType }) => eventType === 'SigningCompleted').length !== 1) found.twice += 1;
    const content = await client.content(id);
    // The certificate is one of its own, which nothing here vouches for: the arithmetic is what tells of a half output.
    const report = await client.verification(id);
    if (content.length !== view.outputSize || report.overallStatus === 'INVALID') found.partial += 1;
  }
  return found;
}
