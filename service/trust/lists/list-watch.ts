import { createHash } from 'node:crypto';
import path from 'node:path';
import type { UnreadTrustFile } from '../../contract/http/trust-anchors.ts';
import { errorFields, type Logger } from '../../telemetry/logger.ts';
import { fetchLists, sourcesInFolder, withoutPivots, type FoundSource } from './list-sources.ts';
import { openListStore, type ListState, type ListStore } from './list-state.ts';
import { ListsInForce, type ListsReading } from './lists-in-force.ts';
import {
  UNION,
  type AcceptedList,
  type ListsTask,
  type ListsVerdict,
  type RefusedList,
  type WantedList,
} from './lists-protocol.ts';

/** Certificates (DER) by which trusted lists may be signed, and what lies beside them and is none. */
export interface ListSigners {
  readonly certificates: readonly Uint8Array[];
  readonly unread: readonly UnreadTrustFile[];
}

export interface ListWatchOptions {
  /** Folder with lists as files; null for none. */
  readonly folder: string | null;
  /** Address of the list of the lists; null: nothing is fetched. */
  readonly url: string | null;
  readonly territories: readonly string[];
  readonly areAnchors: boolean;
  readonly refreshMilliseconds: number;
  /** Where compact forms and fetched lists are kept. */
  readonly dataFolder: string;
  /** The certificates that the Official Journal names, and what lies beside them and is none. */
  readonly signers: () => Promise<ListSigners>;
  readonly fetch: (url: string) => Promise<Uint8Array>;
  readonly judge: (task: ListsTask) => Promise<ListsVerdict>;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface ListWatch {
  /** The lists as they are in force now. */
  reading(): Promise<ListsReading>;
  /** What lay among the signers at the last look and is not used. */
  unreadSigners(): readonly UnreadTrustFile[];
  /** Looks no more, and fulfils once a look that is under way has ended: nothing is read, written or logged after it. */
  stop(): Promise<void>;
}

/** How often a folder is looked at; its files are judged only when one of them has changed. */
const FOLDER_MILLISECONDS = 30_000;
/** The list of the lists, its pivots, the lists of the countries. */
const ROUNDS = 3;
const HOUR_MILLISECONDS = 3_600_000;
/** When what could not be fetched is asked for again: a minute later, then after twice as long each time. */
const FIRST_RETRY_MILLISECONDS = 60_000;

/**
 * Keeps trusted lists as they are: judged once in a process of their own when files or signers have changed, kept in a
 * compact form, fetched anew after a while where the settings allow it. What is refused is logged once and told on.
 */
export async function watchTrustedLists(options: ListWatchOptions): Promise<ListWatch> {
  const watch = new Watch(options, await openListStore(options.dataFolder));
  await watch.start();
  return watch;
}

class Watch implements ListWatch {
  readonly #options: ListWatchOptions;
  readonly #store: ListStore;
  readonly #inForce: ListsInForce;
  #state: ListState | undefined;
  #looking: Promise<void> = Promise.resolve();
  #fetchedAt = -Infinity;
  #fetched: readonly FoundSource[] = [];
  #unreachable: readonly RefusedList[] = [];
  /** How often in a row something could not be fetched. */
  #failures = 0;
  #unreadSigners: readonly UnreadTrustFile[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ListWatchOptions, store: ListStore) {
    this.#options = options;
    this.#store = store;
    this.#inForce = new ListsInForce(store, options.areAnchors);
  }

  async start(): Promise<void> {
    const { refreshMilliseconds } = this.#options;
    this.#state = await this.#store.load();
    this.#look();
    this.#timer = setInterval(() => this.#look(), Math.min(FOLDER_MILLISECONDS, refreshMilliseconds));
    this.#timer.unref();
  }

  async reading(): Promise<ListsReading> {
    // Lists out of a folder are there from the first question on; nobody waits for the network.
    if (this.#options.url === null && this.#state?.inputs === '') await this.#looking;
    const { accepted = [], refused = [] } = this.#state ?? {};
    return this.#inForce.at(accepted, refused, this.#options.now());
  }

  unreadSigners(): readonly UnreadTrustFile[] {
    return this.#unreadSigners;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  #look(): void {
    this.#looking = this.#looking
      .then(() => this.#judgeAgain())
      .catch((fault: unknown) => {
        this.#options.logger.error('Trusted lists could not be judged; those known before stay.', errorFields(fault));
      });
  }

  async #judgeAgain(): Promise<void> {
    const { url, folder, signers, territories, now } = this.#options;
    const state = this.#state ?? (await this.#store.load());
    const files = folder === null ? [] : await sourcesInFolder(folder);
    const isDue = url !== null && this.#isDue();
    const { certificates: allowed, unread } = await signers();
    this.#unreadSigners = unread;
    const rules = digestOf([allowed.map(hashOf), territories, url]);
    const inputs = digestOf([files.map(({ name, mark }) => [name, mark]), rules]);
    if (!isDue && inputs === state.inputs && !isOfAnotherTime(state, now())) return;
    if (!isDue && url !== null && this.#fetched.length === 0) return;
    const verdict = await this.#judgeAll(files, allowed, state, isDue ? url : null);
    await this.#keep(verdict, { inputs, rules }, state);
  }

  /** A station that started before its network would else be without lists until the next time. */
  #isDue(): boolean {
    const { refreshMilliseconds, now } = this.#options;
    const retry = FIRST_RETRY_MILLISECONDS * 2 ** (this.#failures - 1);
    const pause = this.#failures === 0 ? refreshMilliseconds : Math.min(retry, refreshMilliseconds);
    // A clock that was set back by a year is no reason to ask nobody for a year.
    return Math.abs(now().getTime() - this.#fetchedAt) >= pause;
  }

  /** Judges what is there, and with `url` fetches what that points to until nothing more is asked for. */
  async #judgeAll(
    files: readonly FoundSource[],
    signers: readonly Uint8Array[],
    { known }: ListState,
    url: string | null,
  ): Promise<ListsVerdict> {
    const { territories, judge, now } = this.#options;
    const task = {
      ...{ signers: [...signers], known, at: now(), into: this.#store.folder },
      territories: territories.length === 0 ? null : [...territories],
    };
    if (url !== null) await this.#fetch([{ location: url, territory: UNION }], true);
    for (let round = 1; ; round++) {
      const verdict = await judge({ ...task, sources: [...files, ...this.#fetched].map(asSource) });
      const inVain = new Set(this.#unreachable.map(({ name }) => name));
      const wanted = verdict.wanted.filter(({ location }) => !inVain.has(location));
      if (url === null || wanted.length === 0 || round > ROUNDS) {
        if (url !== null) this.#failures = this.#unreachable.length === 0 ? 0 : this.#failures + 1;
        if (url !== null && verdict.entitled === null) this.#fetched = await withoutPivots(this.#fetched);
        return { ...verdict, refused: [...verdict.refused, ...this.#unreachable] };
      }
      await this.#fetch(wanted, false);
    }
  }

  async #fetch(wanted: readonly WantedList[], isFirst: boolean): Promise<void> {
    const { sources, unreachable } = await fetchLists(
      wanted,
      path.join(this.#store.folder, 'fetched'),
      this.#options.fetch,
    );
    this.#fetched = isFirst ? sources : [...this.#fetched, ...sources];
    this.#unreachable = isFirst ? unreachable : [...this.#unreachable, ...unreachable];
    this.#fetchedAt = this.#options.now().getTime();
  }

  async #keep(
    verdict: ListsVerdict,
    { inputs, rules }: Pick<ListState, 'inputs' | 'rules'>,
    before: ListState,
  ): Promise<void> {
    const { url, now } = this.#options;
    const { accepted, refused } = verdict;
    // What an earlier version kept does not say by which settings.
    const isCarried = url !== null && ['', rules].includes(before.rules);
    const all = [...accepted, ...(isCarried ? carriedOver(before.accepted, verdict, now()) : [])];
    const known = { ...before.known };
    for (const { territory, sequenceNumber } of all) {
      known[territory] = Math.max(known[territory] ?? 0, sequenceNumber);
    }
    this.#tell(before, all, refused);
    this.#state = { inputs, rules, judgedAt: now().getTime(), accepted: all, refused, known };
    await this.#store.save(this.#state);
  }

  #tell(before: ListState, accepted: readonly AcceptedList[], refused: readonly RefusedList[]): void {
    const { logger } = this.#options;
    const told = new Set(before.refused.map(({ name, code }) => `${name} ${code}`));
    for (const { name, code, reason } of refused) {
      if (told.has(`${name} ${code}`)) continue;
      logger.warn(`The trusted list ${JSON.stringify(name)} is not used. ${reason}`, { code });
    }
    logger.info('Trusted lists were judged.', { count: accepted.length });
  }
}

/**
 * A list that was believed and is in force yet is not lost by an answer that is spoiled, or by none; but by a list of the
 * lists that does not let who signed it sign any more, or no longer knows its country.
 */
function carriedOver(
  before: readonly AcceptedList[],
  { accepted, entitled }: Pick<ListsVerdict, 'accepted' | 'entitled'>,
  now: Date,
): AcceptedList[] {
  const there = new Set(accepted.map(({ territory }) => territory));
  const maySign = ({ territory, signer }: AcceptedList): boolean =>
    entitled === null || entitled[territory]?.includes(signer) === true;
  return before.filter(
    (one) => !there.has(one.territory) && one.nextUpdate !== null && one.nextUpdate >= now && maySign(one),
  );
}

/** Whether what was refused for its time may be in force: its time has come, or a clock that was ahead was set right. */
function isOfAnotherTime({ refused, judgedAt }: ListState, now: Date): boolean {
  const passed = now.getTime() - judgedAt;
  const isPossible = { LIST_NOT_YET_ISSUED: passed >= HOUR_MILLISECONDS, LIST_EXPIRED: passed <= -HOUR_MILLISECONDS };
  return refused.some(({ code }) => code in isPossible && isPossible[code as keyof typeof isPossible]);
}

function asSource({ name, file, location, territory }: FoundSource): ListsTask['sources'][number] {
  return { name, file, location, territory };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function digestOf(value: unknown): string {
  return hashOf(Buffer.from(JSON.stringify(value)));
}
