import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/**
 * Reads a file that need not be there: null then. Rejects with what the system says; of a folder in its place also which
 * one, since Node leaves the name out of that.
 */
export async function readIfThere(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
    throw folderFault([file]) ?? fault;
  }
}

/** What the system says of the first of these files that is a folder; undefined where none is. */
export function folderFault(files: readonly string[]): Error | undefined {
  const folder = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true);
  if (folder === undefined) return undefined;
  return Object.assign(new Error('There is a folder in place of a file.'), { code: 'EISDIR', path: folder });
}
