import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import type { Persistence } from '../persistence.ts';
import { acceptUnit, at } from '../sample-records.suite.ts';
import { openPostgresPersistence, type PostgresPersistenceOptions } from './postgres-persistence.ts';
import { optionsFor } from './test-database.suite.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../resources/deployment/roles.sql');

describe('the roles of resources/deployment/roles.sql', () => {
  let server: PostgresServer;
  let runner: Persistence;

  const psql = (...args: readonly string[]): string =>
    server.run('psql', ['--set=ON_ERROR_STOP=1', '--quiet', '--single-transaction', ...args, 'station']);
  const giveRights = (): string => psql(`--file=${SCRIPT}`);

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
});
