import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { machineFaultOf } from '../config/machine-faults.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import { createLogger, type Logger } from '../telemetry/logger.ts';
import { moveDocuments, type MovedDocuments } from '../use-cases/move-documents.ts';
import {
  findForeignRows,
  incompleteTables,
  moveRows,
  resumeMovedJobs,
  type MovedRows,
} from '../use-cases/move-rows.ts';
import { mkdirDurably, takeLock } from '../data-directory/data-directory.ts';
import type { DatabaseParts } from '../composition/database-parts.ts';
import { openDatabase, openFile, type OpenedDatabase } from '../composition/database.ts';
import { hostSecrets } from '../composition/host-secrets.ts';
import { openStorage } from '../composition/open-storage.ts';
import { CommandFailed } from './api-key-commands.ts';

export interface MigrateParts {
  /** The station as it is. */
  readonly configuration: Configuration;
  /** What it is to become. */
  readonly target: Configuration;
  readonly entries: DatabaseParts['entries'];
  /** The environment as it was at start, with its secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

const PROGRESS_MILLISECONDS = 10_000;

/** One side of the move, with its secrets. */
interface Side {
  readonly configuration: Configuration;
  readonly secrets: ReturnType<typeof hostSecrets>;
}

type SqliteDatabase = Extract<OpenedDatabase, { readonly provider: 'sqlite' }>['persistence'];
type PostgresDatabase = Extract<OpenedDatabase, { readonly provider: 'postgres' }>['persistence'];

/**
 * Takes a station on a database file to a database server, its documents to another place, or both. The station stands
 * still meanwhile and is not changed; what has been copied before is not copied again. Throws CommandFailed with a
 * sentence where it cannot be done, and where something is missing at the end.
 */
export async function runMigrateCommand(parts: MigrateParts): Promise<void> {
  const { configuration, target } = parts;
  const movesRows = !isSameDatabase(configuration, target);
  const movesDocuments = !isSameStorage(configuration, target);
  refuseUselessMove(parts, movesRows || movesDocuments);
  const release = await takeLocks([configuration.Data.Directory, target.Data.Directory]);
  try {
    const source = await openFile(databaseParts(parts, configuration), configuration.Database.ConnectionString);
    try {
      if (movesRows) await moveDatabase(parts, source);
      else report(parts.print, await copyDocuments(parts, source));
      const letters = source.messageTable.count('dead-letter');
      if (letters > 0) parts.print(`Not moved: ${String(letters)} dead letters. Their requests say why they failed.`);
    } finally {
      await source.close();
    }
  } finally {
    release();
  }
}

function refuseUselessMove({ configuration, target }: MigrateParts, moves: boolean): void {
  const { Provider, ConnectionString } = configuration.Database;
  if (Provider !== 'sqlite') {
    throw new CommandFailed('Only a station whose database is a file can be moved: Database:Provider is not sqlite.');
  }
  if (!existsSync(ConnectionString)) {
    throw new CommandFailed(`There is no station to be moved: ${ConnectionString} is not there.`);
  }
  if (!moves) {
    throw new CommandFailed('Both configurations name the same database and the same place for documents.');
  }
  if (target.Database.Provider === 'sqlite' && target.Database.ConnectionString !== ConnectionString) {
    throw new CommandFailed(
      'From one database file to another there is nothing to convert: stop the station and copy its data directory.',
    );
  }
}

function isSameDatabase({ Database: one }: Configuration, { Database: other }: Configuration): boolean {
  return one.Provider === other.Provider && one.ConnectionString === other.ConnectionString;
}

function isSameStorage({ Storage: one }: Configuration, { Storage: other }: Configuration): boolean {
  if (one.Provider !== other.Provider) return false;
  return one.Provider === 'local'
    ? one.Root === other.Root
    : one.Endpoint === other.Endpoint && one.Bucket === other.Bucket;
}

/** Of both data directories, which may be one. Throws DataDirectoryInUse while a station runs. */
async function takeLocks(directories: readonly string[]): Promise<() => void> {
  const taken: (() => void)[] = [];
  const release = (): void => {
    for (const each of taken) each();
  };
  try {
    for (const directory of new Set(directories)) {
      await mkdirDurably(directory);
      taken.push(takeLock(directory));
    }
  } catch (fault) {
    release();
    throw fault;
  }
  return release;
}

function databaseParts({ entries, environment }: MigrateParts, configuration: Configuration): DatabaseParts {
  return { configuration, entries, secrets: sideOf(configuration, environment).secrets, station: 'move' };
}

function sideOf(configuration: Configuration, environment: MigrateParts['environment']): Side {
  return { configuration, secrets: hostSecrets(environment, configuration.Data.Directory) };
}

async function moveDatabase(parts: MigrateParts, source: SqliteDatabase): Promise<void> {
  const place: { lost?: Error } = {};
  const onFault = (fault: Error): void => void (place.lost = fault);
  const opened = await openDatabase({ ...databaseParts(parts, parts.target), isAlone: true, onFault });
  try {
    // A database file at another place was refused.
    if (opened.provider !== 'postgres') return;
    const target = opened.persistence;
    const foreign = await findForeignRows({ from: source.rows, to: target.rows });
    if (foreign !== undefined) throw foreignRows(foreign);
    const documents = await copyDocuments(parts, source);
    const rows = await moveRows({ from: source.rows, to: target.rows });
    const incomplete = incompleteTables(rows);
    if (incomplete.length > 0) {
      throw new CommandFailed(`Not all rows are at the target: ${incomplete.join(', ')}. Nothing was started there.`);
    }
    if (place.lost !== undefined) throw new CommandFailed(place.lost.message, place.lost);
    await finish(parts, target, rows);
    report(parts.print, documents);
  } finally {
    await opened.persistence.close();
  }
}

function foreignRows({ table, count }: { readonly table: string; readonly count: number }): CommandFailed {
  return new CommandFailed(
    `The target is in use: it holds ${String(count)} rows (${table}) that this station does not have. A station is moved ` +
      'to a database that is empty, or that an earlier move of the same station was writing.',
  );
}

async function finish(parts: MigrateParts, target: PostgresDatabase, rows: readonly MovedRows[]): Promise<void> {
  const ports = { persistence: target, clock: () => new Date(), newId: newUuidV7, logger: logger('error') };
  const resumed = await resumeMovedJobs(ports, await installationIdOf(parts.configuration.Data.Directory));
  for (const { table, rows: count, added } of rows) {
    parts.print(`${table}: ${String(count)} rows, ${String(added)} of them copied now`);
  }
  parts.print(`Jobs that go on at the target and got a message for it: ${String(resumed)}`);
}

/** Names the source's processes in the claims on its jobs. */
async function installationIdOf(directory: string): Promise<string> {
  return (await readFile(path.join(directory, 'installation-id'), 'utf8').catch(() => '')).trim();
}

async function copyDocuments(parts: MigrateParts, source: SqliteDatabase): Promise<MovedDocuments> {
  try {
    const [from, to] = await Promise.all([openSide(parts, parts.configuration), openSide(parts, parts.target)]);
    const onProgress = everySoOften(await source.rows.count('storedFiles'));
    return await moveDocuments({ rows: source.rows, from, to, onProgress });
  } catch (fault) {
    throw noRoom(fault, parts.target) ?? fault;
  }
}

/** What is said elsewhere of a disk without room is of the data directory, which the documents need not lie in. */
function noRoom(fault: unknown, { Storage }: Configuration): CommandFailed | undefined {
  if (machineFaultOf(fault)?.kind !== 'noSpace' || Storage.Provider !== 'local') return undefined;
  return new CommandFailed(
    `There is no space left for documents in ${Storage.Root}. Make room, and repeat the command: what is there already ` +
      'is not copied again.',
    fault,
  );
}

/** Says on standard error, every ten seconds, how far a long copy has come. */
function everySoOften(all: number): (done: number) => void {
  let saidAt = performance.now();
  return (done) => {
    if (performance.now() - saidAt < PROGRESS_MILLISECONDS) return;
    saidAt = performance.now();
    process.stderr.write(`${String(done)} of at most ${String(all)} documents are done.\n`);
  };
}

async function openSide({ environment }: MigrateParts, configuration: Configuration) {
  const { secrets } = sideOf(configuration, environment);
  const root = configuration.Data.Directory;
  const surroundings = { data: { root, secrets: path.join(root, 'secrets') }, secrets, logger: logger('warn') };
  return (await openStorage(configuration, surroundings)).objectStore;
}

function logger(level: 'warn' | 'error'): Logger {
  const write = (line: string): void => void process.stderr.write(`${line}\n`);
  return createLogger({ level, clock: () => new Date(), processName: 'host', write });
}

/** Throws CommandFailed with the names of the documents that are not what was recorded. */
function report(print: (line: string) => void, { copied, present, damaged }: MovedDocuments): void {
  print(`Documents: ${String(copied + present)} there with the recorded SHA-256, ${String(copied)} of them copied now`);
  if (damaged.length === 0) return;
  throw new CommandFailed(
    [`${String(damaged.length)} documents are missing or not what was recorded:`, ...damaged].join('\n'),
  );
}
