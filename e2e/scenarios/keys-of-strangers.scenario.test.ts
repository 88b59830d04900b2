import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { newUuidV7 } from '../../service/ids/uuid-v7.ts';
import { openSqlitePersistence } from '../../service/persistence/sqlite/sqlite-persistence.ts';
import { createApiKey } from '../../service/use-cases/api-keys.ts';
import { makeApiKey } from '../actors/station/command-line.ts';
import { startStation } from '../actors/station/running-station.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

it('names keys that were made without one when it starts to ask for keys', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'station-strangers-'));
  const ordinary = await makeApiKey(dataDirectory, '--name', 'Ordinary');
  const persistence = await openSqlitePersistence({
    databasePath: path.join(dataDirectory, 'station.db'),
    migrationsFolder: path.join(ROOT, 'service/persistence/sqlite/migrations'),
  });
  // What earlier versions let anyone on the machine do.
  const ports = { persistence, clock: () => new Date(), newId: newUuidV7, randomBytes };
  const caller = { tenantId: 'default', actor: 'anonymous', correlationId: null };
  const { record } = await createApiKey(ports, caller, { name: 'Stranger', permissions: ['Administer'] });
  await persistence.close();
  const station = await startStation({ dataDirectory, settings: { 'Authentication:Enabled': 'true' } });
  try {
    const warnings = station
      .output()
      .split('\n')
      .filter((line) => line.includes('showed no key'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(record.id);
    expect(station.output()).not.toContain(ordinary.id);
  } finally {
    await station.dispose();
    await rm(dataDirectory, { recursive: true, force: true });
  }
});
