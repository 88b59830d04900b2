import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { syncFolder, writeDurably } from '../files/durable-file.ts';
import { readIfThere } from '../files/kept-file.ts';
import { makeFolders } from '../files/make-folders.ts';
import { openingFault } from '../files/room-fault.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import { removeUnfinishedFiles } from './unfinished-files.ts';
import { forgetAddress, noteAddress, readAddress } from './station-address.ts';

const LOCK = 'station.lock';

/** Everything the station keeps, below `Data:Directory`; readable by its user only. */
export interface DataDirectory {
  readonly root: string;
  readonly uploads: string;
  readonly secrets: string;
  readonly pinGuard: string;
  readonly demo: string;
  /** Names this installation in claims; made once. */
  readonly installationId: string;
  /** There was another id, which was garbled or empty; nobody knows any more which claims are of this installation. */
  readonly isIdMadeAnew: boolean;
  /** Leaves for others where this station serves its page: `http://host:port`. */
  announce(url: string): void;
  /** Gives the directory free for another station. */
  release(): void;
}

export class DataDirectoryInUse extends Error {
  readonly root: string;
  /** Where that station serves its page, without a slash at the end; null where it serves none, or not yet. */
  readonly url: string | null;

  constructor(root: string) {
    const url = readAddress(root);
    super(
      `Another station is running with the data directory ${root}${url === null ? '' : ` at ${url}/`}. Stop it, or ` +
        'choose another directory with --Data:Directory=...',
    );
    this.name = 'DataDirectoryInUse';
    this.root = root;
    this.url = url;
  }
}

/**
 * Makes what is missing and takes the directory for this process. Throws DataDirectoryInUse when it is taken. Secrets, the
 * memory of the PIN guard and the demo identity are those of `user`: a run with data of its own shares them with all else
 * that signs for the user.
 */
export async function openDataDirectory(root: string, uploads: string, user = root): Promise<DataDirectory> {
  const folders = {
    root,
    uploads,
    secrets: path.join(user, 'secrets'),
    pinGuard: path.join(user, 'pin-guard'),
    demo: path.join(user, 'demo'),
  };
  for (const folder of [folders.root, folders.uploads, folders.secrets, folders.pinGuard]) {
    await mkdirDurably(folder);
  }
  const release = takeLock(root);
  const announce = (url: string): void => noteAddress(root, url);
  removeUnfinishedFiles(folders);
  try {
    return { ...folders, ...(await installationId(root)), announce, release };
  } catch (fault) {
    release();
    throw fault;
  }
}

/** Makes a folder with those above it that are missing; what is later written durably below it is found again. */
export async function mkdirDurably(folder: string): Promise<void> {
  const first = await makeFolders(folder);
  if (first === undefined) return;
  const top = path.dirname(first);
  for (let made = path.dirname(path.resolve(folder)); made.length >= top.length; made = path.dirname(made)) {
    syncFolder(made);
    if (made === path.dirname(made)) break;
  }
}

/** Takes a data directory, or a folder like one. Throws DataDirectoryInUse. */
export function takeLock(root: string): () => void {
  const release = lockFile(path.join(root, LOCK));
  if (release === undefined) throw new DataDirectoryInUse(root);
  forgetAddress(root);
  return () => {
    forgetAddress(root);
    release();
  };
}

/**
 * Takes a database file that lies outside of `root`, whose own lock keeps those within; answers undefined where another
 * station has it, be it one that lives in the folder of the file.
 */
export function takeDatabase(file: string, root: string): (() => void) | undefined {
  const folder = path.dirname(file);
  if (!existsSync(folder) || realpathSync(folder) === realpathSync(root)) return () => undefined;
  const its = path.join(folder, LOCK);
  const neighbour = existsSync(its) ? lockFile(its) : () => undefined;
  if (neighbour === undefined) return undefined;
  const own = lockFile(`${file}.lock`);
  if (own !== undefined) {
    return () => {
      own();
      neighbour();
    };
  }
  neighbour();
  return undefined;
}

/**
 * A lock the operating system gives back when the process dies, however it dies: an exclusive transaction on a file of
 * its own. A pid file would outlive a SIGKILL. Undefined when somebody has it.
 */
function lockFile(file: string): (() => void) | undefined {
  closeSync(openSync(file, 'a', 0o600));
  const lock = new BetterSqlite3(file, { timeout: 2_000 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
    return () => {
      lock.close();
    };
  } catch (error) {
    const fault = openingFault(error, file);
    lock.close();
    if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw fault;
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A name that a disk or a person garbled would go into every claim and be none of another station's either. */
async function installationId(root: string): Promise<Pick<DataDirectory, 'installationId' | 'isIdMadeAnew'>> {
  const file = path.join(root, 'installation-id');
  const bytes = await readIfThere(file);
  const known = Buffer.from(bytes ?? [])
    .toString('utf8')
    .trim();
  if (UUID.test(known)) return { installationId: known, isIdMadeAnew: false };
  const made = newUuidV7();
  writeDurably(file, `${made}\n`);
  return { installationId: made, isIdMadeAnew: bytes !== null };
}
