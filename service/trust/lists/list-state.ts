import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ListRefusal } from '../../contract/vocabulary/list-refusals.ts';
import { removeUnfinished, writeDurably } from '../../files/durable-file.ts';
import { parseCompactList, type CompactList } from '../../verification/trusted-lists/compact-list.ts';
import type { AcceptedList } from './lists-protocol.ts';

const KeptList = z.object({
  name: z.string(),
  territory: z.string(),
  operator: z.string(),
  sequenceNumber: z.int(),
  issuedAt: z.iso.datetime().transform((text) => new Date(text)),
  nextUpdate: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
  services: z.int(),
  // What a version before this one kept does not say it.
  signer: z.string().default(''),
  compactFile: z.string().nullable(),
});

/** What is known of the lists beyond a restart. */
const ListState = z.object({
  /** What they were judged from: names, sizes and times of files, and who may sign. */
  inputs: z.string(),
  /** Of the inputs what the settings say: who may sign, which countries, from where. Empty where it is not known. */
  rules: z.string().default(''),
  /** When they were judged, in milliseconds; what was refused for its time may be in force at another. */
  judgedAt: z.number().default(0),
  accepted: z.array(KeptList),
  refused: z.array(z.object({ name: z.string(), code: ListRefusal, reason: z.string() })),
  /** The highest sequence number seen, by territory. */
  known: z.record(z.string(), z.int()),
});
export type ListState = z.output<typeof ListState>;

const FILE = 'state.json';
const COMPACT = /^[A-Z]{2}-\d+\.json$/;
/** Longer than any process that was stopped by the one that begins now may still write. */
const UNFINISHED_MILLISECONDS = 3_600_000;
const NOTHING: ListState = { inputs: '', rules: '', judgedAt: 0, accepted: [], refused: [], known: {} };

/** The compact forms and what they were made from, in a folder of the data directory. */
export interface ListStore {
  readonly folder: string;
  /**
   * What was kept; nothing where there is none or it was damaged, and none of the lists whose compact form was: then the
   * lists are judged again.
   */
  load(): Promise<ListState>;
  /**
   * Keeps it, and removes compact forms that neither it nor the one before names: who was told of that one a moment ago may
   * read them yet. Rejects with node:fs errors.
   */
  save(state: ListState): Promise<void>;
  /** The compact form of a list; null where it was damaged. */
  compact(list: AcceptedList): Promise<{ readonly list: CompactList; readonly file: string } | null>;
}

/** Makes the folder. Rejects with node:fs errors. */
export async function openListStore(folder: string): Promise<ListStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isOurs = (name: string): boolean => name === FILE || COMPACT.test(name);
  removeUnfinished(folder, isOurs, UNFINISHED_MILLISECONDS);
  const at = (name: string): string => path.join(folder, path.basename(name));
  let before: ReadonlySet<string | null> = new Set();
  return {
    folder,
    async load() {
      const state = readState(await readFile(at(FILE), 'utf8').catch(() => ''));
      const whole = await wholeOf(state.accepted, at);
      before = namesOf(state);
      return whole.length === state.accepted.length ? state : { ...state, accepted: whole, inputs: '' };
    },
    async save(state) {
      writeDurably(at(FILE), JSON.stringify(state));
      const used = new Set([...before, ...namesOf(state)]);
      before = namesOf(state);
      const stale = (await readdir(folder)).filter((name) => COMPACT.test(name) && !used.has(name));
      for (const name of stale) await rm(at(name), { force: true });
    },
    async compact({ compactFile }) {
      if (compactFile === null) return null;
      const file = at(compactFile);
      const list = await readCompact(file);
      return list === null ? null : { list, file };
    },
  };
}

function namesOf({ accepted }: ListState): ReadonlySet<string | null> {
  return new Set(accepted.map(({ compactFile }) => compactFile));
}

async function readCompact(file: string): Promise<CompactList | null> {
  return parseCompactList(await readFile(file, 'utf8').catch(() => ''));
}

async function wholeOf(lists: readonly AcceptedList[], at: (name: string) => string): Promise<AcceptedList[]> {
  const whole: AcceptedList[] = [];
  for (const one of lists) {
    if (one.compactFile === null || (await readCompact(at(one.compactFile))) !== null) whole.push(one);
  }
  return whole;
}

function readState(text: string): ListState {
  try {
    return ListState.parse(JSON.parse(text));
  } catch {
    return NOTHING;
  }
}
