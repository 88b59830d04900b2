import { closeSync, constants, fstatSync, fsync, openSync, type Stats } from 'node:fs';
import { access, link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createSharedSyncs } from '../files/shared-syncs.ts';

/**
 * What changes files, apart so that a test can cut the power between any two changes, and take rights away that root has
 * always. Paths are of `SafeFolder`.
 */
export interface FolderSystem {
  /** The code of why this user may not read a file; an empty text where it may. */
  faultOfReading(file: string): Promise<string>;
  /** Makes a folder; a name that is there already is left as it is. */
  mkdir(folder: string, mode: number): Promise<void>;
  /** Writes a new file, durable but for its name. Rejects with EEXIST. */
  writeNew(file: string, content: AsyncIterable<Uint8Array> | string, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A second name for a file. Rejects with EEXIST, and with codes of `CANNOT_LINK` where a file system has none. */
  link(from: string, to: string): Promise<void>;
  /** Removes a file, if it is there. */
  remove(file: string): Promise<void>;
  /** Makes the names in a folder durable. */
  sync(folder: string): Promise<void>;
}

export const NODE_SYSTEM = nodeSystem(true);

/** What is not durable is for tests that lose no power. */
export function nodeSystem(isDurable: boolean): FolderSystem {
  return {
    faultOfReading: (file) => access(file, constants.R_OK).then(() => '', codeOf),
    async mkdir(folder, mode) {
      await mkdir(folder, { mode }).catch(unless('EEXIST'));
    },
    async writeNew(file, content, mode) {
      const handle = await open(file, 'wx', mode);
      try {
        if (typeof content === 'string') await handle.writeFile(content);
        else for await (const chunk of content) await handle.writeFile(chunk);
        if (isDurable) await handle.sync();
      } finally {
        await handle.close();
      }
    },
    rename,
    link,
    remove: (file) => unlink(file).catch(unless('ENOENT')),
    async sync(folder) {
      // Windows cannot open a folder for this; its file systems journal the names.
      if (isDurable && process.platform !== 'win32') await syncFolder(folder);
    },
  };
}

const shared = createSharedSyncs();

/** Many documents are on their way between the same folders: one sync stands for all of them that came before it. */
async function syncFolder(folder: string): Promise<void> {
  const descriptor = openSync(folder, 'r');
  try {
    // The same folder is open more than once, below other paths of /proc.
    const { dev, ino } = fstatSync(descriptor, { bigint: true });
    await shared(`${String(dev)} ${String(ino)}`, () => promisify(fsync)(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/** The code that the system gave, or an empty text. */
export function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
}

/** Passes over the faults of these codes, and rejects with all others. */
export function unless(...codes: readonly string[]): (fault: unknown) => undefined {
  return (fault) => {
    if (!codes.includes(codeOf(fault))) throw fault;
  };
}

/** What is at a path, without following a link; undefined when there is nothing. */
export async function entryAt(file: string): Promise<Stats | undefined> {
  return lstat(file).catch(unless('ENOENT'));
}
