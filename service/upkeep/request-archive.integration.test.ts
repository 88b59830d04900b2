import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AcceptUnit } from '../persistence/persistence.ts';
import { acceptUnit, at, auditEvent } from '../persistence/sample-records.suite.ts';
import { archiveAudit } from '../use-cases/archive-audit.ts';
import type { ArchivePorts } from '../use-cases/archive-records.ts';
import { archiveRequests } from '../use-cases/archive-requests.ts';
import { openArchivingStation, POLICY, type ArchivingStation } from './archiving-station.suite.ts';

describe('requests whose time is over', () => {
  let station: ArchivingStation;
  beforeEach(async () => {
    station = await openArchivingStation();
  });
  afterEach(() => station.remove());

  const ports = (): ArchivePorts => station.ports();
  const count = async () => (await station.store.countRequests('acme', {})).value;

  /** Cancelled, and its document deleted. */
  async function ended(number: number): Promise<AcceptUnit> {
    const unit = acceptUnit({ request: { idempotencyKey: `key-${number}` } });
    await station.store.acceptSignatureRequest(unit);
    const { id, inputFileId } = unit.request;
    await station.store.cancelRequest({ tenantId: 'acme', id, at: at(5 + number), audit: [] });
    const event = { ...auditEvent('FileDeleted'), tenantId: 'acme', entityType: 'SignatureRequest', entityId: id };
    await station.store.markFileDeleted(inputFileId, at(9), { ...event, timestamp: at(9), correlationId: null });
    return unit;
  }
  const many = (number: number) => Promise.all(Array.from({ length: number }, (_, index) => ended(index)));

  it('are in the archive, and an event names its file, before they leave the database', async () => {
    const [unit] = await many(3);
    const living = acceptUnit();
    await station.store.acceptSignatureRequest(living);
    expect(await archiveRequests(ports(), { ...POLICY, days: 32 })).toBe(0);
    expect(await archiveRequests(ports(), POLICY)).toBe(3);
    expect(await count()).toBe(1);
    const { sha256, ...found } = await station.verdict();
    expect(found).toEqual({ files: 1, events: 0, requests: 3, faults: [] });
    const [line] = readFileSync(path.join(station.archiveFolder, 'requests-000001.jsonl'), 'utf8').split('\n').slice(1);
    expect(JSON.parse(line ?? '')).toMatchObject({
      request: { id: unit?.request.id, job: { id: unit?.job.id }, request: { idempotencyKey: 'key-0' } },
    });
    const told = await station.store.listAuditEvents(
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
        ...station.store,
        deleteArchivedRequests: (ids) =>
          left-- > 0 ? station.store.deleteArchivedRequests(ids) : Promise.reject(new Error('power cut')),
      };
      await expect(archiveRequests({ ...ports(), persistence: dying }, POLICY)).rejects.toThrow('power cut');
      expect(await count()).toBe(120 - 50 * steps);
      await station.reopen();
      // The other kind's file comes between.
      expect(await archiveAudit(ports(), POLICY)).toBeGreaterThan(0);
      expect(await archiveRequests(ports(), POLICY)).toBe(120 - 50 * steps);
      expect(await count()).toBe(0);
      expect(await station.verdict()).toMatchObject({ files: 2, requests: 120, faults: [] });
      const replay = acceptUnit({ request: { idempotencyKey: 'key-7' } });
      expect(await station.store.acceptSignatureRequest(replay)).toMatchObject({
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
    const before = await station.closedSize();
    expect(await archiveRequests(ports(), POLICY)).toBe(2_500);
    await archiveAudit(ports(), POLICY);
    expect(await station.closedSize()).toBeLessThan(before / 3);
    expect((await station.verdict()).requests).toBe(2_500);
  });
});
