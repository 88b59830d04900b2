import { existsSync, renameSync, statSync } from 'node:fs';
import { copyFile, open, rm, rmdir, unlink, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import {
  ObjectNotFound,
  type Leftover,
  type LeftoverSearch,
  type LocalCopy,
  type ObjectStore,
} from '../object-store.ts';
import { requireSafeKey } from '../safe-key.ts';
import { codeOf, DurableFolders, makeRootFolder, syncFile, syncFolder } from './durable-folders.ts';
import { findLeftovers, probeName, stagingPathBeside } from './leftovers.ts';
import { tellingRefusals, type OnSyncRefused } from './sync-refused.ts';

/**
 * Objects as files below `root`, which is made when it is missing. A key is a relative path with forward slashes.
 * An object appears by one rename, whole; that it does so on the disk, too, is what a put waits for. Every operation rejects with a plain Error for a key that could lead elsewhere, and with what `onSyncRefused`
 * answers where the disk refused a sync of it.
 */
export async function openLocalObjectStore(
  root: string,
  onSyncRefused: OnSyncRefused = (refused) => refused,
): Promise<ObjectStore> {
  const absolute = resolve(root);
  await makeRootFolder(absolute);
  const store = new LocalObjectStore(absolute, onSyncRefused);
  await store.ping();
  return store;
}

/**
 * Looking up and renaming a local file takes a few microseconds, a hop to the thread pool and back a hundred: only what
 * waits for the disk (syncs, and the bytes themselves) is done there.
 */
class LocalObjectStore implements ObjectStore {
  readonly #root: string;
  readonly #folders: DurableFolders;
  readonly #onSyncRefused: OnSyncRefused;

  constructor(root: string, onSyncRefused: OnSyncRefused) {
    this.#root = root;
    this.#onSyncRefused = onSyncRefused;
    this.#folders = new DurableFolders(root);
  }

  /**
   * The bytes, their name and their folder go to the disk together: whoever puts waits for the disk once. A power cut before
   * that may leave the name with a part of the bytes; nobody was told of it, and it is looked for like any other leftover.
   */
  putFile(key: string, path: string, allowed?: Promise<void>): Promise<void> {
    return this.#onDisk(async () => {
      const target = this.#pathOf(key);
      const folder = dirname(target);
      await allowed;
      try {
        const made = this.#folders.ensure(folder);
        // The folder is there at once, or the file finds none.
        made.catch(() => undefined);
        await this.#withFolder(folder, () => move(path, target));
        await keep(target, path, made);
      } catch (error) {
        await this.#removeIfEmpty(folder);
        throw error;
      }
    });
  }

  /** Promoting is a rename here: nothing is saved by doing without. */
  async putOutput(path: string, { stagedKey }: { readonly stagedKey: string }): Promise<string> {
    await this.putFile(stagedKey, path);
    return stagedKey;
  }

  stagingPath(key: string): Promise<string> {
    return this.#onDisk(async () => {
      const target = this.#pathOf(key);
      await this.#folders.ensure(dirname(target));
      return stagingPathBeside(target);
    });
  }

  localCopy(key: string): Promise<LocalCopy> {
    return Promise.try(() => {
      const path = this.#pathOf(key);
      const size = this.#sizeOf(path);
      if (size === undefined) throw new ObjectNotFound(key);
      // The object itself serves as the copy, so there is nothing to release.
      return { path, size, release: () => Promise.resolve() };
    });
  }

  async read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const file = await openObject(this.#pathOf(key));
    if (file === undefined) throw new ObjectNotFound(key);
    return file.createReadStream(range);
  }

  size(key: string): Promise<number | undefined> {
    return Promise.try(() => this.#sizeOf(this.#pathOf(key)));
  }

  promote(stagedKey: string, key: string): Promise<void> {
    return this.#onDisk(async () => {
      const staged = this.#pathOf(stagedKey);
      const target = this.#pathOf(key);
      try {
        await this.#folders.ensure(dirname(target));
        await replace(staged, target);
      } catch (error) {
        if (!isMissing(error)) throw error;
        if (fileSize(target) === undefined) throw new ObjectNotFound(stagedKey);
      }
    });
  }

  leftovers(search: LeftoverSearch): AsyncIterable<Leftover> {
    return findLeftovers(this.#root, search);
  }

  async delete(key: string): Promise<boolean> {
    const path = this.#pathOf(key);
    const folder = dirname(path);
    try {
      await unlink(path);
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    await this.#onDisk(() => syncFolder(folder));
    await this.#removeIfEmpty(folder);
    return true;
  }

  async ping(): Promise<void> {
    const probe = join(this.#root, probeName());
    try {
      await writeFile(probe, 'writable', { mode: 0o600 });
    } finally {
      // A full disk takes the name and refuses the bytes, at each look that a supervisor has.
      await rm(probe, { force: true });
    }
  }

  #onDisk<T>(work: () => Promise<T>): Promise<T> {
    return tellingRefusals(this.#onSyncRefused, work);
  }

  #pathOf(key: string): string {
    requireSafeKey(key);
    return join(this.#root, ...key.split('/'));
  }

  /** Who asks for an object was told of it, which is after its folder became durable: it need not be synced once more. */
  #sizeOf(path: string): number | undefined {
    const size = fileSize(path);
    if (size !== undefined) this.#folders.know(dirname(path));
    return size;
  }

  /** The folder of a request leaves with its last object; a put that meets this makes it again. */
  async #removeIfEmpty(folder: string): Promise<void> {
    if (folder === this.#root) return;
    this.#folders.forget(folder);
    // Any failure means that it is not empty or is gone already: both are fine.
    await rmdir(folder).catch(() => undefined);
    this.#folders.forget(folder);
  }

  /** Runs `change`, once more when the folder was removed in between. */
  async #withFolder(folder: string, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      if (!isMissing(error) || existsSync(folder)) throw error;
      this.#folders.forget(folder);
      await this.#folders.ensure(folder);
      await change();
    }
  }
}

/** Rename, or copy, sync and rename when the source lies on another file system. */
async function move(source: string, target: string): Promise<void> {
  try {
    await replace(source, target);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    const staged = stagingPathBeside(target);
    try {
      await copyFile(source, staged);
      await syncFile(staged);
      await replace(staged, target);
    } catch (copyError) {
      await rm(staged, { force: true });
      throw copyError;
    }
    await unlink(source);
  }
}

/** What the disk does not keep is no object: it lies where it came from again. */
async function keep(target: string, source: string, folderMade: Promise<void>): Promise<void> {
  const kept = await Promise.allSettled([syncFile(target), syncFolder(dirname(target)), folderMade]);
  const failure = kept.find((one) => one.status === 'rejected');
  if (failure === undefined) return;
  await replace(target, source).catch(() => rm(target, { force: true }).catch(() => undefined));
  throw failure.reason;
}

const WINDOWS_RETRIES = 6;

/** Rename over whatever is there. On Windows a scanner may hold a new file for a moment, which makes rename fail. */
async function replace(source: string, target: string): Promise<void> {
  for (let tried = 0; ; tried += 1) {
    try {
      renameSync(source, target);
      return;
    } catch (error) {
      const isHeld = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(String(codeOf(error)));
      if (!isHeld || tried === WINDOWS_RETRIES) throw error;
      await new Promise((resolveWait) => setTimeout(resolveWait, 10 * 2 ** tried));
    }
  }
}

function fileSize(path: string): number | undefined {
  try {
    const found = statSync(path);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Undefined when there is no file at the path (a folder is none). */
async function openObject(path: string): Promise<FileHandle | undefined> {
  if (fileSize(path) === undefined) return undefined;
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
