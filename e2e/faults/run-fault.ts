import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createStationClient, UnexpectedAnswer, type StationClient } from '../actors/station/station-client.ts';
import { SeededRandom } from '../fuzz/random.ts';
import { DOCUMENT } from './document.ts';
import type { Fault } from './fault.ts';
import { refusalOf, type Outcome } from './outcome.ts';
import type { TwoStations } from './two-stations.ts';

const CLIENTS = 3;
const PAUSE_MILLISECONDS = 50;
/** So many outputs are verified as a whole, evenly chosen; of the others the length is looked at. */
const VERIFIED = 20;
/** Not measures of speed: what never happens fails long after. */
const PATIENCE_MILLISECONDS = 240_000;

/**
 * Requests keep coming while the fault is there and a little longer; whoever gets no 202 goes to the other station with the
 * same key, as a client behind one address for both does. Answers what became of all of them.
 */
export async function runFault(stations: TwoStations, fault: Fault, seed: number): Promise<Outcome> {
  const random = new SeededRandom(seed);
  const load = new Load(stations, randomUUID(), fault.pauseMilliseconds);
  const running = load.run();
  await load.reaches(CLIENTS);
  const end = await fault.begin(stations, random);
  await end();
  const mendedAt = Date.now();
  load.stop();
  await running;
  const { lastAt, ...found } = await judge(createStationClient(stations.members[0].station.url), load.accepted);
  // Looking at hundreds of requests one by one takes longer than signing them.
  const recoveryMilliseconds = Math.max(0, lastAt - mendedAt);
  return { seed, fault: fault.name, accepted: load.accepted.size, seen: load.seen, ...found, recoveryMilliseconds };
}

/** Clients that keep asking for signatures, of whichever station answers. */
class Load {
  readonly accepted = new Map<string, string>();
  readonly seen: Record<string, number> = {};
  readonly #stations: TwoStations;
  /** Apart from other faults' requests. */
  readonly #name: string;
  readonly #pauseMilliseconds: number;
  #isOver = false;
  #next = 0;

  constructor(stations: TwoStations, name: string, pauseMilliseconds = PAUSE_MILLISECONDS) {
    this.#stations = stations;
    this.#pauseMilliseconds = pauseMilliseconds;
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
      await delay(this.#pauseMilliseconds);
    }
  }

  /** Until there is a 202, at the one station or the other. */
  async #create(idempotencyKey: string): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MILLISECONDS;
    for (let tried = this.#next; performance.now() < giveUpAt; tried += 1) {
      const { members } = this.#stations;
      const { station } = members[tried % 2 === 0 ? 0 : 1];
      const answer = await createStationClient(station.url)
        .create(DOCUMENT, { format: 'CAdES', idempotencyKey })
        .then(
          ({ id }) => ({ id, status: '202' }),
          (fault: unknown) => ({
            id: undefined,
            status: fault instanceof UnexpectedAnswer ? refusalOf(fault.status, fault.body) : 'none',
          }),
        );
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

/**
 * What became of the accepted requests, id by key: each has to be completed, by one completion, with an output that verifies.
 * `lastAt` is when the last one was completed, by the clock of the database.
 */
async function judge(client: StationClient, accepted: ReadonlyMap<string, string>) {
  const found = { lost: 0, twice: accepted.size - new Set(accepted.values()).size, partial: 0, lastAt: 0 };
  const giveUpAt = Date.now() + PATIENCE_MILLISECONDS;
  const step = Math.max(1, Math.floor(accepted.size / VERIFIED));
  for (const [index, id] of [...accepted.values()].entries()) {
    const ended = inTheEnd(() => client.finished(id, Math.max(1, giveUpAt - Date.now())), giveUpAt);
    const view = await ended.catch(() => undefined);
    if (view?.status !== 'Completed') {
      found.lost += 1;
      continue;
    }
    found.lastAt = Math.max(found.lastAt, Date.parse(view.completedAt ?? ''));
    const { items } = await inTheEnd(() => client.auditEvents(id), giveUpAt);
    if (items.filter(({ eventType }) => eventType === 'SigningCompleted').length !== 1) found.twice += 1;
    const content = await inTheEnd(() => client.content(id), giveUpAt);
    // The certificate is one of its own, which nothing here vouches for: the arithmetic is what tells of a half output.
    const report = index % step === 0 ? await inTheEnd(() => client.verification(id), giveUpAt) : undefined;
    if (content.length !== view.outputSize || report?.overallStatus === 'INVALID') found.partial += 1;
  }
  return found;
}

/** What is left of a fault may meet whoever looks at the end: such a reader is told 503, and asks again. */
async function inTheEnd<T>(ask: () => Promise<T>, giveUpAt: number): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (fault) {
      if (!(fault instanceof UnexpectedAnswer) || fault.status !== 503 || Date.now() > giveUpAt) throw fault;
      await delay(PAUSE_MILLISECONDS);
    }
  }
}
