import { closeSync, fsync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../../files/make-folders.ts';
import { createSharedSyncs } from '../../files/shared-syncs.ts';
import { syncFault } from './sync-refused.ts';

/** Known folders kept in memory; beyond that the oldest are forgotten and synced once more when met again. */
const MAX_KNOWN = 4096;

/**
 * Makes folders so that they survive a power cut: a new entry is durable once its parent folder is synced. Folders
 * known to be durable cost nothing; calls for the same folder share one sync.
 */
export class DurableFolders {
  readonly #root: string;
  readonly #known = new Map<string, Promise<void>>();

  /** `root` ends the walk up; it is taken as it is. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Makes `folder` (below root) and what is missing above it at once; resolves when all of them exist durably. */
  ensure(folder: string): Promise<void> {
    if (folder === this.#root) return Promise.resolve();
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const made = this.#make(folder);
    this.#remember(folder, made);
    made.catch(() => this.forget(folder));
    return made;
  }

  /** The folder exists durably, as the caller found out by itself. */
  know(folder: string): void {
    if (!this.#known.has(folder)) this.#remember(folder, Promise.resolve());
  }

  /** The folder may be gone: make and sync it again next time. */
  forget(folder: string): void {
    this.#known.delete(folder);
  }

  /** The syncs of several new folders go on side by side. */
  #make(folder: string): Promise<void> {
    const parent = dirname(folder);
    const above = this.ensure(parent);
    return Promise.all([above, makeIn(parent, folder)]).then(() => undefined);
  }

  #remember(folder: string, made: Promise<void>): void {
    this.#known.set(folder, made);
    const oldest = this.#known.keys().next();
    if (this.#known.size > MAX_KNOWN && oldest.done !== true) this.#known.delete(oldest.value);
  }
}

async function makeIn(parent: string, folder: string): Promise<void> {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Who made it may have died before the sync below, so it is done in this case too.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  await syncFolder(parent);
}

/** Makes `folder` and what is missing above it, each synced into its parent. */
export async function makeRootFolder(folder: string): Promise<void> {
  const firstMade = await makeFolders(folder);
  if (firstMade === undefined) return;
  const top = dirname(firstMade);
  for (let parent = dirname(folder); parent !== top; parent = dirname(parent)) await syncFolder(parent);
  await syncFolder(top);
}

const shared = createSharedSyncs();

/**
 * Resolves when the entries of `folder` are on disk; calls for the same folder share a sync.
 * Windows has no such call; NTFS logs its folder changes in order.
 */
export function syncFolder(folder: string): Promise<void> {
  return process.platform === 'win32' ? Promise.resolve() : shared(folder, () => syncPath(folder, 'r'));
}

/** Resolves when the bytes of the file are on disk. Windows flushes only what was opened for writing. */
export function syncFile(path: string): Promise<void> {
  return syncPath(path, 'r+');
}

function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  return new Promise((resolve, reject) => {
    // Opening and closing take less than a hop to the thread pool would; only the sync itself may take long.
    const descriptor = openSync(path, flags);
    fsync(descriptor, (error) => {
      closeSync(descriptor);
      if (error === null) resolve();
      else reject(syncFault(error));
    });
  });
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
