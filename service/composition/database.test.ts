import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../config/configuration.ts';
import { explainMachineFault } from '../config/machine-faults.ts';
import { openDatabase, type OpenedDatabase } from './database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'used-database-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(argv: readonly string[] = [], onFault: (fault: Error) => void = () => undefined) {
  const migrations = path.join(import.meta.dirname, '../persistence/sqlite/migrations');
  return openDatabase({
    configuration: loadConfiguration({ argv, env: {}, defaults: { Data: { Directory: folder } } }),
    entries: { sqliteMigrations: migrations, postgresMigrations: '', checkpointThread: '' },
    secrets: { read: () => Promise.resolve(undefined) },
    station: 'a',
    onFault,
  });
}

async function openAndClose(argv: readonly string[] = []): Promise<void> {
  await (await open(argv)).persistence.close();
}

/** Where a table begins in the file, which has no log beside it. */
function pageOf(table: string): number {
  const database = new Sqlite(path.join(folder, 'station.db'), { readonly: true });
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number;
  database.close();
  return (root - 1) * 4096;
}

const refusal = (): Promise<unknown> => openAndClose().then(() => 'opened', explainMachineFault);

describe('the database of a station', () => {
  it('is not begun anew when what it held is gone, until a person says so', async () => {
    await openAndClose();
    await openAndClose();
    const file = path.join(folder, 'station.db');
    truncateSync(file);
    expect(await refusal()).toMatch(/station\.db is missing or empty.*Put back a backup.*remove .*station\.db-used\.$/);
    rmSync(file);
    expect(await refusal()).toMatch(/is missing or empty/);
    rmSync(`${file}-used`);
    expect(await refusal()).toBe('opened');
  });

  it.each([
    ['read', 'certificates', ({ persistence }: OpenedDatabase) => persistence.listCertificateRecords()],
    ['write', 'write_probe', ({ persistence }: OpenedDatabase) => persistence.ping()],
  ])('is not used any more where a %s meets damage, nor by the next start until it is sound', async (_, table, use) => {
    await openAndClose();
    const file = path.join(folder, 'station.db');
    const sound = readFileSync(file);
    const damaged = Buffer.from(sound);
    damaged.fill(0xa5, pageOf(table), pageOf(table) + 4096);
    writeFileSync(file, damaged);
    const faults: Error[] = [];
    const database = await open([], (fault) => faults.push(fault));
    const words = /^The database is damaged\. The station ends\. Keep a copy/;
    await expect(use(database)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: words });
    await expect(database.persistence.ping()).rejects.toThrow(words);
    expect(faults.map(({ message }) => message)).toEqual([expect.stringMatching(words)]);
    await database.persistence.close();
    expect(await refusal()).toMatch(/^The database is damaged\. Keep a copy/);
    writeFileSync(file, sound);
    expect(await refusal()).toBe('opened');
    expect(existsSync(`${file}-damaged`)).toBe(false);
  });

  it('is looked for in a folder that is there', async () => {
    const file = path.join(folder, 'unmounted', 'station.db');
    await expect(openAndClose([`--Database:ConnectionString=${file}`])).rejects.toThrow(
      `Database:ConnectionString names a file in ${path.dirname(file)}, and there is no such folder.`,
    );
  });
});
