import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInChild as openDatabase } from '../persistence/sqlite/open-in-child.suite.ts';
import type { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts';
import { openEmbeddedBroker } from './embedded/embedded-broker.ts';
import { describeBrokerProcesses } from './processes.suite.ts';

describeBrokerProcesses('EmbeddedBroker among processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-broker-'));
  const databasePath = join(folder, 'station.db');
  const databaseModule = new URL('../persistence/sqlite/open-in-child.suite.ts', import.meta.url).href;
  let database: SqlitePersistence | undefined;
  return {
    childModule: new URL('embedded/open-in-child.suite.ts', import.meta.url).href,
    location: `${databaseModule} ${databasePath}`,
    open: async () => {
      database = await openDatabase(databasePath);
      return openEmbeddedBroker({ table: database.messageTable });
    },
    dispose: async () => {
      await database?.close();
      await rm(folder, { recursive: true });
    },
  };
});
