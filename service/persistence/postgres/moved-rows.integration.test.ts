import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgresServer, type PostgresServer } from '../../../e2e/actors/postgres/postgres-server.ts';
import { findForeignRows, incompleteTables, moveRows, type MovedRows } from '../../use-cases/move-rows.ts';
import type { Persistence } from '../persistence.ts';
import { MOVED_TABLES } from '../row-transfer.ts';
import {
  acceptUnit,
  at,
  auditEvent,
  certificateRecord,
  claimOf,
  completionOf,
  LEASE_MILLISECONDS,
  stagedSignature,
} from '../sample-records.suite.ts';
import * as sqliteSchema from '../sqlite/schema.ts';
import { openSqlitePersistence, type SqlitePersistence } from '../sqlite/sqlite-persistence.ts';
import { openPostgresPersistence, type PostgresPersistence } from './postgres-persistence.ts';
import * as postgresSchema from './schema.ts';
import { optionsFor } from './test-database.suite.ts';

const PAGE = { tenantId: 'acme', limit: 200, cursor: null };
/** More than a page of rows. */
const MANY = 230;
const API_KEY = {
  ...{ id: randomUUID(), name: 'Zoë\0', prefix: 'abcdefgh', secretSha256: 'cd'.repeat(32), tenantId: 'acme' },
  ...{
    permissions: ['SignaturesCreate'] as const,
    createdAt: at(7),
    revokedAt: at(9),
    lastUsedAt: null,
    approvalRule: 'Always' as const,
  },
};

describe('rows that are moved from SQLite to Postgres', () => {
  let server: PostgresServer;
  let folder: string;
  let source: SqlitePersistence;
  let target: PostgresPersistence;
  let requestIds: readonly string[];
  let foreignBefore: unknown;
  let first: readonly MovedRows[];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'moved-rows-'));
    server = await startPostgresServer();
    target = await openPostgresPersistence(optionsFor(server));
    source = await openSource('station.db');
    requestIds = await fill(source);
    foreignBefore = await findForeignRows({ from: source.rows, to: target.rows });
    first = await moved();
  });
  afterAll(async () => {
    await Promise.all([source.close(), target.close()]);
    await server.dispose();
    await rm(folder, { recursive: true });
  });

  function openSource(name: string): Promise<SqlitePersistence> {
    const migrationsFolder = path.join(import.meta.dirname, '../sqlite/migrations');
    return openSqlitePersistence({ databasePath: path.join(folder, name), migrationsFolder });
  }

  /** Something in every table, and every column of a row with a value in some row. */
  async function fill(store: Persistence): Promise<readonly string[]> {
    const signed = acceptUnit({ additionalInputs: 2, hasAppearance: true, request: { correlationId: 'A\0B' } });
    await store.acceptSignatureRequest(signed);
    const claimed = await store.claimJob(claimOf(signed, at(1)));
    if (claimed.outcome !== 'claimed') throw new Error('The job was not claimed.');
    const claim = await store.startProcessing(claimed.claim, {
      ...{ now: at(2), leaseMilliseconds: LEASE_MILLISECONDS },
      audit: [auditEvent('JobQueued', { note: 'ÄÖ\0', count: 3, isIt: true, nothing: null })],
    });
    if (claim === 'lost') throw new Error('The claim was lost.');
    await store.completeJob(claim, completionOf(signed, at(3), { certificate: certificateRecord() }));
    const staged = acceptUnit();
    await store.acceptSignatureRequest(staged);
    const second = await store.claimJob(claimOf(staged, at(4)));
    if (second.outcome !== 'claimed') throw new Error('The job was not claimed.');
    await store.stageSignature(second.claim, { signature: stagedSignature(staged), at: at(5), audit: [] });
    const ids = [signed.request.id, staged.request.id];
    for (let count = 0; count < MANY; count += 1) {
      const unit = acceptUnit({ request: { idempotencyKey: `key-${String(count)}` } });
      await store.acceptSignatureRequest(unit);
      ids.push(unit.request.id);
    }
    const batch = { id: randomUUID(), tenantId: 'acme', createdAt: at(5), createdBy: 'tester', signatureIds: ids };
    expect(await store.addBatch(batch)).toBe('added');
    const event = { ...auditEvent('ApiKeyCreated'), tenantId: 'acme', entityType: 'ApiKey', entityId: API_KEY.id };
    await store.addApiKey(API_KEY, { ...event, correlationId: null, timestamp: at(7) });
    await leaveKey(source);
    return ids;
  }

  /** What a request leaves behind that has gone to the archive. */
  async function leaveKey(store: Persistence): Promise<void> {
    const gone = acceptUnit({ request: { idempotencyKey: 'long ago' } });
    await store.acceptSignatureRequest(gone);
    const { id, inputFileId } = gone.request;
    await store.cancelRequest({ tenantId: 'acme', id, at: at(8), audit: [] });
    const event = { ...auditEvent('FileDeleted'), tenantId: 'acme', entityType: 'SignatureRequest' };
    const deleted = { ...event, entityId: id, correlationId: null, timestamp: at(9) };
    await store.markFileDeleted(inputFileId, at(9), deleted);
    expect(await store.deleteArchivedRequests([id])).toBe(1);
  }

  const moved = () => moveRows({ from: source.rows, to: target.rows });

  it('have the same columns in both', () => {
    const ownOfPostgres = ['sequence', 'reservedBy', 'reservedUntil', 'searchText'];
    for (const table of MOVED_TABLES) {
      const ofSource = Object.keys(getTableColumns(sqliteSchema[table]));
      const ofTarget = Object.keys(getTableColumns(postgresSchema[table]));
      expect(ofTarget).toEqual(expect.arrayContaining(ofSource));
      expect(ofTarget.filter((name) => !ofSource.includes(name) && !ownOfPostgres.includes(name))).toEqual([]);
    }
  });

  it('are no foreign ones in an empty database, and are all there afterwards, as they were', async () => {
    expect(foreignBefore).toBeUndefined();
    expect(incompleteTables(first)).toEqual([]);
    for (const { rows, added } of first) {
      expect(rows).toBeGreaterThan(0);
      expect(added).toBe(rows);
    }
    for (const id of requestIds) {
      // Postgres cannot keep the character NUL.
      const expected: unknown = withoutNul(await source.findRequest('acme', id));
      expect(await target.findRequest('acme', id)).toEqual(expected);
    }
    expect(await target.listAuditEvents(PAGE, {})).toMatchObject({
      items: withoutNul((await source.listAuditEvents(PAGE, {})).items),
    });
    expect((await target.listJobs(PAGE, {})).items).toEqual(withoutNul((await source.listJobs(PAGE, {})).items));
    expect(await target.findArchivedKey('acme', 'long ago')).toEqual(await source.findArchivedKey('acme', 'long ago'));
    expect(await target.listApiKeys()).toEqual(withoutNul(await source.listApiKeys()));
    expect(await target.listCertificateRecords()).toEqual(await source.listCertificateRecords());
    expect(await target.statistics('acme', at(10))).toEqual(await source.statistics('acme', at(10)));
  });

  it('are not written again', async () => {
    const tables = await moved();
    expect(tables.map(({ added }) => added)).toEqual(tables.map(() => 0));
    expect(incompleteTables(tables)).toEqual([]);
    expect(await findForeignRows({ from: source.rows, to: target.rows })).toBeUndefined();
  });

  it('are foreign to another station', async () => {
    const other = await openSource('other.db');
    try {
      const found = await findForeignRows({ from: other.rows, to: target.rows });
      expect(found).toEqual({ table: 'storedFiles', count: requestIds.length + 4 });
    } finally {
      await other.close();
    }
  });
});

/** Of a text in the metadata, which are JSON, Postgres keeps it as an escape. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\u{FFFD}');
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNul);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === 'metadata' ? (part as unknown) : withoutNul(part)]),
  );
}
