import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import type { Persistence } from '../persistence.ts';
import { acceptUnit, at } from '../sample-records.suite.ts';
import { openPostgresPersistence, type PostgresPersistenceOptions } from './postgres-persistence.ts';
import { optionsFor } from './test-database.suite.ts';

const SCRIPTS = path.resolve(import.meta.dirname, '../../../resources/deployment');
const PSQL = ['--set=ON_ERROR_STOP=1', '--quiet', '--single-transaction'];

describe('the roles of resources/deployment/roles.sql', () => {
  let server: PostgresServer;
  let runner: Persistence;

  const psql = (...args: readonly string[]): string => server.run('psql', [...PSQL, ...args, 'station']);
  const file = (script: string): string => `--file=${path.join(SCRIPTS, script)}`;
  const giveRights = (): string => psql(file('roles.sql'));

  function optionsOf(user: string): PostgresPersistenceOptions {
    const { address, ...options } = optionsFor(server, { schema: 'signing_station', password: 'marker' });
    return { ...options, address: { ...address, user, database: 'station' } };
  }

  async function asRunner(statement: string): Promise<unknown> {
    const { address, password } = optionsOf('signing_station');
    const client = new Client({ ...address, password });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    server = await startPostgresServer();
    server.run('createdb', ['station']);
    giveRights();
    for (const role of ['signing_station_owner', 'signing_station']) {
      psql(`--command=ALTER ROLE ${role} PASSWORD 'marker'`);
    }
    await (await openPostgresPersistence(optionsOf('signing_station_owner'))).close();
    giveRights();
    runner = await openPostgresPersistence(optionsOf('signing_station'));
  });
  afterAll(async () => {
    await runner.close();
    await server.dispose();
  });

  it('let a station work', async () => {
    const unit = acceptUnit();
    expect(await runner.acceptSignatureRequest(unit)).toEqual({ outcome: 'accepted' });
    const cancelled = await runner.cancelRequest({ tenantId: 'acme', id: unit.request.id, at: at(1), audit: [] });
    expect(cancelled).toBe('cancelled');
    await runner.ping();
  });

  it.each([
    'UPDATE signing_station.audit_events SET actor = actor',
    'DELETE FROM signing_station.audit_events',
    'TRUNCATE signing_station.audit_events',
    'ALTER TABLE signing_station.audit_events DISABLE TRIGGER ALL',
    'DELETE FROM signing_station.schema_migrations',
    'CREATE TABLE signing_station.more (id integer)',
    'CREATE TABLE public.more (id integer)',
    'SET ROLE signing_station_owner',
  ])('keep it from: %s', async (statement) => {
    await expect(asRunner(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('let old audit events go to the archive by the role of archive-role.sql alone', async () => {
    await runner.acceptSignatureRequest(acceptUnit());
    const [first] = await runner.auditEventsAfter({ cursor: null, limit: 1 });
    const id = first?.event.id ?? '';
    await expect(runner.deleteArchivedAuditEvents([id])).rejects.toThrow('signing_station_archive');
    psql(file('archive-role.sql'));
    psql(file('archive-role.sql'));
    expect(await runner.deleteArchivedAuditEvents([id])).toBe(1);
    await expect(asRunner('DELETE FROM signing_station.audit_events')).rejects.toMatchObject({ code: '42501' });
  });

  it('come back with a dump on a server that does not know them', async () => {
    await runner.acceptSignatureRequest(acceptUnit());
    const dump = server.run('pg_dump', ['--schema=signing_station', 'station']);
    const other = await startPostgresServer();
    const run = (args: readonly string[], input?: string): string =>
      other.run('psql', [...PSQL, ...args, 'station'], input);
    try {
      other.run('createdb', ['--template=template0', '--encoding=UTF8', 'station']);
      expect(() => run([], dump)).toThrow('role "signing_station_owner" does not exist');
      for (const script of ['roles.sql', 'archive-role.sql']) run([file(script)]);
      run(['--command=DROP SCHEMA signing_station']);
      run([], dump);
      for (const script of ['roles.sql', 'archive-role.sql']) run([file(script)]);
      expect(() => run(['--command=DROP SCHEMA signing_station'])).toThrow('cannot drop schema');
      run(["--command=ALTER ROLE signing_station PASSWORD 'marker'"]);
      const { address, ...options } = optionsOf('signing_station');
      const restored = await openPostgresPersistence({ ...options, address: { ...address, host: other.socketFolder } });
      const [first] = await restored.auditEventsAfter({ cursor: null, limit: 1 });
      expect(first).toEqual((await runner.auditEventsAfter({ cursor: null, limit: 1 }))[0]);
      expect(await restored.deleteArchivedAuditEvents([first?.event.id ?? ''])).toBe(1);
      await restored.close();
    } finally {
      await other.dispose();
    }
  });
});
