import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePersistence } from '../persistence.suite.ts';
import { openSqlitePersistence } from './sqlite-persistence.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');

describePersistence('SqlitePersistence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-persistence-'));
  const persistence = await openSqlitePersistence({ databasePath: join(folder, 'station.db'), migrationsFolder });
  const dispose = async (): Promise<void> => {
    await persistence.close();
    await rm(folder, { recursive: true });
  };
  return { persistence, dispose };
});
