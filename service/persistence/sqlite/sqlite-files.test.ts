import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { getTableColumns, getTableName, is, type Column } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptUnit } from '../sample-records.suite.ts';
import * as schema from './schema.ts';
import { openSqlitePersistence } from './sqlite-persistence.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');
const TENANT = { tenantId: 'acme', limit: 50, cursor: null };

describe('the database file', () => {
  let folder: string;
  let databasePath: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlite-files-'));
    databasePath = join(folder, 'station.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = (options = {}) => openSqlitePersistence({ databasePath, migrationsFolder, ...options });

  /** Runs `use` on a plain connection, such as a person with a tool would have. */
  const withConnection = <T>(use: (database: Sqlite.Database) => T): T => {
    const database = new Sqlite(databasePath);
    try {
      return use(database);
    } finally {
      database.close();
    }
  };

  it('keeps everything across closing and opening', async () => {
    const unit = acceptUnit({ request: { idempotencyKey: 'k' } });
    const first = await open();
    await first.acceptSignatureRequest(unit);
    await first.close();
    const second = await open();
    expect(await second.findByIdempotencyKey('acme', 'k')).toEqual(unit.request);
    await second.close();
  });

  it('keeps a write-ahead log and is readable by its owner only', async () => {
    const store = await open();
    expect(withConnection((database) => database.pragma('journal_mode', { simple: true }))).toBe('wal');
    if (process.platform !== 'win32') expect(statSync(databasePath).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it('is closed without leaving a log behind', async () => {
    const store = await open();
    await store.acceptSignatureRequest(acceptUnit());
    await store.close();
    expect(() => statSync(`${databasePath}-wal`)).toThrow('ENOENT');
  });

  it('refuses what is no database', async () => {
    writeFileSync(databasePath, 'this is a text file, and a long enough one to be looked at '.repeat(20));
    await expect(open()).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
  });

  it.each([
    ['a missing file', () => undefined],
    ['an empty file', () => writeFileSync(databasePath, '')],
    ['a file without tables', () => withConnection((database) => database.exec('VACUUM'))],
  ])('is not begun anew from %s where it has been used', async (_name, prepare) => {
    prepare();
    await expect(open({ mustHaveTables: true })).rejects.toThrow('Put back a backup');
    await (await open()).close();
    await (await open({ mustHaveTables: true })).close();
  });

  describe('migrations', () => {
    it('make the tables the queries are written for', async () => {
      await (await open()).close();
      const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));
      expect(tables.length).toBeGreaterThan(8);
      for (const table of tables) {
        const columns: readonly Column[] = Object.values(getTableColumns(table));
        const expected = columns.map((column) => ({
          name: column.name,
          type: column.getSQLType().toUpperCase(),
          notnull: column.notNull ? 1 : 0,
        }));
        const actual = withConnection((database) =>
          database.prepare('SELECT name, type, "notnull" FROM pragma_table_info(?)').all(getTableName(table)),
        );
        expect([getTableName(table), actual]).toEqual([getTableName(table), expected]);
      }
    });

    it('run once, also when several open a new file together', async () => {
      const stores = await Promise.all([open(), open(), open()]);
      await Promise.all(stores.map((store) => store.close()));
      expect(
        withConnection((database) => database.prepare('SELECT name FROM schema_migrations').pluck().all()),
      ).toEqual(readdirSync(migrationsFolder).sort());
    });

    const folderWith = (files: Record<string, string>): string => {
      const other = join(folder, 'other-migrations');
      mkdirSync(other, { recursive: true });
      cpSync(migrationsFolder, other, { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(other, name), text);
      return other;
    };

    it('add to a database that holds data', async () => {
      const first = await open();
      await first.acceptSignatureRequest(acceptUnit());
      await first.close();
      const later = folderWith({ '0002-notes.sql': 'CREATE TABLE notes (text TEXT NOT NULL) STRICT;' });
      const second = await open({ migrationsFolder: later });
      expect((await second.listRequests(TENANT, {})).items).toHaveLength(1);
      await second.close();
      expect(withConnection((database) => database.prepare('SELECT count(*) FROM notes').pluck().get())).toBe(0);
    });

    it('take the provider from requests that no provider signs', async () => {
      const [newest, older] = ['0021-requests-without-provider.sql', folderWith({})];
      for (const name of readdirSync(older)) if (name >= newest) rmSync(join(older, name));
      const first = await open({ migrationsFolder: older });
      for (const kind of ['Signature', 'Extension'] as const) {
        await first.acceptSignatureRequest(acceptUnit({ request: { kind, signingProvider: 'Pfx' } }));
      }
      await first.close();
      const providers = () =>
        withConnection((database) =>
          database.prepare('SELECT kind, signing_provider FROM signature_requests ORDER BY kind').raw().all(),
        );
      expect(providers()).toEqual([
        ['Extension', 'Pfx'],
        ['Signature', 'Pfx'],
      ]);
      await (await open()).close();
      expect(providers()).toEqual([
        ['Extension', null],
        ['Signature', 'Pfx'],
      ]);
    });

    it('name the newest message of every request that has not ended', () => {
      const older = folderWith({});
      rmSync(join(older, '0003-job-messages.sql'));
      for (const name of ['0001-initial.sql', '0002-outbox-traceparent.sql']) {
        withConnection((database) => database.exec(readFileSync(join(older, name), 'utf8')));
      }
      withConnection((database) => {
        database.exec(`INSERT INTO stored_files VALUES ('f', 'k', 'a.pdf', 't', 1, 'h', 0, NULL, NULL, 'r')`);
        const request = database.prepare(`INSERT INTO signature_requests
          (id, tenant_id, status, format, profile, input_file_id, signing_provider, created_at, retry_count, created_by,
           visible_signature, appearance_page_number, search_text, ended_at, retry_message_id)
          VALUES (?, 'a', ?, 'PAdES', 'B', 'f', 'Pfx', 0, 0, 'x', 0, 1, '', ?, ?)`);
        request.run('queued', 'Queued', null, null);
        request.run('retried', 'RetryScheduled', null, 'retried-2');
        request.run('failed', 'Failed', 5, null);
        const message = database.prepare(
          `INSERT INTO outbox_messages VALUES (?, 't', '{}', 0, 1, 0, NULL, 0, ?, NULL)`,
        );
        for (const id of ['queued', 'retried', 'failed']) for (const n of [1, 2]) message.run(`${id}-${n}`, id);
        database.exec(readFileSync(join(migrationsFolder, '0003-job-messages.sql'), 'utf8'));
      });
      expect(
        withConnection((database) => database.prepare('SELECT id, message_id FROM signature_requests').raw().all()),
      ).toEqual([
        ['queued', 'queued-2'],
        ['retried', 'retried-2'],
        ['failed', null],
      ]);
    });

    it('leave nothing of a faulty step', async () => {
      const faulty = folderWith({ '0002-a.sql': 'CREATE TABLE a (x TEXT) STRICT;', '0003-b.sql': 'CREATE TABL b;' });
      await expect(open({ migrationsFolder: faulty })).rejects.toThrow('syntax error');
      expect(withConnection((database) => database.prepare('SELECT name FROM sqlite_schema').all())).toEqual([]);
      await (await open()).close();
    });

    it('refuse a database of a newer program', async () => {
      const newer = folderWith({ '0002-notes.sql': 'CREATE TABLE notes (text TEXT NOT NULL) STRICT;' });
      await (await open({ migrationsFolder: newer })).close();
      await expect(open()).rejects.toThrow('newer version');
    });

    it('refuse a text that was changed after it was applied, but not other line ends', async () => {
      await (await open()).close();
      const text = readFileSync(join(migrationsFolder, '0001-initial.sql'), 'utf8');
      const windows = folderWith({ '0001-initial.sql': text.replaceAll('\n', '\r\n') });
      await (await open({ migrationsFolder: windows })).close();
      const changed = folderWith({ '0001-initial.sql': `${text}-- more` });
      await expect(open({ migrationsFolder: changed })).rejects.toThrow('another text');
    });

    it('must be there', async () => {
      await expect(open({ migrationsFolder: join(folder, 'nowhere') })).rejects.toThrow('ENOENT');
      mkdirSync(join(folder, 'empty'));
      await expect(open({ migrationsFolder: join(folder, 'empty') })).rejects.toThrow('no SQL files');
    });
  });

  describe('audit rows', () => {
    const VALUES = `'acme', 'Thing', 'x', 'FileStored', 'intruder', 1, NULL, '{}'`;
    const COLUMNS = 'id, tenant_id, entity_type, entity_id, event_type, actor, timestamp, correlation_id, metadata';

    it.each([
      ['an update', "UPDATE audit_events SET actor = 'intruder'"],
      ['a deletion', 'DELETE FROM audit_events'],
      [
        'a replacement by id',
        `INSERT OR REPLACE INTO audit_events (${COLUMNS}) SELECT id, ${VALUES} FROM audit_events`,
      ],
      [
        'a replacement by sequence',
        `REPLACE INTO audit_events (sequence, ${COLUMNS}) SELECT sequence, 'new', ${VALUES} FROM audit_events LIMIT 1`,
      ],
      [
        'an upsert',
        `INSERT INTO audit_events (${COLUMNS}) SELECT id, ${VALUES} FROM audit_events WHERE true
         ON CONFLICT DO UPDATE SET actor = 'intruder'`,
      ],
    ])('refuse %s, whatever connection it comes from', async (_, statement) => {
      const store = await open();
      await store.acceptSignatureRequest(acceptUnit());
      const before = await store.listAuditEvents(TENANT, {});
      for (const recursive of ['ON', 'OFF']) {
        withConnection((database) => {
          database.pragma(`recursive_triggers = ${recursive}`);
          expect(() => database.exec(statement)).toThrow('append-only');
        });
      }
      expect(await store.listAuditEvents(TENANT, {})).toEqual(before);
      await store.close();
    });
  });

  it('lets no request be Completed without an output', async () => {
    const store = await open();
    await store.acceptSignatureRequest(acceptUnit());
    await store.close();
    expect(() =>
      withConnection((database) => database.exec("UPDATE signature_requests SET status = 'Completed'")),
    ).toThrow('CHECK');
  });

  it.each([
    ['signature_requests_newest', 'signature_requests', "tenant_id = 'a'", 'created_at DESC, id DESC'],
    [
      'signature_requests_newest',
      'signature_requests',
      "tenant_id = 'a' AND (created_at, id) < (9, 'x')",
      'created_at DESC, id DESC',
    ],
    [
      'signature_requests_newest_of_status',
      'signature_requests',
      "tenant_id = 'a' AND status = 'Failed'",
      'created_at DESC, id DESC',
    ],
    [
      'signature_requests_newest_of_status',
      'signature_requests',
      "tenant_id = (SELECT 'a') AND status = (SELECT 'Failed') AND created_at >= (SELECT 1) AND (created_at, id) < ((SELECT 9), (SELECT 'x'))",
      'created_at DESC, id DESC',
    ],
    ['signing_jobs_newest', 'signing_jobs', "tenant_id = 'a'", 'created_at DESC, id DESC'],
    [
      'signing_jobs_newest_of_status',
      'signing_jobs',
      "tenant_id = 'a' AND status = 'Failed'",
      'created_at DESC, id DESC',
    ],
    ['audit_events_newest', 'audit_events', "tenant_id = 'a' AND timestamp < 9", 'timestamp DESC, sequence DESC'],
    [
      'audit_events_of_entity',
      'audit_events',
      "tenant_id = 'a' AND entity_id = 'x' AND timestamp < 9",
      'timestamp DESC, sequence DESC',
    ],
    ['outbox_messages_due', 'outbox_messages', 'published_at IS NULL AND available_at <= 5', 'available_at, rowid'],
    [
      'signature_requests_inputs_kept',
      'signature_requests',
      "status = 'Failed' AND ended_at < 9 AND ended_at IS NOT NULL AND inputs_kept = 1",
      'status',
    ],
  ])('goes through %s for its rows of %s where %s', async (index, table, where, order) => {
    await (await open()).close();
    const query = `EXPLAIN QUERY PLAN SELECT * FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT 50`;
    const plan = withConnection((database) => database.prepare<[], { detail: string }>(query).all());
    const steps = plan.map((step) => step.detail).filter((detail) => !/SUBQUERY|CONSTANT ROW/.test(detail));
    expect(steps).toEqual([expect.stringContaining(`USING INDEX ${index} `)]);
  });
});
