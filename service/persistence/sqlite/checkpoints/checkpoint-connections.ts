import Sqlite from 'better-sqlite3';
import type { CheckpointOutcome, CheckpointStep, CheckpointThreadData } from './checkpoint-protocol.ts';

/** So long others who read may keep the log from beginning anew, while writers wait. */
const BUSY_TIMEOUT_MILLISECONDS = 100;

/** Connections of their own that carry the log's pages into the database file; every call may take as long as a disk does. */
export interface CheckpointConnections {
  /** Throws SqliteError when the disk is full or refuses; nothing is lost by that, the log keeps what it has. */
  run(step: CheckpointStep): CheckpointOutcome;
  close(): void;
}

/**
 * Opens two connections to an existing database with a log. A writer whose log is copied as a whole begins it anew by
 * itself with its next commit, and syncs the log's new header on its own thread (wal.c, walRestartLog and
 * sqlite3WalFrames). So the `guard` reads the log until `restart`, which makes a first commit itself: that sync is then
 * this caller's, and every commit of the writer only appends.
 *
 * The file is opened by SQLite alone: closing any other descriptor of it would drop this process's locks on it.
 */
export function openCheckpointConnections({
  databasePath,
  journalSizeLimit,
}: CheckpointThreadData): CheckpointConnections {
  const open = (): Sqlite.Database => {
    const connection = new Sqlite(databasePath, { fileMustExist: true, timeout: BUSY_TIMEOUT_MILLISECONDS });
    connection.pragma('synchronous = NORMAL');
    connection.pragma('wal_autocheckpoint = 0');
    connection.pragma(`journal_size_limit = ${String(journalSizeLimit)}`);
    return connection;
  };
  const copier = open();
  const guard = open();
  const free = (): void => {
    if (guard.inTransaction) guard.exec('ROLLBACK');
  };
  const checkpoint = (mode: 'PASSIVE' | 'RESTART'): CheckpointOutcome => {
    const rows = copier.pragma(`wal_checkpoint(${mode})`) as readonly [{ readonly busy: number }];
    return rows[0].busy === 0 ? 'done' : 'busy';
  };
  const steps: Record<CheckpointStep, () => CheckpointOutcome> = {
    copy() {
      free();
      guard.exec('BEGIN');
      guard.prepare('SELECT count(*) FROM sqlite_schema').get();
      return checkpoint('PASSIVE');
    },
    restart() {
      free();
      const outcome = checkpoint('RESTART');
      if (outcome === 'done') beginLog(copier);
      return outcome;
    },
  };
  return {
    run(step) {
      try {
        return steps[step]();
      } catch (error) {
        free();
        throw error;
      }
    },
    close() {
      guard.close();
      copier.close();
    },
  };
}

/** A commit that changes nothing: the first of a log, whose header SQLite syncs with it. */
function beginLog(connection: Sqlite.Database): void {
  connection
    .transaction(() => {
      const version = connection.pragma('user_version', { simple: true });
      connection.pragma(`user_version = ${String(version)}`);
    })
    .immediate();
}
