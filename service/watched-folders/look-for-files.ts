import type { Stats } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { isUnfinishedName, type DocumentPath } from './document-path.ts';
import { codeOf, entryAt, type FolderSystem } from './folder-system.ts';
import { openSafeFolder, UnsafeFolder, type SafeFolder } from './safe-folder.ts';

/** A document as it lies in its folder, to be compared with a later look. */
export interface FoundFile {
  readonly path: DocumentPath;
  readonly size: number;
  readonly modified: number;
  readonly inode: number;
}

export interface Look {
  readonly files: readonly FoundFile[];
  /** What is not taken, and why; documents of another look are not among them. */
  readonly left: ReadonlyMap<string, string>;
}

const MAX_DEPTH = 32;
const MAX_LEFT = 100;
const REPLACEMENT = '\uFFFD';

/**
 * Finds at most `limit` documents below a folder. Follows no link, and takes neither links, devices and pipes nor files
 * that have a second name elsewhere, nor what this user may not read: it would lie where nobody looks for it, and hold a
 * place among those that are under way. Rejects with what the system says of the folder itself.
 */
export async function lookForFiles(system: FolderSystem, root: string, limit: number): Promise<Look> {
  const files: FoundFile[] = [];
  const left = new Map<string, string>();
  const leave = (place: string, reason: string): void => {
    if (left.size < MAX_LEFT) left.set(place, reason);
  };

  const look = async (folder: SafeFolder, folders: readonly string[]): Promise<void> => {
    for await (const { name } of await opendir(folder.path)) {
      if (files.length >= limit) return;
      if (isUnfinishedName(name)) continue;
      const stats = await entryAt(folder.at(name));
      const shown = [...folders, name].join('/');
      if (stats?.isDirectory() === true) await lookInto(folder, name, folders);
      else if (stats !== undefined) {
        const reason = await whyLeft(system, folder.at(name), stats);
        const { size, mtimeMs: modified, ino: inode } = stats;
        if (reason === null) files.push({ path: { folders, name }, size, modified, inode });
        else leave(shown, reason);
      }
      // It may have gone since; but what is read for bytes that are no text never leads to them.
      else if (name.includes(REPLACEMENT)) leave(shown, 'its name is not in UTF-8');
    }
  };
  const lookInto = async (above: SafeFolder, name: string, folders: readonly string[]): Promise<void> => {
    const inner = [...folders, name];
    if (inner.length > MAX_DEPTH) {
      leave(inner.join('/'), 'it lies too deep');
      return;
    }
    let folder: SafeFolder | undefined;
    try {
      folder = await above.child(name);
      await look(folder, inner);
    } catch (fault) {
      leave(
        inner.join('/'),
        fault instanceof UnsafeFolder ? 'others may write to it' : `it cannot be read (${codeOf(fault)})`,
      );
    } finally {
      await folder?.close();
    }
  };

  const folder = await openSafeFolder(root);
  try {
    await look(folder, []);
  } finally {
    await folder.close();
  }
  return { files, left };
}

/** Why something that is no folder is not taken; null where it is. */
async function whyLeft(system: FolderSystem, file: string, stats: Stats): Promise<string | null> {
  if (!stats.isFile()) return 'it is no file';
  if (stats.nlink !== 1) return 'it has a second name';
  const fault = await system.faultOfReading(file);
  // Gone since: there is nothing to be told of.
  return fault === '' || fault === 'ENOENT' ? null : `it cannot be read (${fault})`;
}
