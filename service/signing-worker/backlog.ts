import type { Delivery } from '../broker/broker.ts';
import { errorFields, type Logger } from '../telemetry/logger.ts';
import type { Lane, WaitingLine } from './lane.ts';

/** A delivery that waits in its lane. */
export interface Held {
  readonly delivery: Delivery;
  /** Milliseconds of the monotonic clock. */
  readonly since: number;
}

/** What a lane holds now. */
export interface Track {
  readonly slots: number;
  readonly waiting: Held[];
  active: number;
  /** Counts up with each delivery that is begun; 0 where none was. */
  servedAt: number;
  /** What waits in it waits for long: most of it stands in line. */
  isSlow: boolean;
}

export interface BacklogOptions {
  readonly line: WaitingLine;
  /** Messages of the queue that wait in all lanes before the backlog of a slow one stands in line. */
  readonly waitingMessages: number;
  readonly tracks: ReadonlyMap<string, Track>;
  /** Takes a message whose job cannot stand in line: somebody has begun it, or it has ended. */
  readonly passOn: (delivery: Delivery) => void;
  /** Takes what could not be written down back into its lane. */
  readonly putBack: (lane: Lane, held: Held) => void;
  readonly logger: Pick<Logger, 'warn'>;
}

/** What is to stand in line. */
interface Surplus {
  readonly lane: Lane;
  readonly track: Track;
  readonly held: Held;
}

/** A lane whose next job has waited for so long is slow; one whose jobs wait for less is not. */
const PATIENCE_MILLISECONDS = 1_000;
/** Jobs from the database that wait in a lane at most, and how few of them are left when more are asked for. */
const BROUGHT_AT_MOST = 64;
const BROUGHT_AGAIN_AT = 8;

/**
 * What waits in the lanes of a queue that others read, too. Nothing is done about lanes that go on. Where the messages that
 * wait fill their room and those of one lane have done so for a while, they and all that follow them stand in line in the
 * database, but for a few, so that the queue goes on giving the jobs of others. Each is acknowledged when it is written
 * down there, and comes back from there when its lane has room.
 */
export class Backlog {
  readonly #options: BacklogOptions;
  /** Lanes that may have jobs in line. */
  readonly #lined = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  /** The database did not answer: nothing is written before. */
  #pausedUntil = 0;
  #isAway = false;
  #isClosed = false;

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  begin(): void {
    const { line, tracks } = this.#options;
    line.tellRoom((lane) => (this.#isClosed ? 0 : BROUGHT_AT_MOST - (tracks.get(lane)?.waiting.length ?? 0)));
    line.onRoom();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** A delivery came into a lane. */
  taken(lane: string, { delivery }: Held): void {
    if (isOfQueue(delivery)) this.#look();
    // It stood in line, and there may be more behind it.
    else this.#nextOf(lane);
  }

  /** A delivery left the lane and is being worked on. */
  begun(lane: string, track: Track, { since }: Held): void {
    if (performance.now() - since < PATIENCE_MILLISECONDS) track.isSlow = false;
    if (this.#lined.has(lane)) this.#askWhereRoom(lane);
  }

  #nextOf(lane: string): void {
    this.#lined.add(lane);
    this.#askWhereRoom(lane);
  }

  #askWhereRoom(lane: string): void {
    if ((this.#options.tracks.get(lane)?.waiting.length ?? 0) >= BROUGHT_AGAIN_AT) return;
    this.#lined.delete(lane);
    this.#options.line.onRoom();
  }

  #look(): void {
    if (this.#isClosed || this.#isWriting) return;
    const { tracks, waitingMessages } = this.#options;
    const now = performance.now();
    if (now < this.#pausedUntil) {
      this.#lookIn(this.#pausedUntil - now);
      return;
    }
    const lanes = [...tracks].map(([name, track]) => ({
      ...{ name, track },
      ofQueue: track.waiting.filter(({ delivery }) => isOfQueue(delivery)),
    }));
    const isFull = lanes.reduce((sum, { ofQueue }) => sum + ofQueue.length, 0) >= waitingMessages;
    const kept = Math.floor(waitingMessages / 2 / tracks.size);
    const surplus = lanes.flatMap(({ name, track, ofQueue }): Surplus[] => {
      const [oldest] = ofQueue;
      if (oldest === undefined || ofQueue.length <= kept) return [];
      if (isFull && now - oldest.since >= PATIENCE_MILLISECONDS) track.isSlow = true;
      return track.isSlow
        ? ofQueue.slice(kept).map((held) => ({ lane: { name, slots: track.slots }, track, held }))
        : [];
    });
    if (surplus.length > 0) void this.#write(surplus);
    else if (isFull) this.#lookIn(PATIENCE_MILLISECONDS);
  }

  #lookIn(milliseconds: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, milliseconds);
    this.#timer.unref();
  }

  async #write(surplus: readonly Surplus[]): Promise<void> {
    const { passOn, putBack } = this.#options;
    this.#isWriting = true;
    for (const { track, held } of surplus) track.waiting.splice(track.waiting.indexOf(held), 1);
    const waiting = await this.#letWait(surplus);
    const written: Delivery[] = [];
    for (const { lane, held } of surplus) {
      // Nothing is acknowledged: they wait here as before, and it is tried again.
      if (waiting === null) putBack(lane, held);
      else if (!waiting.has(held.delivery)) passOn(held.delivery);
      else {
        this.#lined.add(lane.name);
        written.push(held.delivery);
      }
    }
    await this.#acknowledge(written);
    this.#isWriting = false;
    for (const name of new Set(surplus.map(({ lane }) => lane.name))) {
      if (this.#lined.has(name)) this.#askWhereRoom(name);
    }
    this.#look();
  }

  /** Those that stand in line now; null where the database did not take them. */
  async #letWait(surplus: readonly Surplus[]): Promise<ReadonlySet<Delivery> | null> {
    const { line, logger } = this.#options;
    try {
      const waiting = await line.letWait(surplus.map(({ held }) => held.delivery));
      this.#isAway = false;
      return waiting;
    } catch (error) {
      this.#pausedUntil = performance.now() + PATIENCE_MILLISECONDS;
      // It is tried each second, and said once until it has worked again.
      if (!this.#isAway)
        logger.warn('Jobs of a provider that is busy cannot wait in the database now.', errorFields(error));
      this.#isAway = true;
      return null;
    }
  }

  /** Their jobs stand in line, and none is put back: a message that the broker brings again finds its job there, or begun. */
  async #acknowledge(deliveries: readonly Delivery[]): Promise<void> {
    const outcomes = await Promise.allSettled(deliveries.map((delivery) => delivery.acknowledge()));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    if (failed[0] === undefined) return;
    const fields = { ...errorFields(failed[0].reason), count: failed.length };
    this.#options.logger.warn('Messages whose jobs wait in the database could not be acknowledged.', fields);
  }
}

function isOfQueue({ isFromDatabase }: Delivery): boolean {
  return isFromDatabase !== true;
}
