import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** A document that somebody opened with this program. */
export interface OpenedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface OpenedFiles {
  readonly files: readonly OpenedFile[];
  /** Names of those that are not there, are no files, can't be read or are too large. */
  readonly refused: readonly string[];
}

const MAX_FILES = 100;
/** All together; larger ones are dropped on the window, which reads them piece by piece. */
const MAX_BYTES = 200_000_000;

/**
 * Reads the files that were named on a command line or opened with the program, in their order. Only regular files: a
 * pipe or a device would be waited for without end.
 */
export async function readOpenedFiles(names: readonly string[], workingDirectory: string): Promise<OpenedFiles> {
  const files: OpenedFile[] = [];
  const refused: string[] = [];
  let left = MAX_BYTES;
  for (const word of names) {
    const name = path.basename(word);
    const file = files.length < MAX_FILES ? await readUpTo(path.resolve(workingDirectory, word), left) : undefined;
    if (file === undefined) refused.push(name);
    else {
      files.push({ name, bytes: file });
      left -= file.length;
    }
  }
  return { files, refused };
}

async function readUpTo(file: string, limit: number): Promise<Uint8Array | undefined> {
  try {
    const { size, isRegular } = await stat(file).then((found) => ({ size: found.size, isRegular: found.isFile() }));
    return isRegular && size <= limit ? await readFile(file) : undefined;
  } catch {
    return undefined;
  }
}
