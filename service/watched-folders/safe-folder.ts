import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { FolderSystem } from './folder-system.ts';

const IS_LINUX = process.platform === 'linux';
const OPEN_FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Where names cannot be looked up below an open folder, the group could change them between a look and a step. */
const FORBIDDEN_MODE = IS_LINUX ? 0o002 : 0o022;
const NEW_FOLDER_MODE = 0o777;

/** A folder in which the station takes or leaves no files. The sentence names no more than the folder's own path. */
export class UnsafeFolder extends Error {
  override readonly name = 'UnsafeFolder';
}

/**
 * A folder that is open: whoever renames it, or puts a link in its place, no longer changes which files are meant. On
 * Linux names are looked up below the open folder; elsewhere the folder is looked at before each use.
 */
class SafeFolder {
  readonly shown: string;
  readonly #path: string;
  readonly #handle: FileHandle | null;

  constructor(shown: string, at: string, handle: FileHandle | null) {
    this.shown = shown;
    this.#path = at;
    this.#handle = handle;
  }

  /** The folder of that name in this one. Rejects like `openSafeFolder`; of an inner folder the owner may be anybody. */
  async child(name: string): Promise<SafeFolder> {
    const child = await openFolder(this.at(name), path.join(this.shown, name));
    try {
      await child.#checkMode();
      return child;
    } catch (fault) {
      await child.close();
      throw fault;
    }
  }

  /** The same, made where it is missing. */
  async madeChild(system: FolderSystem, name: string, mode = NEW_FOLDER_MODE): Promise<SafeFolder> {
    await system.mkdir(this.at(name), mode);
    return this.child(name);
  }

  /** For the system's calls, while the folder is open. */
  at(name: string): string {
    return path.join(this.path, name);
  }

  get path(): string {
    return this.#handle === null ? this.#path : `/proc/self/fd/${String(this.#handle.fd)}`;
  }

  /** Whether only this user may see and change what is in it. */
  async isOwnAlone(): Promise<boolean> {
    const { uid, mode } = await this.#stats();
    return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o077) === 0);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  /** Rejects with UnsafeFolder where it belongs to neither this user nor root, or any user may write to it. */
  async checkOwner(): Promise<void> {
    await this.#checkMode();
    const own = process.getuid?.() ?? 0;
    const { uid } = await this.#stats();
    if (uid !== own && uid !== 0) throw new UnsafeFolder(`${this.shown} belongs to another user of this machine.`);
  }

  async #checkMode(): Promise<void> {
    if (process.platform === 'win32') return;
    const { mode } = await this.#stats();
    if ((mode & FORBIDDEN_MODE) === 0) return;
    throw new UnsafeFolder(`${this.shown} can be changed by any user of this machine. Close it: chmod o-w`);
  }

  async #stats() {
    return this.#handle === null ? lstat(this.#path) : this.#handle.stat();
  }
}

export type { SafeFolder };

/**
 * Opens a configured folder. Rejects with UnsafeFolder where it is a link, belongs to neither this user nor root, or
 * any user may write to it; with the system's fault where it cannot be opened.
 */
export async function openSafeFolder(folder: string): Promise<SafeFolder> {
  const opened = await openFolder(folder, folder);
  try {
    await opened.checkOwner();
    return opened;
  } catch (fault) {
    await opened.close();
    throw fault;
  }
}

async function openFolder(at: string, shown: string): Promise<SafeFolder> {
  if (IS_LINUX) {
    const handle = await open(at, OPEN_FOLDER).catch((fault: unknown) => {
      throw isLink(fault) ? new UnsafeFolder(`${shown} is a link or no folder.`) : fault;
    });
    return new SafeFolder(shown, at, handle);
  }
  if (!(await lstat(at)).isDirectory()) throw new UnsafeFolder(`${shown} is a link or no folder.`);
  return new SafeFolder(shown, at, null);
}

function isLink(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && (fault.code === 'ELOOP' || fault.code === 'ENOTDIR');
}

/** Calls with the folder at `parts` below `root`, which is made where it is missing, and closes what was opened. */
export async function withFolder<T>(
  system: FolderSystem,
  root: string,
  parts: readonly string[],
  use: (folder: SafeFolder) => Promise<T>,
): Promise<T> {
  let folder = await openSafeFolder(root);
  try {
    for (const part of parts) {
      const above = folder;
      folder = await above.madeChild(system, part);
      await above.close();
    }
    return await use(folder);
  } finally {
    await folder.close();
  }
}
