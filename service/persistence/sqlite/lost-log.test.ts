import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acceptUnit } from '../sample-records.suite.ts';
import { openSqlitePersistence } from './sqlite-persistence.ts';
import { readLogIndex } from './lost-log.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');
const NAMES = ['station.db', 'station.db-wal', 'station.db-shm'];

let folder: string;
let databasePath: string;

/** What a killed station leaves: the files as they are while it runs. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lost-log-'));
  databasePath = join(folder, 'left', 'station.db');
  mkdirSync(join(folder, 'left'));
  const running = await openSqlitePersistence({ databasePath: join(folder, 'station.db'), migrationsFolder });
  await running.acceptSignatureRequest(acceptUnit());
  for (const name of NAMES) cpSync(join(folder, name), join(folder, 'left', name));
  await running.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** How many pages a start finds to be missing. */
async function lostAtStart(): Promise<number[]> {
  const told: number[] = [];
  const opened = await openSqlitePersistence({
    databasePath,
    migrationsFolder,
    onLogCutOff: (pages) => told.push(pages),
  });
  await opened.close();
  return told;
}

it('says nothing of a log as it was left, and of a stop in order', async () => {
  expect(readLogIndex(databasePath)?.pages).toBeGreaterThan(0);
  expect(await lostAtStart()).toEqual([]);
  expect(readLogIndex(databasePath)).toBeUndefined();
  expect(await lostAtStart()).toEqual([]);
});

it('counts the pages of which a log was cut off', async () => {
  const log = `${databasePath}-wal`;
  truncateSync(log, statSync(log).size - 1);
  const [lost = 0] = await lostAtStart();
  expect(lost).toBeGreaterThan(0);
});

it('counts all of them where the log is empty, and none that are in the database already', async () => {
  const { pages = 0 } = readLogIndex(databasePath) ?? {};
  for (const name of NAMES) cpSync(join(folder, 'left', name), join(folder, name));
  truncateSync(`${databasePath}-wal`, 0);
  const [lost = 0] = await lostAtStart();
  expect(lost).toBeGreaterThan(pages / 2);

  const copying = new Sqlite(join(folder, 'station.db'));
  copying.pragma('wal_checkpoint(FULL)');
  for (const name of NAMES) cpSync(join(folder, name), join(folder, 'left', name));
  copying.close();
  truncateSync(`${databasePath}-wal`, 0);
  expect(await lostAtStart()).toEqual([]);
});

it('knows nothing by an index that is not whole', () => {
  for (const content of ['', Buffer.alloc(200), Buffer.from([...new Uint8Array(12), 1, ...new Uint8Array(200)])]) {
    writeFileSync(`${databasePath}-shm`, content);
    expect(readLogIndex(databasePath)).toBeUndefined();
  }
  rmSync(`${databasePath}-shm`);
  mkdirSync(`${databasePath}-shm`);
  expect(readLogIndex(databasePath)).toBeUndefined();
});
