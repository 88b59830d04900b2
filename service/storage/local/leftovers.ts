import { randomUUID } from 'node:crypto';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Leftover, LeftoverSearch } from '../object-store.ts';

/** A file of this driver that is no object (yet): one being written beside its final place, or a probe. */
const UNFINISHED = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$|^\.probe-/;

/** Beside the final place, so that the two are on one file system; never the same twice. */
export function stagingPathBeside(target: string): string {
  return `${target}.${randomUUID()}.tmp`;
}

/** Of the file that tells whether the store can be written. */
export function probeName(): string {
  return `.probe-${randomUUID()}`;
}

/** A rest after so many folders leaves most of the disk and of the processor to those who wait for something. */
const FOLDERS_AT_A_TIME = 50;
const REST_MILLISECONDS = 20;

/** One folder after another, depth first. What vanishes on the way was somebody else's to remove. */
export async function* findLeftovers(root: string, search: LeftoverSearch): AsyncGenerator<Leftover> {
  let read = 0;
  const look = async function* (folder: string): AsyncGenerator<Leftover> {
    read += 1;
    if (read % FOLDERS_AT_A_TIME === 0) await delay(REST_MILLISECONDS);
    // Not read at once: a day of a busy station has a folder with hundreds of thousands of entries.
    const entries = await opendir(join(root, folder)).catch(() => undefined);
    for await (const entry of entries ?? []) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && search.mayHold(key)) yield* look(key);
      if (!entry.isFile()) continue;
      const isUnfinished = UNFINISHED.test(entry.name);
      if ((isUnfinished || search.isStaged(key)) && (await isOld(join(root, key), search))) yield { key, isUnfinished };
    }
  };
  yield* look('');
}

async function isOld(path: string, { writtenBefore }: LeftoverSearch): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtime < writtenBefore;
}
