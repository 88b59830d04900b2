import { closeSync, openSync, readSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';

/** What the index beside a write-ahead log said of it when it was written last (sqlite.org/walformat.html, section 2.1). */
export interface LogIndex {
  /** Pages of committed transactions in the log. */
  readonly pages: number;
  /** How many of them are in the database itself already. */
  readonly copied: number;
}

/** Two copies of the header, and how much was copied. */
const HEADER_BYTES = 48;
const [AT_INITIALIZED, AT_PAGES, AT_COPIED] = [12, 16, 2 * HEADER_BYTES];
const READ_BYTES = AT_COPIED + 4;

/**
 * Reads the index that a killed process has left; undefined where there is none, or none that is whole. To be called
 * before the database is opened, which makes the index anew, and in no process that has it open: closing a file gives up
 * all locks that the process has on it.
 */
export function readLogIndex(databasePath: string): LogIndex | undefined {
  const bytes = readBeginning(`${databasePath}-shm`);
  if (bytes?.[AT_INITIALIZED] !== 1) return undefined;
  const isWhole = bytes.subarray(0, HEADER_BYTES).equals(bytes.subarray(HEADER_BYTES, 2 * HEADER_BYTES));
  if (!isWhole) return undefined;
  // In the byte order of the machine, which the index never leaves.
  const view = new Uint32Array(Uint8Array.from(bytes).buffer);
  return { pages: view[AT_PAGES / 4] ?? 0, copied: view[AT_COPIED / 4] ?? 0 };
}

/**
 * How many pages of the log are gone that were in it by its index; 0 where none is missing. After a process was killed
 * none is: the index follows the log. After a power cut it may be those that no sync had put on disk.
 */
export function lostPages(database: Sqlite.Database, { pages, copied }: LogIndex): number {
  if (copied >= pages) return 0;
  const [state] = database.pragma('wal_checkpoint(NOOP)') as readonly { readonly log: number }[];
  return Math.max(0, pages - Math.max(copied, state?.log ?? pages));
}

function readBeginning(file: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    // After a stop in order there is none.
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(READ_BYTES);
    return readSync(descriptor, bytes, 0, READ_BYTES, 0) === READ_BYTES ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
