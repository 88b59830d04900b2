import type { StationOffer } from '../contract/http/stations.ts';
import type { KnownStation, StationCard, StationStore } from '../persistence/station-store.ts';
import { errorFields, type Logger } from '../telemetry/logger.ts';

export interface StationWatchOptions {
  readonly store: Pick<StationStore, 'announceStation' | 'listStations' | 'takeOverClaims' | 'retireStation'>;
  readonly card: Omit<StationCard, 'offer'>;
  readonly readOffer: () => Promise<StationOffer>;
  /** This station has something else to offer than it has told before. */
  readonly onOfferChanged: () => void;
  /** After every beat: others may have done what nobody has told of. */
  readonly onBeat: () => void;
  /** Jobs of a station that is gone can be taken by others. */
  readonly onReleased: () => void;
  readonly logger: Logger;
}

/** The stations that are there, as this one sees them; it shows itself to them. */
export interface StationWatch {
  others(): readonly KnownStation[];
  /** Those that stopped or fell silent a moment ago, and may be starting again. */
  away(): readonly KnownStation[];
  /** What was told of this station's tokens last. */
  toldOffer(): StationOffer;
  /** Shows itself and looks at the others, now. Never rejects. */
  beat(): Promise<void>;
  stop(): Promise<void>;
}

/** Long enough for a host to be started again or replaced by a newer version. */
const AWAY_MILLISECONDS = 600_000;
const BEAT_MILLISECONDS = 10_000;
/** Looks in a row that found no sign of life, with a database that answered each of them. */
const SILENT_LOOKS = 3;

/**
 * A station is gone for this one when it has not shown itself while this one has looked several times in a row: a
 * database that was away for a while proves nothing about others. Its lock decides then.
 */
export function watchStations(options: StationWatchOptions): StationWatch {
  const watch = new Watch(options);
  return {
    others: () => watch.others,
    away: () => watch.away,
    toldOffer: () => watch.told,
    beat: () => watch.beat(),
    stop: () => watch.stop(),
  };
}

class Watch {
  others: readonly KnownStation[] = [];
  away: readonly KnownStation[] = [];
  told: StationOffer = { providers: [], certificates: [] };
  readonly #options: StationWatchOptions;
  /** Looks in a row that found a station as it was. */
  readonly #unchanged = new Map<string, { readonly lastSeenAt: number; readonly looks: number }>();
  /** When a station whose claims were taken over was last seen. */
  readonly #takenOver = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #toldText = '';
  #isFailing = false;
  #isStopped = false;
  #current: Promise<void> = Promise.resolve();

  constructor(options: StationWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.beat(), BEAT_MILLISECONDS);
    this.#timer.unref();
  }

  /** One after the other: what is told last is what was read last. */
  beat(): Promise<void> {
    this.#current = this.#current.then(() => (this.#isStopped ? undefined : this.#beat()));
    return this.#current;
  }

  async #beat(): Promise<void> {
    const { store, card, readOffer, onOfferChanged, onBeat, logger } = this.#options;
    try {
      const offer = await readOffer();
      await store.announceStation({ ...card, offer });
      const all = await store.listStations();
      const stations = all.filter(({ id }) => id !== card.id);
      this.told = offer;
      this.others = stations.filter(({ state }) => state === 'running');
      this.away = awayOf(all);
      this.#isFailing = false;
      const text = JSON.stringify(offer);
      if (text !== this.#toldText) onOfferChanged();
      this.#toldText = text;
      for (const station of stations) if (this.#isGone(station)) await this.#takeOver(station);
    } catch (fault) {
      // Nobody could be seen: counting begins anew.
      this.#unchanged.clear();
      if (!this.#isFailing) logger.warn('The other stations cannot be seen now.', errorFields(fault));
      this.#isFailing = true;
    }
    onBeat();
  }

  #isGone({ id, state, lastSeenAt }: KnownStation): boolean {
    const before = this.#unchanged.get(id);
    const seen = lastSeenAt.getTime();
    const looks = before?.lastSeenAt === seen ? before.looks + 1 : 0;
    this.#unchanged.set(id, { lastSeenAt: seen, looks });
    if (this.#takenOver.get(id) === seen) return false;
    return state === 'stopped' || (state === 'silent' && looks >= SILENT_LOOKS);
  }

  async #takeOver({ id, name, lastSeenAt }: KnownStation): Promise<void> {
    const { store, logger, onReleased } = this.#options;
    const released = await store.takeOverClaims(id, new Date());
    if (released === undefined) return;
    this.#takenOver.set(id, lastSeenAt.getTime());
    if (released.length === 0) return;
    logger.warn('A station is gone; the jobs it was working on go on elsewhere.', {
      host: name,
      count: released.length,
    });
    onReleased();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#current;
    const { store, card } = this.#options;
    // A database that is away is no reason not to stop: the others will see that this one is silent.
    await store.retireStation(card.id).catch(() => undefined);
  }
}

/** By the database's clock: this station has shown itself there just now. */
function awayOf(stations: readonly KnownStation[]): readonly KnownStation[] {
  const now = Math.max(...stations.map(({ lastSeenAt }) => lastSeenAt.getTime()));
  return stations.filter(
    ({ state, lastSeenAt }) => state !== 'running' && now - lastSeenAt.getTime() < AWAY_MILLISECONDS,
  );
}
