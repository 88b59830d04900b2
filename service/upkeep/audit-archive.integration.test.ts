import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptUnit, at, auditEvent } from '../persistence/sample-records.suite.ts';
import { archiveAudit } from '../use-cases/archive-audit.ts';
import type { ArchivePorts } from '../use-cases/archive-records.ts';
import { LATER, openArchivingStation, POLICY, type ArchivingStation } from './archiving-station.suite.ts';

describe('audit events whose time is over', () => {
  let station: ArchivingStation;
  beforeEach(async () => {
    station = await openArchivingStation();
  });
  afterEach(() => station.remove());

  const ports = (): ArchivePorts => station.ports();
  const left = async () =>
    (await station.store.auditEventsAfter({ cursor: null, limit: 10_000 })).map(({ event }) => event);

  async function cancelled(): Promise<void> {
    const unit = acceptUnit();
    await station.store.acceptSignatureRequest(unit);
    const audit = [auditEvent('SignatureCancelled')];
    await station.store.cancelRequest({ tenantId: 'acme', id: unit.request.id, at: at(5), audit });
  }

  async function addOld(count: number): Promise<void> {
    const one = () => ({ ...auditEvent('ApiKeyCreated'), tenantId: 'acme', timestamp: at(1), correlationId: null });
    const subject = { entityType: 'ApiKey', entityId: 'key', metadata: { text: 'x'.repeat(500) } };
    await Promise.all(Array.from({ length: count }, () => station.store.appendAudit({ ...one(), ...subject })));
  }

  it('are in the archive, and an event there names its file, before they leave the database', async () => {
    await cancelled();
    const open = acceptUnit();
    await station.store.acceptSignatureRequest(open);
    const before = await left();
    const kept = before.filter(({ entityId }) => entityId === open.request.id);
    const count = await archiveAudit(ports(), POLICY);
    expect(count).toBe(before.length - kept.length);
    expect(count).toBeGreaterThan(0);
    const verdict = await station.verdict();
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
    const deleting = { ...station.store, deleteArchivedAuditEvents: () => Promise.reject(new Error('power cut')) };
    await expect(archiveAudit({ ...ports(), persistence: deleting }, POLICY)).rejects.toThrow('power cut');
    expect(await left()).toHaveLength(1_201);
    expect(await archiveAudit(ports(), POLICY)).toBe(1_200);
    expect(await left()).toMatchObject([{ eventType: 'AuditEventsArchived' }]);
    const verdict = await station.verdict();
    expect(verdict).toMatchObject({ files: 1, events: 1_200, faults: [] });
  });

  it('are deleted only after an event names their file, also where a crash came before it', async () => {
    await addOld(10);
    const dying = { ...station.store, appendAudit: () => Promise.reject(new Error('power cut')) };
    await expect(archiveAudit({ ...ports(), persistence: dying }, POLICY)).rejects.toThrow('power cut');
    await station.reopen();
    expect(await archiveAudit(ports(), POLICY)).toBe(10);
    const { sha256, ...verdict } = await station.verdict();
    expect(verdict).toMatchObject({ files: 1, events: 10, faults: [] });
    expect(await left()).toMatchObject([
      { eventType: 'AuditEventsArchived', entityId: 'audit-000001.jsonl', metadata: { count: 10, sha256 } },
    ]);
  });

  it('stay where the archive cannot take them', async () => {
    await addOld(10);
    const archive = { ...ports().archive, add: () => Promise.reject(new Error('disk full')) };
    await expect(archiveAudit({ ...ports(), archive }, POLICY)).rejects.toThrow('disk full');
    expect(await left()).toHaveLength(10);
  });

  it('leave a smaller file behind', async () => {
    await addOld(5_000);
    const before = await station.closedSize();
    expect(await archiveAudit(ports(), POLICY)).toBe(5_000);
    expect(await station.closedSize()).toBeLessThan(before / 3);
  });

  it('are kept for as long as the policy says', async () => {
    await addOld(10);
    expect(await archiveAudit(ports(), { ...POLICY, days: 32 })).toBe(0);
    expect(await left()).toHaveLength(10);
  });
});
