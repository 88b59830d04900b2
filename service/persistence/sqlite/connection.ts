import { closeSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { openingFault } from '../../files/room-fault.ts';
import { foldCase } from '../fold-case.ts';

/** SQLite itself may block this long for another process's lock; writers then wait without blocking. */
const BUSY_TIMEOUT_MILLISECONDS = 250;
const CACHE_KIBIBYTES = 32 * 1024;
/** Pages of 4 KiB: fewer, larger checkpoints than SQLite's default, each of which costs two more fsyncs. */
export const CHECKPOINT_PAGES = 4000;
/** Where checkpoints are made beside the connection and fail: no log grows without end, rather does the connection wait. */
const LONGEST_LOG_PAGES = CHECKPOINT_PAGES * 16;
/** A log that was longer for a while gives back what is above this. */
export const JOURNAL_SIZE_LIMIT = CHECKPOINT_PAGES * 4096 * 2;

/**
 * Opens a database file for durable use: write-ahead log, and an fsync in every commit (`synchronous = FULL`, until
 * `openLogSync` takes that over), so that what was committed survives a power cut. A new file is readable by its owner only.
 */
export function openConnection(databasePath: string): Sqlite.Database {
  closeSync(openSync(databasePath, 'a', 0o600));
  const database = new Sqlite(databasePath, { timeout: BUSY_TIMEOUT_MILLISECONDS });
  try {
    // Another process that opens or closes the same new file for the first time may hold it for a moment.
    database.pragma('busy_timeout = 10000');
    // Only a new file takes it: what is deleted can be given back to the file system.
    database.pragma('auto_vacuum = INCREMENTAL');
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') throw new Error(`The database can't keep a write-ahead log (journal mode ${String(mode)}).`);
    // The first reading makes the index of the log: a disk that has no room for it is to be met here.
    database.pragma('schema_version');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('recursive_triggers = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.pragma(`journal_size_limit = ${JOURNAL_SIZE_LIMIT}`);
    // Savepoints keep their undo pages in memory.
    database.pragma('temp_store = MEMORY');
    database.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));
    return database;
  } catch (error) {
    const fault = openingFault(error, databasePath);
    database.close();
    throw fault;
  }
}

/** From here on somebody else makes the checkpoints, whose syncs this connection would wait for. */
export function leaveCheckpoints(database: Sqlite.Database): void {
  database.pragma(`wal_autocheckpoint = ${LONGEST_LOG_PAGES}`);
}

/** After migration: from here on waiting for another process's lock is the writer's task. */
export function limitBlocking(database: Sqlite.Database): void {
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MILLISECONDS}`);
}
