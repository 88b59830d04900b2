import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { sha256OfFile } from '../files/sha256-of-file.ts';
import { numberedName } from './document-path.ts';
import { codeOf, entryAt, type FolderSystem } from './folder-system.ts';
import type { SafeFolder } from './safe-folder.ts';

const CANNOT_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
/** As the user's own mask allows: these files are for people. */
const FILE_MODE = 0o666;

/** A file that is to get a name in another folder, and the claim it is of. */
export interface Placing {
  readonly file: string;
  readonly wanted: string;
  readonly id: string;
}

/**
 * Moves a finished file into `folder` under the first free name like the wanted one, and never replaces another file.
 * Where its bytes lie under one of those names already, an earlier try has come as far as that. Answers the name; durable.
 */
export async function moveInto(
  system: FolderSystem,
  folder: SafeFolder,
  { file, wanted, id }: Placing,
): Promise<string> {
  for (let count = 1; ; count += 1) {
    const name = numberedName(wanted, count);
    if (!(await isSame(file, folder.at(name))) && !(await hasTaken(system, folder, { file, wanted: name, id })))
      continue;
    await system.sync(folder.path);
    await system.remove(file);
    return name;
  }
}

/** Writes a new file into `folder` in the same way. */
export async function writeInto(
  system: FolderSystem,
  folder: SafeFolder,
  { wanted, id }: Omit<Placing, 'file'>,
  content: AsyncIterable<Uint8Array> | string,
): Promise<string> {
  const temporary = folder.at(temporaryName(id));
  await system.remove(temporary);
  await system.writeNew(temporary, content, FILE_MODE);
  return moveInto(system, folder, { file: temporary, wanted, id });
}

/** False when the name is another file's. */
async function hasTaken(
  system: FolderSystem,
  folder: SafeFolder,
  { file, wanted: name, id }: Placing,
): Promise<boolean> {
  try {
    await system.link(file, folder.at(name));
    return true;
  } catch (fault) {
    const code = codeOf(fault);
    if (code === 'EEXIST') return false;
    if (code === 'EXDEV') return hasCopied(system, folder, { file, wanted: name, id });
    if (!CANNOT_LINK.has(code)) throw fault;
  }
  return hasReplacedEmpty(system, file, folder.at(name));
}

/** From another file system: a copy beside the place, then its name. */
async function hasCopied(
  system: FolderSystem,
  folder: SafeFolder,
  { file, wanted: name, id }: Placing,
): Promise<boolean> {
  const temporary = folder.at(temporaryName(id));
  await system.remove(temporary);
  await system.writeNew(temporary, createReadStream(file) as AsyncIterable<Uint8Array>, FILE_MODE);
  const isTaken = await hasTaken(system, folder, { file: temporary, wanted: name, id });
  await system.remove(temporary);
  return isTaken;
}

/** On a file system without links an empty file keeps the name, and is replaced by a rename. */
async function hasReplacedEmpty(system: FolderSystem, file: string, place: string): Promise<boolean> {
  try {
    await system.writeNew(place, '', FILE_MODE);
  } catch (fault) {
    if (codeOf(fault) === 'EEXIST') return false;
    throw fault;
  }
  await system.rename(file, place);
  return true;
}

/** What is not finished yet begins with a dot and bears the claim's id. */
export function temporaryName(id: string): string {
  return `.signing-station-${id}.part`;
}

async function isSame(one: string, other: string): Promise<boolean> {
  const found = await entryAt(other);
  if (found?.isFile() !== true) return false;
  const wanted = await stat(one);
  if (wanted.ino === found.ino && wanted.dev === found.dev) return true;
  return wanted.size === found.size && (await sha256OfFile(one)) === (await sha256OfFile(other));
}
