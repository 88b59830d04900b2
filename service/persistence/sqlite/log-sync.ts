import { closeSync, fdatasync, openSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';

/** Puts what was committed on disk. */
export interface LogSync {
  /** Resolves when every commit made before the call is on disk; rejects when the disk refused. */
  sync(): Promise<void>;
  close(): void;
}

/**
 * Takes the fsync out of SQLite's COMMIT, where it would keep the event loop waiting, and does it on a thread of the
 * pool. With `synchronous = NORMAL` a commit only appends to the write-ahead log; SQLite itself syncs the log before a
 * checkpoint and the database after it, so a log of which all is on disk holds every commit a power cut must not take
 * (sqlite.org/pragma.html#pragma_synchronous, sqlite.org/wal.html 2.3).
 *
 * The log's file stays the same as long as a connection is open. It carries none of SQLite's locks, which would be lost
 * with any descriptor of theirs that is closed.
 */
export function openLogSync(database: Sqlite.Database): LogSync {
  database.pragma('synchronous = NORMAL');
  let descriptor: number | undefined;
  return {
    sync: () =>
      new Promise((resolve, reject) => {
        // The file comes into being with the first commit. Windows flushes only what was opened for writing.
        descriptor ??= openSync(`${database.name}-wal`, 'r+');
        fdatasync(descriptor, (error) => {
          if (error === null) resolve();
          else reject(error);
        });
      }),
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}
