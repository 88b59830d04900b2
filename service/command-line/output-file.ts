import { createWriteStream, linkSync, lstatSync, renameSync, rmSync, type Stats } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';
import { CommandFailure, interrupted, isInterruption } from './command-failure.ts';
import { isWithoutRoom } from '../files/room-fault.ts';
import { EXIT } from './exit-codes.ts';
import { plainLine } from './terminal.ts';

/**
 * The name that the station gives a file, without any folder that it may try to lead to, and no hidden one: it is made of a
 * name that others chose, and `.profile` in the folder of a person is what the shell runs at the next login.
 */
export function servedName(response: Response): string {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const base = (encoded === undefined ? (quoted ?? '') : decoded(encoded)).split(/[/\\]/).at(-1) ?? '';
  const name = plainLine(base).replaceAll('\uFFFD', '_');
  return name === '' || name === '.' || name === '..' ? 'document' : name.replace(/^\.+/, '_');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * Writes the body to `target` beside which it lies under another name until it is whole, so that nobody reads half a
 * file. Throws CommandFailure where something is there that may not be replaced, and after Ctrl-C.
 */
export async function saveBody(response: Response, target: string, mayOverwrite: boolean): Promise<void> {
  checkPlace(target, mayOverwrite);
  const partial = path.join(path.dirname(target), `.${randomUUID()}.part`);
  try {
    await pipeline(bodyOf(response), createWriteStream(partial, { flags: 'wx', flush: true }));
    if (mayOverwrite) renameSync(partial, target);
    else linkInto(partial, target);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (isInterruption(error)) throw interrupted();
    // By this alone a body is told from a disk: what fetch says of the network has no code of its own.
    if (error instanceof TypeError) {
      throw new CommandFailure(`The document for ${target} broke off on its way.`, EXIT.unreachable);
    }
    throw unwritable(target, error);
  } finally {
    rmSync(partial, { force: true });
  }
}

export function bodyOf(response: Response): Readable {
  return response.body === null ? Readable.from([]) : Readable.fromWeb(response.body);
}

/** A link fails where a file came to be in the meantime; some file systems know no links. */
function linkInto(partial: string, target: string): void {
  try {
    linkSync(partial, target);
  } catch {
    checkPlace(target, false);
    renameSync(partial, target);
  }
}

/**
 * Throws CommandFailure where something bears the name, also a link that leads nowhere: nothing is written through one, or in
 * its place unless that may be overwritten. A device, pipe or folder never is: others need it as it is. Also where it cannot
 * be told and nothing could be written: a name that is too long, a closed folder.
 */
export function checkPlace(target: string, mayOverwrite: boolean): void {
  const facts = entryAt(target);
  if (facts === undefined) return;
  if (!facts.isFile() && !facts.isSymbolicLink()) {
    throw new CommandFailure(`${target} is not an ordinary file, and is not replaced.`, EXIT.failed);
  }
  if (!mayOverwrite) {
    throw new CommandFailure(`${target} is there already; --overwrite replaces it.`, EXIT.failed);
  }
}

function entryAt(target: string): Stats | undefined {
  try {
    return lstatSync(target, { throwIfNoEntry: false });
  } catch (error) {
    throw unwritable(target, error);
  }
}

function unwritable(target: string, fault: unknown): CommandFailure {
  return new CommandFailure(`${target} cannot be written: ${whyUnwritable(fault)}.`, EXIT.failed);
}

/** In words where a person can do something about it, otherwise by the system's name of the fault. */
export function whyUnwritable(fault: unknown): string {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (isWithoutRoom(code)) return 'there is no space left; make room, or choose another folder';
  return WORDS.get(code) ?? (code === '' ? 'the system does not say why' : `the system says ${code}`);
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['EROFS', 'its file system is read-only'],
  ['EACCES', 'the system does not allow it'],
  ['EPERM', 'the system does not allow it'],
  ['EFBIG', 'it is longer than the file system or a limit (ulimit -f) allows'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['EIO', 'its disk has a fault'],
]);
