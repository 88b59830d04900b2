import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The ending of the files that uploads are received into. */
export const UPLOAD_SUFFIX = '.upload';

const DAY_MILLISECONDS = 86_400_000;

/**
 * Removes received files whose station has died before it could: those last written a day before `now`. They were never
 * stored, so no row knows them. To be called before anything is received. Answers how many; what cannot be removed
 * stays for the next start.
 */
export async function removeStaleUploads(directory: string, now: Date): Promise<number> {
  return remove(directory, now, () => true);
}

/**
 * The same while uploads are being received: what one call finds old is removed by the next, if nothing was written to
 * it in between. A clock that jumps ahead makes uploads look old that are under way.
 */
export function createUploadSweep(directory: string): (now: Date) => Promise<number> {
  let seen = new Map<string, number>();
  return async (now) => {
    const old = new Map<string, number>();
    const removed = await remove(directory, now, (name, written) => {
      old.set(name, written);
      return seen.get(name) === written;
    });
    seen = old;
    return removed;
  };
}

async function remove(
  directory: string,
  now: Date,
  mayGo: (name: string, written: number) => boolean,
): Promise<number> {
  const names = await readdir(directory).catch(() => []);
  let removed = 0;
  for (const name of names.filter((candidate) => candidate.endsWith(UPLOAD_SUFFIX))) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() !== true || now.getTime() - found.mtimeMs < DAY_MILLISECONDS) continue;
    if (!mayGo(name, found.mtimeMs)) continue;
    await unlink(path).then(
      () => (removed += 1),
      () => undefined,
    );
  }
  return removed;
}
