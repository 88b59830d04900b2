import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

/** What a durable write asks of the system, apart so that a test can cut the power between any two of them. */
export interface FileSystem {
  readonly openSync: (file: string, flags: 'r' | 'wx', mode?: number) => number;
  readonly writeSync: (descriptor: number, bytes: Uint8Array, offset: number) => number;
  readonly fsyncSync: (descriptor: number) => void;
  readonly closeSync: (descriptor: number) => void;
  readonly renameSync: (from: string, to: string) => void;
  readonly rmSync: (file: string, options: { force: true }) => void;
}

const NODE: FileSystem = { openSync, writeSync, fsyncSync, closeSync, renameSync, rmSync };

/**
 * Writes a small file that only its owner may read, so that after a power cut at any moment it holds all of the old
 * content or all of the new: a temporary file, its sync, the rename, the sync of the folder. Durable on return. The
 * folder must exist and is synced with its names; throws what the system says, and leaves no temporary file then.
 */
export function writeDurably(file: string, content: string | Uint8Array, system: FileSystem = NODE): void {
  const temporary = writeTemporary(file, content, system);
  try {
    system.renameSync(temporary, file);
  } catch (fault) {
    system.rmSync(temporary, { force: true });
    throw fault;
  }
  syncFolder(path.dirname(file), system);
}

/** Writes and syncs a new file beside `file` and answers its path; the name is durable once the folder is synced. */
export function writeTemporary(file: string, content: string | Uint8Array, system: FileSystem = NODE): string {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = system.openSync(temporary, 'wx', 0o600);
  try {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    for (let written = 0; written < bytes.length;) written += system.writeSync(descriptor, bytes, written);
    system.fsyncSync(descriptor);
  } catch (fault) {
    system.closeSync(descriptor);
    system.rmSync(temporary, { force: true });
    throw fault;
  }
  system.closeSync(descriptor);
  return temporary;
}

/** Makes the names in a folder durable. */
export function syncFolder(folder: string, system: FileSystem = NODE): void {
  // Windows cannot open a folder for this; its file systems journal the names.
  if (process.platform === 'win32') return;
  const descriptor = system.openSync(folder, 'r');
  try {
    system.fsyncSync(descriptor);
  } finally {
    system.closeSync(descriptor);
  }
}

/** What a crash leaves of a file that was being written, by the name that `writeTemporary` gives it. */
const UNFINISHED = /^(.+)\.[0-9a-f]{12}$/;

/**
 * Removes what crashes have left of files of these names in a folder, for at least so long: a process that is at work on one
 * now needs it. Leaves what the system keeps it from removing, and a folder that is not there: nothing depends on it.
 */
export function removeUnfinished(folder: string, isOurs: (name: string) => boolean, leastAgeMilliseconds = 0): void {
  const before = Date.now() - leastAgeMilliseconds;
  for (const name of namesIn(folder).filter((each) => isOurs(UNFINISHED.exec(each)?.[1] ?? ''))) {
    const file = path.join(folder, name);
    try {
      if (statSync(file).mtimeMs <= before) rmSync(file, { force: true });
    } catch {
      // It is tried again another time.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
