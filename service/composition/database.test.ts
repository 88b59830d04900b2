import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../config/configuration.ts';
import { explainMachineFault } from '../config/machine-faults.ts';
import { openDatabase } from './database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'used-database-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function openAndClose(argv: readonly string[] = []): Promise<void> {
  const migrations = path.join(import.meta.dirname, '../persistence/sqlite/migrations');
  const database = await openDatabase({
    configuration: loadConfiguration({ argv, env: {}, defaults: { Data: { Directory: folder } } }),
    entries: { sqliteMigrations: migrations, postgresMigrations: '', checkpointThread: '' },
    secrets: { read: () => Promise.resolve(undefined) },
    station: 'a',
  });
  await database.persistence.close();
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

  it('is looked for in a folder that is there', async () => {
    const file = path.join(folder, 'unmounted', 'station.db');
    await expect(openAndClose([`--Database:ConnectionString=${file}`])).rejects.toThrow(
      `Database:ConnectionString names a file in ${path.dirname(file)}, and there is no such folder.`,
    );
  });
});
