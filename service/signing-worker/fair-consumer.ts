import type { Consumer, Delivery } from '../broker/broker.ts';
import { delegatedDelivery } from '../broker/delegated-delivery.ts';
import type { Lane, Lanes } from './lane.ts';
import { Backlog, type Held, type Track } from './backlog.ts';

/** What cannot be looked up now finds out at its claim why. */
const UNKNOWN_LANE: Lane = { name: '', slots: 4 };

/**
 * The same consumer, which gives each lane its own slots: a provider that is slow or hangs fills those, and jobs of the
 * others go past the ones that wait for it. What waits holds no claim and comes back when the worker ends. Where others
 * read the same queue a longer backlog stands in line in the database: a queue gives no more while too much of it waits here.
 */
export function fairConsumer(consumer: Consumer, lanes: Lanes): Consumer {
  return {
    publishDeadLetter: (message) => consumer.publishDeadLetter(message),
    async consumeJobs(slots, handler) {
      const deliveries = new FairDeliveries(slots, lanes, handler);
      const prefetch = slots + lanes.waitingMessages;
      const subscription = await consumer.consumeJobs(prefetch, (delivery) => void deliveries.take(delivery));
      deliveries.begin();
      return {
        cancel: () => {
          deliveries.close();
          return subscription.cancel();
        },
      };
    },
  };
}

class FairDeliveries {
  readonly #slots: number;
  readonly #lanes: Lanes;
  readonly #handler: (delivery: Delivery) => void;
  readonly #tracks = new Map<string, Track>();
  readonly #backlog: Backlog | null;
  #begun = 0;
  #active = 0;
  #isClosed = false;

  constructor(slots: number, lanes: Lanes, handler: (delivery: Delivery) => void) {
    this.#slots = slots;
    this.#lanes = lanes;
    this.#handler = handler;
    const { waitingLine: line, waitingMessages, logger } = lanes;
    const surroundings = {
      tracks: this.#tracks,
      passOn: (delivery: Delivery) => this.#add(UNKNOWN_LANE, delivery),
      putBack: (lane: Lane, held: Held) => this.#hold(lane, held),
    };
    this.#backlog = line === null ? null : new Backlog({ line, waitingMessages, logger, ...surroundings });
  }

  /** What stands in line from before can come. */
  begin(): void {
    this.#backlog?.begin();
  }

  async take(delivery: Delivery): Promise<void> {
    this.#add(await this.#lanes.laneOf(delivery).catch(() => UNKNOWN_LANE), delivery);
  }

  #add(lane: Lane, delivery: Delivery): void {
    if (this.#isClosed) return;
    const held: Held = { delivery, since: performance.now() };
    this.#hold(lane, held);
    this.#backlog?.taken(lane.name, held);
  }

  #hold({ name, slots }: Lane, held: Held): void {
    if (this.#isClosed) return;
    const track = this.#tracks.get(name) ?? { slots, waiting: [], active: 0, servedAt: 0, isSlow: false };
    this.#tracks.set(name, track);
    track.waiting.push(held);
    this.#startWhatFits();
  }

  /** Whatever waits is not begun any more. */
  close(): void {
    this.#isClosed = true;
    this.#tracks.clear();
    this.#backlog?.close();
  }

  #startWhatFits(): void {
    for (let next = this.#nextWithRoom(); next !== undefined; next = this.#nextWithRoom()) this.#start(...next);
  }

  /** Of those that could begin one, the lane whose last turn is the longest ago. */
  #nextWithRoom(): [string, Track] | undefined {
    if (this.#isClosed) return undefined;
    return [...this.#tracks]
      .filter(([name, track]) => track.waiting.length > 0 && this.#hasRoom(name, track))
      .reduce<[string, Track] | undefined>(
        (best, each) => (best === undefined || each[1].servedAt < best[1].servedAt ? each : best),
        undefined,
      );
  }

  #hasRoom(name: string, { active, slots }: Track): boolean {
    if (active >= slots || this.#active >= this.#slots) return false;
    return active === 0 || this.#active + this.#idleBeside(name) < this.#slots;
  }

  /** Lanes with nothing under way. */
  #idleBeside(name: string): number {
    return this.#lanes.served.filter((other) => other !== name && (this.#tracks.get(other)?.active ?? 0) === 0).length;
  }

  #start(name: string, track: Track): void {
    const held = track.waiting.shift();
    if (held === undefined) return;
    const { delivery } = held;
    this.#begun += 1;
    track.servedAt = this.#begun;
    track.active += 1;
    this.#active += 1;
    this.#backlog?.begun(name, track, held);
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      track.active -= 1;
      this.#active -= 1;
      if (track.active === 0 && track.waiting.length === 0) this.#tracks.delete(name);
      this.#startWhatFits();
    };
    this.#handler({
      ...delegatedDelivery(delivery),
      acknowledge: () => {
        over();
        return delivery.acknowledge();
      },
      requeue: () => {
        over();
        return delivery.requeue();
      },
    });
  }
}
