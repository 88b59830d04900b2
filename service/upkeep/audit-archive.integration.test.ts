import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArchiveFolder, verifyArchiveFolder } from '../archive/local/archive-folder.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import { acceptUnit, at, auditEvent } from '../persistence/sample-records.suite.ts';
import { openSqlitePersistence, type SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts';
import { archiveAudit, type ArchivePorts } from '../use-cases/archive-audit.ts';

const DAY = 86_400_000;
const POLICY = { days: 30, tenantId: 'acme' };
const LATER = new Date(at(0).getTime() + 31 * DAY);

describe('audit events whose time is over', () => {
  let folder: string;
  let store: SqlitePersistence;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'audit-archive-'));
    const migrationsFolder = path.join(import.meta.dirname, '..', 'persistence', 'sqlite', 'migrations');
    store = await openSqlitePersistence({ databasePath: path.join(folder, 'station.db'), migrationsFolder });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const ports = (): ArchivePorts => ({
    persistence: store,
    archive: createArchiveFolder(path.join(folder, 'archive')),
    clock: () => LATER,
    newId: newUuidV7,
  });
  const left = async () => (await store.auditEventsAfter({ cursor: null, limit: 10_000 })).map(({ event }) => event);

  async function cancelled(): Promise<void> {
    const unit = acceptUnit();
    await store.acceptSignatureRequest(unit);
    const audit = [auditEvent('SignatureCancelled')];
    await store.cancelRequest({ tenantId: 'acme', id: unit.request.id, at: at(5), audit });
  }

  async function addOld(count: number): Promise<void> {
    const one = () => ({ ...auditEvent('ApiKeyCreated'), tenantId: 'acme', timestamp: at(1), correlationId: null });
    const subject = { entityType: 'ApiKey', entityId: 'key', metadata: { text: 'x'.repeat(500) } };
    await Promise.all(Array.from({ length: count }, () => store.appendAudit({ ...one(), ...subject })));
  }

  it('are in the archive, and an event there names its file, before they leave the database', async () => {
    await cancelled();
    const open = acceptUnit();
    await store.acceptSignatureRequest(open);
    const before = await left();
    const kept = before.filter(({ entityId }) => entityId === open.request.id);
    const count = await archiveAudit(ports(), POLICY);
    expect(count).toBe(before.length - kept.length);
    expect(count).toBeGreaterThan(0);
    const verdict = await verifyArchiveFolder(path.join(folder, 'archive'));
    expect(verdict).toMatchObject({ files: 1, events: count, faults: [] });
    const after = await left();
    expect(after.slice(0, -1)).toEqual(kept);
    expect(after.at(-1)).toMatchObject({
      ...{ eventType: 'AuditEventsArchived', entityId: 'audit-000001.jsonl', timestamp: LATER },
      metadata: { count, sha256: verdict.sha256 },
    });
    expect(await archiveAudit(ports(), POLICY)).toBe(0);
  });

  it('are deleted at the next run where a crash came between, and are in the archive once', async () => {
    await addOld(1_200);
    const deleting = { ...store, deleteArchivedAuditEvents: () => Promise.reject(new Error('power cut')) };
    await expect(archiveAudit({ ...ports(), persistence: deleting }, POLICY)).rejects.toThrow('power cut');
    expect(await left()).toHaveLength(1_201);
    expect(await archiveAudit(ports(), POLICY)).toBe(1_200);
    expect(await left()).toMatchObject([{ eventType: 'AuditEventsArchived' }]);
    const verdict = await verifyArchiveFolder(path.join(folder, 'archive'));
    expect(verdict).toMatchObject({ files: 1, events: 1_200, faults: [] });
  });

  it('stay where the archive cannot take them', async () => {
    await addOld(10);
    const archive = { ...ports().archive, add: () => Promise.reject(new Error('disk full')) };
    await expect(archiveAudit({ ...ports(), archive }, POLICY)).rejects.toThrow('disk full');
    expect(await left()).toHaveLength(10);
  });

  it('leave a smaller file behind', async () => {
    await addOld(5_000);
    await store.close();
    const file = path.join(folder, 'station.db');
    const before = statSync(file).size;
    const migrationsFolder = path.join(import.meta.dirname, '..', 'persistence', 'sqlite', 'migrations');
    store = await openSqlitePersistence({ databasePath: file, migrationsFolder });
    expect(await archiveAudit(ports(), POLICY)).toBe(5_000);
    await store.close();
    expect(statSync(file).size).toBeLessThan(before / 3);
    store = await openSqlitePersistence({ databasePath: file, migrationsFolder });
  });

  it('are kept for as long as the policy says', async () => {
    await addOld(10);
    expect(await archiveAudit(ports(), { ...POLICY, days: 32 })).toBe(0);
    expect(await left()).toHaveLength(10);
  });
});
