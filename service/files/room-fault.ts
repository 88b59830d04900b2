import { statfsSync, type StatsFs } from 'node:fs';
import path from 'node:path';
import { folderFault } from './kept-file.ts';

/** SQLITE_IOERR_SHMSIZE: the index of SQLite's log could not be made longer, which takes 32 KiB at a time. */
const WITHOUT_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'];

/** Whether a fault with this code says that the disk, or what a person may have of it, has no space left. */
export function isWithoutRoom(code: unknown): boolean {
  return WITHOUT_ROOM.includes(code);
}

/** Places for files, and blocks for their bytes. */
type Room = Pick<StatsFs, 'files' | 'ffree' | 'bavail'>;

/**
 * What a database file could not be opened for, where that is a disk that takes no more files: SQLite says of the files
 * beside its own that they cannot be opened, and not why. Every other fault as it is. To be asked before it is closed,
 * which gives back what it took.
 */
export function roomFault(fault: unknown, file: string, look: (folder: string) => Room = statfsSync): unknown {
  const isOfFile = fault instanceof Error && 'code' in fault && String(fault.code).startsWith('SQLITE_CANTOPEN');
  if (!isOfFile) return fault;
  const { files, ffree, bavail } = look(path.dirname(file));
  const isFull = bavail === 0 || (files > 0 && ffree === 0);
  return isFull ? Object.assign(new Error('There is no room for another file.'), { code: 'ENOSPC' }) : fault;
}

/** Files that SQLite keeps beside its own, by what their names have more. */
const BESIDE = ['', '-wal', '-shm', '-journal'];

/**
 * What a database file could not be opened for, where that is a folder in place of it or of a file that SQLite keeps
 * beside it, or a disk that takes no more files: SQLite says neither. Every other fault as it is. To be asked before the
 * file is closed.
 */
export function openingFault(fault: unknown, file: string): unknown {
  const isOfFile =
    fault instanceof Error && 'code' in fault && /^SQLITE_(CANTOPEN|IOERR|READONLY)/.test(String(fault.code));
  return (isOfFile ? folderFault(BESIDE.map((more) => `${file}${more}`)) : undefined) ?? roomFault(fault, file);
}
