import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePersistenceProcesses } from '../processes.suite.ts';
import { openInChild } from './open-in-child.suite.ts';

describePersistenceProcesses('SqlitePersistence among processes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-processes-'));
  const location = join(folder, 'station.db');
  const persistence = await openInChild(location);
  const dispose = async (): Promise<void> => {
    await persistence.close();
    await rm(folder, { recursive: true });
  };
  return { persistence, location, dispose, childModule: new URL('open-in-child.suite.ts', import.meta.url).href };
});
