import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLocalObjectStore } from './local/local-object-store.ts';
import type { ObjectStore } from './object-store.ts';

/** The station's own driver on a folder of a test, which may look at what lies in it. */
export interface SeenFolder extends ObjectStore {
  readonly root: string;
  /** Keys of everything that is stored. */
  keys(): Promise<string[]>;
  content(key: string): Promise<Buffer>;
}

/** Makes the folder. */
export async function openSeenFolder(root: string): Promise<SeenFolder> {
  return Object.assign(await openLocalObjectStore(root), {
    root,
    async keys() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    },
    content: (key: string) => readFile(join(root, key)),
  });
}
