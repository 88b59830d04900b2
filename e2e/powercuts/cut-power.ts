import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SeededRandom } from '../fuzz/random.ts';
import { checkFiles } from './check-files.ts';
import { checkStart } from './check-start.ts';
import { readDiskLog, type DiskRecord } from './disk-log.ts';
import { DiskState, type DiskImage } from './disk-state.ts';
import { SURVIVALS } from './file-state.ts';
import { promisesOf } from './promises.ts';
import type { Recording } from './record-station.ts';
import { writeImage } from './write-image.ts';

export interface Cuts {
  readonly cuts: number;
  /** After every n-th cut a station is started on what is left; 0: none is. */
  readonly startEvery: number;
  readonly seed: number;
  /** As if no sync had any effect: shows that what is looked for is found. */
  readonly ignoresSyncs?: boolean;
}

export interface CutOutcome {
  readonly cuts: number;
  readonly starts: number;
  /** Answers with 202 that were held against a disk, over all cuts. */
  readonly promises: number;
  /** What was not there any more, with the place of the cut. */
  readonly violations: readonly string[];
}

/**
 * Cuts the power at so many moments of a recording, half of them right after somebody was told something, and looks at what
 * is left. `scratch` is an empty folder.
 */
export async function cutPower(recording: Recording, scratch: string, options: Cuts): Promise<CutOutcome> {
  const records = readDiskLog(recording.log);
  const random = new SeededRandom(options.seed);
  const moments = chooseMoments(records, options.cuts, random);
  const state = new DiskState(recording.root, options.ignoresSyncs);
  const violations: string[] = [];
  const outcome = { cuts: 0, starts: 0, promises: 0 };
  let at = 0;
  for (const moment of moments) {
    while (at < moment) applyNext(state, records[at++]);
    const survival = random.pick(SURVIVALS);
    const promises = promisesOf(records.slice(0, moment));
    const target = path.join(scratch, 'left');
    writeImage(state.cut(survival, random), recording.root, target);
    const data = path.join(target, path.relative(recording.root, recording.dataDirectory));
    mkdirSync(data, { recursive: true, mode: 0o700 });
    outcome.cuts += 1;
    outcome.promises += promises.accepted.size;
    const found = checkFiles(data, promises);
    if (options.startEvery > 0 && outcome.cuts % options.startEvery === 0 && found.length === 0) {
      outcome.starts += 1;
      found.push(...(await checkStart(data, promises)));
    }
    violations.push(...found.map((sentence) => `After record ${String(moment)}, ${survival} kept: ${sentence}`));
    rmSync(target, { recursive: true, force: true });
  }
  return { ...outcome, violations };
}

/** What the record of the disk says otherwise than the disk itself, when the station is over; nothing where it is whole. */
export function differences({ log, root }: Recording): string[] {
  const state = new DiskState(root);
  for (const record of readDiskLog(log)) state.apply(record);
  const recorded = state.cut('all', new SeededRandom(0));
  const real = readTree(root);
  const names = new Set([...recorded.keys(), ...real.keys()]);
  return [...names].filter((name) => !isSame(recorded.get(name), real.get(name)));
}

function isSame(one: Buffer | 'folder' | undefined, other: Buffer | 'folder' | undefined): boolean {
  return one instanceof Buffer && other instanceof Buffer ? one.equals(other) : one === other;
}

function readTree(folder: string): DiskImage {
  const tree = new Map<string, Buffer | 'folder'>([[folder, 'folder']]);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const name = path.join(entry.parentPath, entry.name);
    tree.set(name, entry.isDirectory() ? 'folder' : readFileSync(name));
  }
  return tree;
}

function applyNext(state: DiskState, record: DiskRecord | undefined): void {
  if (record !== undefined) state.apply(record);
}

/** Numbers of records before which the power fails, in order. */
function chooseMoments(records: readonly DiskRecord[], count: number, random: SeededRandom): number[] {
  const told = records.flatMap((record, index) => (record.kind === 'told' ? [index + 1] : []));
  const moments = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 && told.length > 0 ? random.pick(told) : random.natural(records.length + 1),
  );
  return moments.toSorted((one, other) => one - other);
}
