import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createArchiveFolder, verifyArchiveFolder } from '../archive/local/archive-folder.ts';
import { newUuidV7 } from '../ids/uuid-v7.ts';
import type { AcceptUnit } from '../persistence/persistence.ts';
import { acceptUnit, at, auditEvent } from '../persistence/sample-records.suite.ts';
import { openSqlitePersistence, type SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts';
import { archiveAudit, type ArchivePorts } from '../use-cases/archive-audit.ts';
import { archiveRequests } from '../use-cases/archive-requests.ts';

const DAY = 86_400_000;
const POLICY = { days: 30, tenantId: 'acme' };
const LATER = new Date(at(0).getTime() + 31 * DAY);

describe('requests whose time is over', () => {
  let folder: string;
  let store: SqlitePersistence;
  const open = async (): Promise<void> => {
    const migrationsFolder = path.join(import.meta.dirname, '..', 'persistence', 'sqlite', 'migrations');
    store = await openSqlitePersistence({ databasePath: path.join(folder, 'station.db'), migrationsFolder });
  };
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'request-archive-'));
    await open();
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
  const verdict = () => verifyArchiveFolder(path.join(folder, 'archive'));
  const count = async () => (await store.countRequests('acme', {})).value;

  /** Cancelled, and its document deleted. */
  async function ended(number: number): Promise<AcceptUnit> {
    const unit = acceptUnit({ request: { idempotencyKey: `key-${number}` } });
    await store.acceptSignatureRequest(unit);
    const { id, inputFileId } = unit.request;
    await store.cancelRequest({ tenantId: 'acme', id, at: at(5 + number), audit: [] });
    const event = { ...auditEvent('FileDeleted'), tenantId: 'acme', entityType: 'SignatureRequest', entityId: id };
    await store.markFileDeleted(inputFileId, at(9), { ...event, timestamp: at(9), correlationId: null });
    return unit;
  }
  const many = (number: number) => Promise.all(Array.from({ length: number }, (_, index) => ended(index)));

  it('are in the archive, and an event names its file, before they leave the database', async () => {
    const [unit] = await many(3);
    const living = acceptUnit();
    await store.acceptSignatureRequest(living);
    expect(await archiveRequests(ports(), { ...POLICY, days: 32 })).toBe(0);
    expect(await archiveRequests(ports(), POLICY)).toBe(3);
    expect(await count()).toBe(1);
    const { sha256, ...found } = await verdict();
    expect(found).toEqual({ files: 1, events: 0, requests: 3, faults: [] });
    const [line] = readFileSync(path.join(folder, 'archive', 'requests-000001.jsonl'), 'utf8')
      .split('\n')
      .slice(1);
    expect(JSON.parse(line ?? '')).toMatchObject({
      request: { id: unit?.request.id, job: { id: unit?.job.id }, request: { idempotencyKey: 'key-0' } },
    });
    const told = await store.listAuditEvents(
      { tenantId: 'acme', limit: 9, cursor: null },
      { eventType: ['SignatureRequestsArchived'] },
    );
    expect(told.items).toMatchObject([{ entityId: 'requests-000001.jsonl', metadata: { count: 3, sha256 } }]);
    expect(await archiveRequests(ports(), POLICY)).toBe(0);
  });

  it.each([0, 1])(
    'are deleted at the next run where a crash came after %i steps, and are archived once',
    async (steps) => {
      const units = await many(120);
      let left = steps;
      const dying: ArchivePorts['persistence'] = {
        ...store,
        deleteArchivedRequests: (ids) =>
          left-- > 0 ? store.deleteArchivedRequests(ids) : Promise.reject(new Error('power cut')),
      };
      await expect(archiveRequests({ ...ports(), persistence: dying }, POLICY)).rejects.toThrow('power cut');
      expect(await count()).toBe(120 - 50 * steps);
      await store.close();
      await open();
      // The other kind's file comes between.
      expect(await archiveAudit(ports(), POLICY)).toBeGreaterThan(0);
      expect(await archiveRequests(ports(), POLICY)).toBe(120 - 50 * steps);
      expect(await count()).toBe(0);
      expect(await verdict()).toMatchObject({ files: 2, requests: 120, faults: [] });
      const replay = acceptUnit({ request: { idempotencyKey: 'key-7' } });
      expect(await store.acceptSignatureRequest(replay)).toMatchObject({
        ...{ outcome: 'archived', original: { id: units[7]?.request.id } },
      });
    },
  );

  it('stay where the archive cannot take them', async () => {
    await many(3);
    const archive = { ...ports().archive, add: () => Promise.reject(new Error('disk full')) };
    await expect(archiveRequests({ ...ports(), archive }, POLICY)).rejects.toThrow('disk full');
    expect(await count()).toBe(3);
  });

  it('leave a smaller file behind', async () => {
    await many(2_500);
    await store.close();
    const before = statSync(path.join(folder, 'station.db')).size;
    await open();
    expect(await archiveRequests(ports(), POLICY)).toBe(2_500);
    await archiveAudit(ports(), POLICY);
    await store.close();
    expect(statSync(path.join(folder, 'station.db')).size).toBeLessThan(before / 3);
    await open();
    expect((await verdict()).requests).toBe(2_500);
  });
});
