import type { Consumer, Delivery } from '../broker/broker.ts';

/** The jobs of one provider: how many of them may be under way at once. */
export interface Lane {
  readonly name: string;
  readonly slots: number;
}

export interface Lanes {
  /** The lane that a message goes in; a rejection lets it go in one of its own. */
  readonly laneOf: (delivery: Delivery) => Promise<Lane>;
  /** Lanes that a slot is kept free for, whatever the others do. */
  readonly served: readonly string[];
  /**
   * Messages that wait here for their lane at most, beside those under way. It is how far a worker sees past the backlog
   * of a slow provider; what lies behind that waits with it.
   */
  readonly waitingMessages: number;
}

/** What cannot be looked up now finds out at its claim why. */
const UNKNOWN_LANE: Lane = { name: '', slots: 4 };

/**
 * The same consumer, which gives each lane its own slots: a provider that is slow or hangs fills those, and jobs of the
 * others go past the ones that wait for it. What waits holds no claim and comes back when the worker ends.
 */
export function fairConsumer(consumer: Consumer, lanes: Lanes): Consumer {
  return {
    publishDeadLetter: (message) => consumer.publishDeadLetter(message),
    async consumeJobs(slots, handler) {
      const deliveries = new FairDeliveries(slots, lanes, handler);
      const prefetch = slots + lanes.waitingMessages;
      const subscription = await consumer.consumeJobs(prefetch, (delivery) => void deliveries.take(delivery));
      return {
        cancel: () => {
          deliveries.close();
          return subscription.cancel();
        },
      };
    },
  };
}

interface Track {
  readonly slots: number;
  readonly waiting: Delivery[];
  active: number;
  /** Counts up with each delivery that is begun; 0 where none was. */
  servedAt: number;
}

class FairDeliveries {
  readonly #slots: number;
  readonly #lanes: Lanes;
  readonly #handler: (delivery: Delivery) => void;
  readonly #tracks = new Map<string, Track>();
  #begun = 0;
  #active = 0;
  #isClosed = false;

  constructor(slots: number, lanes: Lanes, handler: (delivery: Delivery) => void) {
    this.#slots = slots;
    this.#lanes = lanes;
    this.#handler = handler;
  }

  async take(delivery: Delivery): Promise<void> {
    const { name, slots } = await this.#lanes.laneOf(delivery).catch(() => UNKNOWN_LANE);
    const track = this.#tracks.get(name) ?? { slots, waiting: [], active: 0, servedAt: 0 };
    this.#tracks.set(name, track);
    track.waiting.push(delivery);
    this.#startWhatFits();
  }

  /** Whatever waits is not begun any more. */
  close(): void {
    this.#isClosed = true;
    this.#tracks.clear();
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
    const delivery = track.waiting.shift();
    if (delivery === undefined) return;
    this.#begun += 1;
    track.servedAt = this.#begun;
    track.active += 1;
    this.#active += 1;
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
      ...delivery,
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
