import type { VerificationAsker } from '../verification.ts';

export interface FairQueueLimits {
  /** Of one client and kind. */
  readonly perClient: number;
  /** Of all clients, for each kind. */
  readonly perKind: number;
}

/** Those of one kind that wait, by client; the client whose turn is next stands first. */
type Lane<Item> = Map<string, Item[]>;

/**
 * What waits for few processes. Stored and uploaded documents take turns, and among each of these the clients, whoever has
 * how many waiting: a client's crowd makes that client wait. Each client, and each kind, has a limit; what is over it is
 * not taken in.
 */
export class FairQueue<Item> {
  readonly #limits: FairQueueLimits;
  readonly #lanes: Record<VerificationAsker['kind'], Lane<Item>> = { stored: new Map(), uploaded: new Map() };
  /** What was begun and has to be begun again: nobody's turn. */
  readonly #again: Item[] = [];
  #lastKind: VerificationAsker['kind'] = 'uploaded';

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    const waiting = Object.values(this.#lanes).flatMap((lane) => [...lane.values()]);
    return waiting.reduce((sum, items) => sum + items.length, this.#again.length);
  }

  /** False where it is full for this client, or for everybody. */
  add(item: Item, { kind, client }: VerificationAsker): boolean {
    const lane = this.#lanes[kind];
    const own = lane.get(client) ?? [];
    const all = [...lane.values()].reduce((sum, items) => sum + items.length, 0);
    if (own.length >= this.#limits.perClient || all >= this.#limits.perKind) return false;
    own.push(item);
    lane.set(client, own);
    return true;
  }

  /** Before all others; no limit holds it back. */
  addAgain(item: Item): void {
    this.#again.push(item);
  }

  /** The next one in turn; undefined when nothing waits. */
  take(): Item | undefined {
    if (this.#again.length > 0) return this.#again.shift();
    const other = this.#lastKind === 'stored' ? 'uploaded' : 'stored';
    const kind = this.#lanes[other].size > 0 ? other : this.#lastKind;
    const lane = this.#lanes[kind];
    const [first] = lane;
    if (first === undefined) return undefined;
    const [client, items] = first;
    const item = items.shift();
    // To the end of the line, with what is left.
    lane.delete(client);
    if (items.length > 0) lane.set(client, items);
    this.#lastKind = kind;
    return item;
  }
}
