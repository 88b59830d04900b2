import { access, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigurationError } from '../config/configuration.ts';
import { syncFolder, writeDurably } from '../files/durable-file.ts';
import { damagedMark, damageOf } from '../persistence/sqlite/database-damage.ts';
import { usedMark } from '../persistence/sqlite/migrate.ts';
import type { PostgresPersistence } from '../persistence/postgres/postgres-persistence.ts';
import {
  openSqlitePersistence,
  type CheckpointOptions,
  type SqlitePersistence,
} from '../persistence/sqlite/sqlite-persistence.ts';
import type { SharedParts } from '../fleet/fleet.ts';
import { errorFields, type Logger } from '../telemetry/logger.ts';
import type { DatabaseParts } from './database-parts.ts';

/** A database file of this machine, or a server's. */
export type OpenedDatabase = (
  | { readonly provider: 'sqlite'; readonly persistence: SqlitePersistence }
  | { readonly provider: 'postgres'; readonly persistence: PostgresPersistence }
) & {
  /** Set where other stations use the same database. */
  readonly shared: SharedParts | undefined;
  /** What is wrong with a database that still keeps everything, as a sentence; null when nothing is. */
  readonly fault: () => string | null;
};

/**
 * The database that the configuration names, its tables brought up to date. Throws ConfigurationError for one that is
 * named wrongly or is not for this version, and a ServerFault for one that can't be reached.
 */
export async function openDatabase(parts: DatabaseParts): Promise<OpenedDatabase> {
  const { Provider, ConnectionString } = parts.configuration.Database;
  switch (Provider) {
    case 'sqlite': {
      const persistence = await openOwnFile(parts, ConnectionString);
      return { provider: Provider, persistence, shared: undefined, fault: () => persistence.checkpointFault() };
    }
    case 'postgres': {
      // Loaded where it is used: a station with a file of its own starts without it.
      const { openDatabaseServer } = await import('./database-server.ts');
      const persistence = await openDatabaseServer(parts);
      return { provider: Provider, persistence, shared: persistence.shared, fault: () => null };
    }
  }
}

/** The database file of the requests. One that has been used is not begun anew when its content is gone. */
async function openOwnFile(parts: DatabaseParts, databasePath: string): Promise<SqlitePersistence> {
  const folder = path.dirname(path.resolve(databasePath));
  if (!(await isThere(folder))) {
    throw new ConfigurationError([
      `Database:ConnectionString names a file in ${folder}, and there is no such folder. Make or mount it, or name another file.`,
    ]);
  }
  const mark = usedMark(databasePath);
  const isUsed = await isThere(mark);
  const persistence = await openFile(parts, databasePath, isUsed);
  if (!isUsed) noteUse(mark);
  return persistence;
}

/** Also where the disk takes no more: then the next start does not look through the file, and meets the damage again. */
function noteDamage(mark: string, logger: DatabaseParts['logger']): void {
  try {
    writeDurably(mark, 'The database beside this file was found damaged; the next start looks through all of it.\n');
  } catch (fault) {
    logger?.warn('The next start will not look through the whole database.', errorFields(fault));
  }
}

function isThere(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}

/** After the database itself, of which a power cut must not leave less than its mark. */
function noteUse(mark: string): void {
  syncFolder(path.dirname(mark));
  writeDurably(
    mark,
    'The database beside this file holds requests; without it the station does not begin a new one.\n',
  );
}

/**
 * A SQLite file of the station with all of its tables; the embedded broker keeps its messages in one, too. One that was
 * found damaged by the station before is looked through first: where nobody has put a backup back, it is refused.
 */
export async function openFile(
  parts: DatabaseParts,
  databasePath: string,
  mustHaveTables = false,
): Promise<SqlitePersistence> {
  const { entries, onFault, logger } = parts;
  const mark = damagedMark(databasePath);
  const mustBeSound = await isThere(mark);
  const persistence = await openSqlitePersistence({
    ...{ databasePath, mustHaveTables, mustBeSound },
    migrationsFolder: entries.sqliteMigrations,
    onDiskFault: (fault) => {
      if (damageOf(fault.cause) !== undefined) noteDamage(mark, logger);
      onFault?.(fault);
    },
    ...(logger === undefined ? {} : { checkpoints: checkpointsOf(entries.checkpointThread, logger) }),
    onLogCutOff: (pages) => logger?.warn(LOG_CUT_OFF, { count: pages }),
  });
  if (mustBeSound) await rm(mark, { force: true });
  return persistence;
}

/** The index of the log may be ahead of it after a power cut, and only then without a loss. */
const LOG_CUT_OFF =
  'The end of the log of the database (station.db-wal) is missing: its index knows pages that are gone, as many as counted here. ' +
  'Where the power was cut, nobody was told of what they held. Otherwise the file was cut off or damaged, and what was accepted ' +
  'or done last may be missing: put a backup back, as docs/operating.md says, or compare with what clients know.';

function checkpointsOf(threadFile: string, logger: Logger): CheckpointOptions {
  return {
    threadFile,
    onFault: (fault) =>
      fault === null ? logger.info('The log of the database is kept short again.') : logger.warn(fault),
  };
}
