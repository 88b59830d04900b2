import { readdir, readFile } from 'node:fs/promises';
import { numberedName, type DocumentPath } from './document-path.ts';
import { entryAt, unless, type FolderSystem } from './folder-system.ts';
import type { FoundFile } from './look-for-files.ts';
import { UnsafeFolder, withFolder, type SafeFolder } from './safe-folder.ts';

/** A document that this station has taken out of its folder. `id` is also its idempotency key. */
export interface Claim {
  readonly id: string;
  readonly path: DocumentPath;
}

const FOLDER = '.signing-station';
const OWN_ALONE = 0o700;
const CLAIM = '.claim.json';
const DOCUMENT = '.document';
/** The same document, once its signed file is in Out. */
const DELIVERED = '.delivered';

/**
 * Where documents lie while they are worked on: below the watched folder, so that taking one is a rename, which one
 * station alone can win. What was taken is written down first; what is done is removed last.
 */
class WorkFolder {
  readonly #system: FolderSystem;
  readonly #root: string;
  readonly #folder: SafeFolder;

  constructor(system: FolderSystem, root: string, folder: SafeFolder) {
    this.#system = system;
    this.#root = root;
    this.#folder = folder;
  }

  /** Takes a document; false when it is gone or no longer the one that was found. Durable when it resolves. */
  async take(file: FoundFile, claim: Claim): Promise<boolean> {
    const { folders, name } = file.path;
    await this.#system.writeNew(this.#claimPath(claim), JSON.stringify(claim.path), 0o600);
    await this.#system.sync(this.#folder.path);
    const isTaken = await withFolder(this.#system, this.#root, folders, async (source) => {
      const moved = await this.#system.rename(source.at(name), this.documentPath(claim)).then(
        () => true,
        // Another station was faster, or somebody took it back.
        (fault: unknown) => {
          unless('ENOENT')(fault);
          return false;
        },
      );
      if (moved) await this.#system.sync(this.#folder.path);
      if (moved) await this.#system.sync(source.path);
      return moved;
    });
    if (isTaken && (await this.#isAsFound(file, claim))) return true;
    if (isTaken) await this.giveBack(claim);
    else await this.finish(claim);
    return false;
  }

  /** Puts a document back to where it was, unless there is another one by now: then under a further name. */
  async giveBack(claim: Claim): Promise<void> {
    const { folders, name } = claim.path;
    await withFolder(this.#system, this.#root, folders, async (source) => {
      let count = 1;
      while ((await entryAt(source.at(numberedName(name, count)))) !== undefined) count += 1;
      await this.#system.rename(this.documentPath(claim), source.at(numberedName(name, count)));
      await this.#system.sync(source.path);
    });
    await this.finish(claim);
  }

  /** Where the document of a claim lies that is not signed yet; undefined when it never came or has gone on. */
  document(claim: Claim): Promise<string | undefined> {
    return thereAt(this.documentPath(claim));
  }

  /** Where it lies once its signed file was delivered. */
  delivered({ id }: Claim): Promise<string | undefined> {
    return thereAt(this.#folder.at(id + DELIVERED));
  }

  /** Notes, durably, that the signed file is in its place, and answers where the document lies now. */
  async noteDelivery(claim: Claim): Promise<string> {
    const place = this.#folder.at(claim.id + DELIVERED);
    await this.#system.rename(this.documentPath(claim), place);
    await this.#system.sync(this.#folder.path);
    return place;
  }

  documentPath({ id }: Claim): string {
    return this.#folder.at(id + DOCUMENT);
  }

  get path(): string {
    return this.#folder.path;
  }

  /** What was begun, by this process or an earlier one of this station. */
  async claims(): Promise<Claim[]> {
    const names = await readdir(this.#folder.path);
    const ids = names.filter((name) => name.endsWith(CLAIM)).map((name) => name.slice(0, -CLAIM.length));
    const claims: Claim[] = [];
    for (const id of ids.sort()) {
      const claim = { id, path: documentPathOf(await readFile(this.#folder.at(id + CLAIM), 'utf8')) };
      if (claim.path !== undefined) claims.push({ id, path: claim.path });
      // A claim that a power cut left half-written came before its document was taken.
      else await this.#system.remove(this.#folder.at(id + CLAIM));
    }
    return claims;
  }

  /** Forgets a claim whose document is where it belongs. */
  async finish(claim: Claim): Promise<void> {
    await this.#system.remove(this.#claimPath(claim));
  }

  close(): Promise<void> {
    return this.#folder.close();
  }

  #claimPath({ id }: Claim): string {
    return this.#folder.at(id + CLAIM);
  }

  /** A file that somebody goes on writing to is not complete, and a link put in its place is not the document. */
  async #isAsFound({ size, modified, inode }: FoundFile, claim: Claim): Promise<boolean> {
    const stats = await entryAt(this.documentPath(claim));
    return (
      stats?.isFile() === true &&
      stats.nlink === 1 &&
      stats.size === size &&
      stats.mtimeMs === modified &&
      stats.ino === inode
    );
  }
}

export type { WorkFolder };

/** Rejects with UnsafeFolder when anybody else could look into it, and with what the system says. */
export async function openWorkFolder(system: FolderSystem, root: string, station: string): Promise<WorkFolder> {
  return withFolder(system, root, [], async (watched) => {
    const shared = await watched.madeChild(system, FOLDER, OWN_ALONE);
    try {
      if (!(await shared.isOwnAlone())) throw new UnsafeFolder(`${shared.shown} is not this user's alone.`);
      const own = await shared.madeChild(system, station, OWN_ALONE);
      try {
        await system.sync(shared.path);
        await system.sync(watched.path);
        return new WorkFolder(system, root, own);
      } catch (fault) {
        await own.close();
        throw fault;
      }
    } finally {
      await shared.close();
    }
  });
}

async function thereAt(place: string): Promise<string | undefined> {
  return (await entryAt(place)) === undefined ? undefined : place;
}

function documentPathOf(text: string): DocumentPath | undefined {
  try {
    const value = JSON.parse(text) as DocumentPath;
    const isName = (name: unknown): boolean =>
      typeof name === 'string' && name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name);
    return isName(value.name) && value.folders.every(isName) ? value : undefined;
  } catch {
    return undefined;
  }
}
