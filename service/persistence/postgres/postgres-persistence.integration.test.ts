import { afterAll, beforeAll } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { describePersistence } from '../persistence.suite.ts';
import { describePersistenceProcesses } from '../processes.suite.ts';
import { openEmpty, openInChild, optionsFor } from './test-database.suite.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.dispose());

describePersistence('PostgresPersistence', async () => {
  const persistence = await openEmpty(server, 'port_suite');
  return { persistence, dispose: () => persistence.close() };
});

describePersistenceProcesses('PostgresPersistence among processes', async () => {
  const { socketFolder, user, password } = server;
  const location = JSON.stringify({ socketFolder, user, password, schema: optionsFor(server).schema });
  const persistence = await openInChild(location);
  return {
    persistence,
    location,
    dispose: () => persistence.close(),
    childModule: new URL('test-database.suite.ts', import.meta.url).href,
  };
});
