import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ListSource, RefusedList, WantedList } from './lists-protocol.ts';

/** A source, and what tells that it was changed. */
export interface FoundSource extends ListSource {
  readonly mark: string;
}

/** The XML files of a folder, by name; those of a folder that cannot be read are none. */
export async function sourcesInFolder(folder: string): Promise<FoundSource[]> {
  const names = await readdir(folder).catch(() => []);
  const found: FoundSource[] = [];
  for (const name of names.filter((one) => /\.xml$/i.test(one) && !one.startsWith('.')).sort()) {
    const source = { name, file: path.join(folder, name), location: null, territory: null };
    const mark = await markOf(source.file);
    if (mark !== null) found.push({ ...source, mark });
  }
  return found;
}

/** Null for what is no file. */
async function markOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() === true ? `${found.size} ${found.mtimeMs}` : null;
}

export interface FetchedLists {
  readonly sources: readonly FoundSource[];
  readonly unreachable: readonly RefusedList[];
}

/** The lists of some thirty countries: nobody waits for one slow server, and no more than these are in memory at once. */
const AT_ONCE = 4;

/**
 * Fetches lists into a folder of the data directory. A pivot never changes and is fetched once; of another list that
 * cannot be fetched what was fetched last goes on being used, and the reason is among `unreachable`.
 */
export async function fetchLists(
  wanted: readonly WantedList[],
  folder: string,
  fetch: (url: string) => Promise<Uint8Array>,
): Promise<FetchedLists> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sources: FoundSource[] = [];
  const unreachable: RefusedList[] = [];
  const fetchOne = async ({ location, territory }: WantedList): Promise<void> => {
    const file = path.join(folder, `${createHash('sha256').update(location).digest('hex')}.xml`);
    const isKept = territory === null && (await markOf(file)) !== null;
    const fault = isKept ? null : await fetchInto(file, location, fetch);
    if (fault !== null) unreachable.push({ name: location, code: 'LIST_UNREACHABLE', reason: fault });
    const mark = await markOf(file);
    if (mark !== null) sources.push({ name: location, file, location, territory, mark });
  };
  const waiting = [...wanted];
  const fetchInTurn = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await fetchOne(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchInTurn));
  return { sources, unreachable };
}

/**
 * Removes pivots, so that they are fetched anew, and answers the other sources. To be called where the list of the lists is not
 * believed: then one of its pivots may be the page of a proxy, or what a power cut left of one.
 */
export async function withoutPivots(sources: readonly FoundSource[]): Promise<FoundSource[]> {
  for (const { territory, file } of sources) if (territory === null) await rm(file, { force: true });
  return sources.filter(({ territory }) => territory !== null);
}

async function fetchInto(
  file: string,
  location: string,
  fetch: (url: string) => Promise<Uint8Array>,
): Promise<string | null> {
  try {
    const bytes = await fetch(location);
    await writeFile(`${file}.new`, bytes, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return null;
  } catch (fault) {
    return `It cannot be fetched: ${fault instanceof Error ? fault.message : 'unknown fault'}.`;
  }
}
