import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder for its user only, with those above it that are missing; answers the topmost that was made, undefined
 * where all were there. Rejects with what the system says. Node's own way never ends on a file system that says of a new
 * folder that there is no such one, as /proc does.
 */
export async function makeFolders(folder: string): Promise<string | undefined> {
  const missing: string[] = [];
  let place = path.resolve(folder);
  while (!(await isThere(place))) {
    missing.push(place);
    place = path.dirname(place);
  }
  for (const each of missing.toReversed()) await makeUnlessThere(each);
  return missing.at(-1);
}

async function isThere(place: string): Promise<boolean> {
  try {
    const found = await stat(place);
    if (!found.isDirectory()) throw Object.assign(new Error('It is no folder.'), { code: 'ENOTDIR', path: place });
    return true;
  } catch (fault) {
    if (hasCode(fault, 'ENOENT') && place !== path.dirname(place)) return false;
    throw fault;
  }
}

/** Another process may make it at the same time. */
async function makeUnlessThere(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (fault) {
    if (!hasCode(fault, 'EEXIST') || !(await stat(folder)).isDirectory()) throw fault;
  }
}

function hasCode(fault: unknown, code: string): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === code;
}
