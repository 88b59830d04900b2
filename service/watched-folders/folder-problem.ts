import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { isWithoutRoom } from '../files/room-fault.ts';
import { codeOf } from './folder-system.ts';

/**
 * Which of the folders the system's fault is of, in words; by its code alone where none of them shows it any more. The fault
 * itself names no folder that a person knows: files are reached by folders that are open.
 */
export async function folderProblem(folders: readonly string[], code: string): Promise<string> {
  for (const folder of folders) {
    const problem = await problemOf(folder, code);
    if (problem !== null) return problem;
  }
  return `a file or folder cannot be used (${code})`;
}

async function problemOf(folder: string, code: string): Promise<string | null> {
  if (isWithoutRoom(code)) return (await isFull(folder)) ? `there is no space left for files in ${folder}` : null;
  const fault = await faultOf(folder);
  if (fault === 'ENOENT') return `${folder} is not there`;
  if (fault === 'EROFS') return `${folder} can only be read: its file system is mounted so`;
  return fault === '' ? null : `${folder} cannot be used (${fault})`;
}

async function faultOf(folder: string): Promise<string> {
  try {
    await stat(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return '';
  } catch (fault) {
    return codeOf(fault);
  }
}

/** So little is left of what a user may take where a file found no room. */
const LEAST_BLOCKS = 16;

async function isFull(folder: string): Promise<boolean> {
  const room = await statfs(folder).catch(() => undefined);
  if (room === undefined) return false;
  return room.bavail < LEAST_BLOCKS || (room.files > 0 && room.ffree === 0);
}
