import { LIST_OF_LISTS, NATIONAL_LIST } from '../../codecs/trusted-list/trusted-list.ts';
import { judgeListOfLists, pivotsOf, type ListOfLists } from './judge-list-of-lists.ts';
import { entitledSigners, judgeNationalList } from './judge-national-list.ts';
import { ListFault } from './list-fault.ts';
import { UNION, type ListSource, type ListsTask, type RefusedList, type WantedList } from './lists-protocol.ts';
import { openList, thumbprintOf, type OpenedList } from './open-list.ts';

export interface JudgedSource {
  readonly source: ListSource;
  readonly list: OpenedList;
}

export interface JudgedLists {
  /** The list of the lists first. */
  readonly accepted: readonly JudgedSource[];
  readonly refused: readonly RefusedList[];
  readonly wanted: readonly WantedList[];
  /** Who may sign the list of each country; null where no list of the lists is believed. */
  readonly entitled: ReturnType<typeof entitledSigners> | null;
}

type Question = Omit<ListsTask, 'into'> & {
  /** Throws node:fs errors. */
  readonly read: (file: string) => Uint8Array;
};

/**
 * Judges all sources together: the youngest list of the lists by its pivots and the Official Journal, national lists by
 * what that one says. Every source that is not used is among the refused ones, but for former lists of the lists.
 */
export function judgeLists(question: Question): JudgedLists {
  const refused: RefusedList[] = [];
  const refuse = (name: string, { code, message }: ListFault): void =>
    void refused.push({ name, code, reason: message });
  const opened = openAll(question, refuse);
  const unions = opened.filter(mayBeListOfLists);
  const current = unions.toSorted((left, right) => right.list.sequenceNumber - left.list.sequenceNumber)[0];
  const others = opened.filter((one) => !isPivot(one) && !unions.includes(one));
  const lists = current === undefined ? null : judged(current, question, opened, refuse);
  if (current === undefined || lists === null) {
    const missing = new ListFault(
      'LIST_OF_LISTS_MISSING',
      'No list of the lists that is believed tells who may sign it.',
    );
    for (const { source } of others) refuse(source.name, missing);
    const wanted = current === undefined ? [] : wantedOf(pivotsOrNone(current.list), opened);
    return { accepted: [], refused, wanted, entitled: null };
  }
  const accepted = others.filter((one) => isAccepted(one, lists, question, refuse));
  return {
    accepted: [current, ...youngest(accepted)],
    refused,
    wanted: wantedNationals(lists, question),
    entitled: entitledSigners(lists),
  };
}

/**
 * A file may be anything. What was fetched is what it was asked for: whoever serves the list of one country, or a pivot, must
 * not be able to put himself before the list of the lists by a higher number, and take the lists of all others away.
 */
function mayBeListOfLists({ source, list }: JudgedSource): boolean {
  return list.type === LIST_OF_LISTS && (source.location === null || source.territory === UNION);
}

/** A former list of the lists that was fetched as such. */
function isPivot({ source: { location, territory }, list }: JudgedSource): boolean {
  return list.type === LIST_OF_LISTS && location !== null && territory === null;
}

function openAll({ sources, read }: Question, refuse: (name: string, fault: ListFault) => void): JudgedSource[] {
  return sources.flatMap((source) => {
    try {
      return [{ source, list: openList(readOr(source, read)) }];
    } catch (fault) {
      if (!(fault instanceof ListFault)) throw fault;
      refuse(source.name, fault);
      return [];
    }
  });
}

function readOr({ file }: ListSource, read: Question['read']): Uint8Array {
  try {
    return read(file);
  } catch (cause) {
    throw new ListFault('LIST_UNREADABLE', 'It cannot be read.', { cause });
  }
}

function judged(
  { source, list }: JudgedSource,
  { signers, at, known }: Question,
  opened: readonly JudgedSource[],
  refuse: (name: string, fault: ListFault) => void,
): ListOfLists | null {
  const journal = new Set(signers.map(thumbprintOf));
  const pivot = (location: string): OpenedList | null => sourceAt(location, opened)?.list ?? null;
  try {
    const lists = judgeListOfLists({ list, journal, pivot, at });
    requireNotOlder(list, known);
    return lists;
  } catch (fault) {
    if (!(fault instanceof ListFault)) throw fault;
    refuse(source.name, fault);
    return null;
  }
}

/** What was fetched from there, or a file that has the name that it has there. */
function sourceAt(location: string, opened: readonly JudgedSource[]): JudgedSource | undefined {
  const name = location.split('/').at(-1);
  return opened.find(
    ({ source }) => source.location === location || (source.location === null && source.name === name),
  );
}

function isAccepted(
  { source, list }: JudgedSource,
  lists: ListOfLists,
  { at, known, territories }: Question,
  refuse: (name: string, fault: ListFault) => void,
): boolean {
  try {
    judgeNationalList(list, lists, source.territory, at);
    requireNotOlder(list, known);
    return territories === null || territories.includes(list.territory);
  } catch (fault) {
    if (!(fault instanceof ListFault)) throw fault;
    refuse(source.name, fault);
    return false;
  }
}

/** TS 119 612 5.3.2: numbers only grow; an older list may not know of what was withdrawn since. */
function requireNotOlder({ territory, sequenceNumber }: OpenedList, known: ListsTask['known']): void {
  const last = known[territory];
  if (last === undefined || sequenceNumber >= last) return;
  throw new ListFault('LIST_OLDER', `It has the number ${sequenceNumber}, and number ${last} was seen before.`);
}

/** Of several lists of a country the one with the highest number. */
function youngest(accepted: readonly JudgedSource[]): JudgedSource[] {
  const byTerritory = new Map<string, JudgedSource>();
  for (const one of accepted) {
    const before = byTerritory.get(one.list.territory);
    if (before === undefined || before.list.sequenceNumber < one.list.sequenceNumber) {
      byTerritory.set(one.list.territory, one);
    }
  }
  return [...byTerritory.values()];
}

function pivotsOrNone(list: OpenedList): readonly string[] {
  try {
    return pivotsOf(list);
  } catch (fault) {
    if (fault instanceof ListFault) return [];
    throw fault;
  }
}

function wantedOf(locations: readonly string[], opened: readonly JudgedSource[]): WantedList[] {
  return locations
    .filter((location) => sourceAt(location, opened) === undefined)
    .map((location) => ({ location, territory: null }));
}

function wantedNationals({ pointers }: ListOfLists, { sources, territories }: Question): WantedList[] {
  const has = new Set(sources.map(({ location }) => location));
  return pointers
    .filter(({ type, territory, mimeType }) => type === NATIONAL_LIST && territory !== '' && !/pdf/i.test(mimeType))
    .filter(({ territory }) => territories === null || territories.includes(territory))
    .filter(({ location }) => !has.has(location))
    .map(({ location, territory }) => ({ location, territory }));
}
