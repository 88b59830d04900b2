import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableColumns, getTableName, is, type Column } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { AUDIT_FILTERS, REQUEST_FILTERS } from '../list-filters.suite.ts';
import { acceptUnit, at, auditEvent, claimOf, completionOf } from '../sample-records.suite.ts';
import { openPostgresPersistence, type PostgresPersistenceOptions } from './postgres-persistence.ts';
import * as schema from './schema.ts';
import { migrationsFolder, optionsFor } from './test-database.suite.ts';

const TENANT = { tenantId: 'acme', limit: 50, cursor: null };

describe('the tables on the server', () => {
  let server: PostgresServer;
  let options: PostgresPersistenceOptions;
  let client: Client;

  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.dispose());
  beforeEach(async () => {
    options = optionsFor(server);
    client = new Client({ ...options.address, password: options.password });
    await client.connect();
    await client.query(`SET search_path TO ${options.schema}`);
    return () => client.end();
  });

  const open = (changes: Partial<PostgresPersistenceOptions> = {}) =>
    openPostgresPersistence({ ...options, ...changes });

  it('are those that the queries are written for', async () => {
    await (await open()).close();
    const tables = Object.values(schema).filter((value) => is(value, PgTable));
    expect(tables.length).toBeGreaterThan(9);
    for (const table of tables) {
      const columns: readonly Column[] = Object.values(getTableColumns(table));
      const expected = columns.map((column) => `${column.name} ${column.getSQLType()} ${String(column.notNull)}`);
      const { rows } = await client.query<{ text: string }>(
        `SELECT attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull AS text FROM pg_attribute
         WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
        [getTableName(table)],
      );
      expect([getTableName(table), rows.map((row) => row.text).sort()]).toEqual([getTableName(table), expected.sort()]);
    }
  });

  it('are made once, also when several stations start together', async () => {
    const stores = await Promise.all([open(), open(), open()]);
    await Promise.all(stores.map((store) => store.close()));
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
    expect(rows.map((row) => row.name)).toEqual(readdirSync(migrationsFolder).sort());
  });

  it('give no publisher more messages than it asks for, whatever plan the server chooses', async () => {
    const filling = await open();
    for (let count = 0; count < 6; count++) await filling.acceptSignatureRequest(acceptUnit());
    await filling.close();
    await client.query('ANALYZE outbox_messages');
    // Of the joins a nested loop is left, which reads its inner side again for every row of the outer one.
    for (const way of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort']) {
      await client.query(`ALTER ROLE CURRENT_USER SET enable_${way} = off`);
    }
    const store = await open();
    try {
      expect(await store.dueOutboxMessages(new Date(), 2)).toHaveLength(2);
    } finally {
      await client.query('ALTER ROLE CURRENT_USER RESET ALL');
      await store.close();
    }
  });

  it('of a newer version, or with other texts, are refused', async () => {
    await (await open()).close();
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    cpSync(migrationsFolder, folder, { recursive: true });
    const [first = ''] = readdirSync(folder).sort();
    writeFileSync(join(folder, first), 'SELECT 1;');
    await expect(open({ migrationsFolder: folder })).rejects.toThrow('applied with a different text');
    rmSync(folder, { recursive: true });
    await client.query(`INSERT INTO schema_migrations VALUES ('9999-future.sql', '', now())`);
    await expect(open()).rejects.toThrow('written by a newer version of this program (migration 9999-future.sql)');
  });

  it('of the next version are used by this one beside it where their migration says that it may', async () => {
    await (await open()).close();
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    cpSync(migrationsFolder, folder, { recursive: true });
    const newest = readdirSync(migrationsFolder).sort().at(-1) ?? '';
    const later = 'ALTER TABLE signature_requests ADD COLUMN note text;';
    writeFileSync(join(folder, '9998-later.sql'), `-- compatible-from: ${newest}\n${later}`);
    const next = await open({ migrationsFolder: folder });
    const notices: string[] = [];
    const now = await open({ onNotice: (sentence) => notices.push(sentence) });
    expect(notices.join('\n')).toContain('A newer version has changed the tables (9998-later.sql)');
    const [byNext, byNow] = [acceptUnit(), acceptUnit()];
    expect(await next.acceptSignatureRequest(byNext)).toEqual({ outcome: 'accepted' });
    expect(await now.acceptSignatureRequest(byNow)).toEqual({ outcome: 'accepted' });
    for (const store of [next, now]) expect((await store.listRequests(TENANT, {})).items).toHaveLength(2);
    await Promise.all([next.close(), now.close()]);
    // What the version after that makes says that only the next one may stay.
    writeFileSync(join(folder, '9999-further.sql'), '-- compatible-from: 9998-later.sql\nSELECT 1;');
    await (await open({ migrationsFolder: folder })).close();
    rmSync(folder, { recursive: true });
    await expect(open()).rejects.toThrow('written by a newer version of this program (migration 9999-further.sql)');
  });

  it('take a job from its acceptance to its completion with four statements', async () => {
    const store = await open();
    const sign = async (): Promise<void> => {
      const unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      const claimed = await store.claimJob(claimOf(unit, at(10)));
      if (claimed.outcome !== 'claimed') throw new Error(claimed.outcome);
      const rule = { now: at(20), leaseMilliseconds: 1_000, audit: [auditEvent('SigningProviderSelected')] };
      const started = await store.startProcessing(claimed.claim, rule);
      if (started === 'lost') throw new Error(started);
      expect(await store.completeJob(started, completionOf(unit, at(30)))).toBe('done');
    };
    // The first writes the record of the certificate.
    await sign();
    const asked = vi.spyOn(Client.prototype, 'query');
    await sign();
    const names = asked.mock.calls.map(([config]) => (config as unknown as { name?: string }).name ?? 'unnamed');
    asked.mockRestore();
    expect(names).toEqual(['accept_request', 'claim_new_job', 'start_job', 'complete_job']);
    await store.close();
  });

  it('say at the opening that a failover could lose requests', async () => {
    const notices: string[] = [];
    await (await open({ onNotice: (sentence) => notices.push(sentence) })).close();
    expect(notices).toEqual([expect.stringContaining('no synchronous standby')]);
  });

  it('keep audit events as they are', async () => {
    const store = await open();
    await store.acceptSignatureRequest(acceptUnit());
    for (const change of [
      'UPDATE audit_events SET actor = $$x$$',
      'DELETE FROM audit_events',
      'TRUNCATE audit_events',
    ]) {
      await expect(client.query(change)).rejects.toThrow('audit events are append-only');
    }
    await store.close();
  });

  it('let audit events go to the archive by the role that exists for it, and by no other', async () => {
    const store = await open();
    const unit = acceptUnit();
    await store.acceptSignatureRequest(unit);
    const placed = await store.auditEventsAfter({ cursor: null, limit: 100 });
    expect(placed.length).toBeGreaterThan(1);
    expect(placed.every(({ isOpen, event }) => isOpen && event.entityId === unit.request.id)).toBe(true);
    const [first, second] = placed;
    const behind = await store.auditEventsAfter({ cursor: first?.sequence ?? null, limit: 1 });
    expect(behind).toEqual([second]);
    const ids = [first?.event.id ?? '', 'unknown'];
    await expect(store.deleteArchivedAuditEvents(ids)).rejects.toThrow('signing_station_archive');
    await client.query(`CREATE ROLE signing_station_archive;
      GRANT USAGE ON SCHEMA ${options.schema} TO signing_station_archive;
      GRANT SELECT, DELETE ON ${options.schema}.audit_events TO signing_station_archive`);
    expect(await store.deleteArchivedAuditEvents(ids)).toBe(1);
    expect(await store.auditEventsAfter({ cursor: null, limit: 100 })).toEqual(placed.slice(1));
    await expect(client.query('DELETE FROM audit_events')).rejects.toThrow('append-only');
    await store.close();
  });

  it('are served under a role that may change neither tables nor audit', async () => {
    await (await open()).close();
    const { schema: name } = options;
    const role = `role_${name}`;
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'marker';
      GRANT USAGE ON SCHEMA ${name} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO ${role};
      REVOKE UPDATE, DELETE ON ${name}.audit_events FROM ${role};
      REVOKE INSERT, UPDATE, DELETE ON ${name}.schema_migrations FROM ${role}`);
    const address = { ...options.address, user: role };
    const store = await open({ address, password: 'marker' });
    expect(await store.acceptSignatureRequest(acceptUnit())).toEqual({ outcome: 'accepted' });
    expect((await store.listRequests(TENANT, {})).items).toHaveLength(1);
    await store.close();
    await expect(open({ address, password: 'wrong' })).rejects.toMatchObject({ code: 'SERVER_REFUSES' });
    await client.query('DELETE FROM schema_migrations');
    await expect(open({ address, password: 'marker' })).rejects.toThrow('its user may not make them');
  });

  it('are found along an index by every list, wherever the page lies', async () => {
    const store = await open();
    await store.acceptSignatureRequest(acceptUnit());
    await fill(client);
    const first = await store.listRequests(TENANT, {});
    const lists = await listsOf(async () => {
      await store.listRequests(TENANT, {});
      await store.listRequests({ ...TENANT, cursor: first.nextCursor }, {});
      await store.listRequests(TENANT, { status: ['Queued'] });
      await store.listJobs(TENANT, { status: ['Pending'] });
      await store.listAuditEvents(TENANT, {});
      await store.listAuditEvents(TENANT, { entityId: 'e-6' });
    });
    expect(lists).toHaveLength(6);
    for (const list of lists) {
      const plan = await planOf(client, list);
      expect(plan).not.toContain('Seq Scan');
      // The few events of one entity may be sorted; rows by the thousand may not.
      if (plan.includes('audit_events_of_entity')) continue;
      expect(plan).toMatch(/Index Scan Backward using (signature_requests|signing_jobs|audit_events)_\w+/);
      expect(plan).not.toMatch(/^ *(-> +)?Sort/m);
    }
    // With every combination of the other filters.
    const filtered = await listsOf(async () => {
      for (const filter of REQUEST_FILTERS) {
        if (filter.createdFrom === undefined) await store.listRequests(TENANT, filter);
      }
      for (const filter of AUDIT_FILTERS) {
        if (filter.from === undefined) await store.listAuditEvents(TENANT, filter);
      }
    });
    expect(filtered.length).toBeGreaterThan(60);
    for (const list of filtered) {
      expect(await planOf(client, list)).not.toMatch(/Seq Scan on (signature_requests|audit_events)/);
    }
    await store.close();
  });
});

interface AskedList {
  readonly text?: string;
  readonly values: unknown;
}

/** The statements of lists that `ask` sends. */
async function listsOf(ask: () => Promise<void>): Promise<readonly AskedList[]> {
  const asked = vi.spyOn(Client.prototype, 'query');
  await ask();
  const lists = asked.mock.calls
    .map(([config, values]) => ({ ...(config as unknown as { text?: string }), values: values }))
    .filter(({ text }) => text?.includes('limit $') === true);
  asked.mockRestore();
  return lists;
}

async function planOf(client: Client, { text = '', values }: AskedList): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values as unknown[]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/**
 * Many rows like the one that is there, of several tenants, and what the planner knows of them. Of each tenant there are
 * several times as many as are looked at for a page: a table that is read whole anyway is not read along an index.
 */
async function fill(client: Client): Promise<void> {
  await client.query(`SET session_replication_role TO replica`);
  const copy = async (table: string, changes: Record<string, string>): Promise<void> => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND attidentity = ''`,
      [table],
    );
    const names = rows.map((row) => row.name);
    const values = names.map((name) => changes[name] ?? `one.${name}`);
    await client.query(
      `INSERT INTO ${table} (${names.join()}) SELECT ${values.join()}
       FROM (SELECT * FROM ${table} LIMIT 1) AS one, generate_series(1, 60000) AS n`,
    );
  };
  const tenant = `'tenant-' || n % 5`;
  const moment = `now() - n * interval '1 second'`;
  await copy('stored_files', { id: `'f-' || n` });
  await copy('signature_requests', {
    id: `'r-' || n`,
    tenant_id: `CASE WHEN n % 2 = 0 THEN 'acme' ELSE ${tenant} END`,
    created_at: moment,
    input_file_id: `'f-' || n`,
    idempotency_key: 'NULL',
  });
  await copy('signing_jobs', {
    id: `'j-' || n`,
    tenant_id: `CASE WHEN n % 2 = 0 THEN 'acme' ELSE ${tenant} END`,
    created_at: moment,
    signature_request_id: `'r-' || n`,
  });
  await copy('audit_events', {
    id: `'a-' || n`,
    tenant_id: `CASE WHEN n % 2 = 0 THEN 'acme' ELSE ${tenant} END`,
    entity_id: `'e-' || n % 1000`,
    timestamp: moment,
  });
  await client.query(`SET session_replication_role TO DEFAULT; ANALYZE`);
}
