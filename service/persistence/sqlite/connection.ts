import { closeSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { foldCase } from '../fold-case.ts';

/** SQLite itself may block this long for another process's lock; writers then wait without blocking. */
const BUSY_TIMEOUT_MILLISECONDS = 250;
const CACHE_KIBIBYTES = 32 * 1024;
/** Pages of 4 KiB: fewer, larger checkpoints than SQLite's default, each of which costs two more fsyncs. */
const CHECKPOINT_PAGES = 4000;

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
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') throw new Error(`The database can't keep a write-ahead log (journal mode ${String(mode)}).`);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('recursive_triggers = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    database.pragma(`journal_size_limit = ${CHECKPOINT_PAGES * 4096 * 2}`);
    // Savepoints keep their undo pages in memory.
    database.pragma('temp_store = MEMORY');
    database.function('fold_case', { deterministic: true }, (text) => foldCase(String(text)));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** After migration: from here on waiting for another process's lock is the writer's task. */
export function limitBlocking(database: Sqlite.Database): void {
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MILLISECONDS}`);
}
