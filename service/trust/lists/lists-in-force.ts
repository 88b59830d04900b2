import type { TrustedLists } from '../../verification/trusted-lists/compact-list.ts';
import type { ListStore } from './list-state.ts';
import type { AcceptedList, RefusedList } from './lists-protocol.ts';

/** The lists at one time. */
export interface ListsReading {
  /** For verification; the same object while nothing has changed. Null where there is no list. */
  readonly lists: TrustedLists | null;
  readonly accepted: readonly AcceptedList[];
  readonly refused: readonly RefusedList[];
}

interface ReadLists {
  readonly lists: TrustedLists | null;
  readonly damaged: readonly AcceptedList[];
}

const DAMAGED = 'What the station kept of it was damaged. It is judged again at the next start.';

/** Leaves out lists that have run out since they were judged, and reads each compact form once. */
export class ListsInForce {
  readonly #store: Pick<ListStore, 'compact'>;
  readonly #areAnchors: boolean;
  #key = '';
  #found: Promise<ReadLists> = Promise.resolve({ lists: null, damaged: [] });

  constructor(store: Pick<ListStore, 'compact'>, areAnchors: boolean) {
    this.#store = store;
    this.#areAnchors = areAnchors;
  }

  async at(all: readonly AcceptedList[], refused: readonly RefusedList[], now: Date): Promise<ListsReading> {
    const isOver = ({ nextUpdate }: AcceptedList): boolean => nextUpdate !== null && nextUpdate < now;
    const hasUnion = all.some((list) => list.compactFile === null && !isOver(list));
    const accepted = all.filter((list) => !isOver(list) && (hasUnion || list.compactFile === null));
    const over = all.filter(isOver).map(({ name, nextUpdate }): RefusedList => {
      const reason = `A newer one was due at ${nextUpdate?.toISOString() ?? ''}.`;
      return { name, code: 'LIST_EXPIRED', reason };
    });
    const orphans = all
      .filter((list) => !isOver(list) && !accepted.includes(list))
      .map(({ name }): RefusedList => ({
        name,
        code: 'LIST_OF_LISTS_MISSING',
        reason: 'The list of the lists is over.',
      }));
    const { lists, damaged } = await this.#read(accepted.filter(({ compactFile }) => compactFile !== null));
    const lost = damaged.map(({ name }): RefusedList => ({ name, code: 'LIST_UNREADABLE', reason: DAMAGED }));
    return {
      lists,
      accepted: accepted.filter((one) => !damaged.includes(one)),
      refused: [...refused, ...over, ...orphans, ...lost],
    };
  }

  #read(accepted: readonly AcceptedList[]): Promise<ReadLists> {
    const key = accepted.map(({ compactFile, issuedAt }) => `${compactFile ?? ''} ${issuedAt.toISOString()}`).join(' ');
    if (key !== this.#key) {
      this.#key = key;
      this.#found = this.#readAll(accepted);
    }
    return this.#found;
  }

  /** One after the other, so that nobody waits for all of them to be parsed. */
  async #readAll(accepted: readonly AcceptedList[]): Promise<ReadLists> {
    const found: { list: TrustedLists['lists'][number]; file: string }[] = [];
    const damaged: AcceptedList[] = [];
    for (const one of accepted) {
      const compact = await this.#store.compact(one);
      if (compact === null) damaged.push(one);
      else found.push(compact);
    }
    if (found.length === 0) return { lists: null, damaged };
    const [lists, files] = [found.map(({ list }) => list), found.map(({ file }) => file)];
    return { lists: { lists, files, areAnchors: this.#areAnchors }, damaged };
  }
}
