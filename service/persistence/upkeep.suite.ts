import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEventType } from '../contract/vocabulary/audit-events.ts';
import type { SignatureStatus } from '../contract/vocabulary/states.ts';
import type { AuditEvent } from '../domain/records.ts';
import type { AcceptUnit, Persistence } from './persistence.ts';
import { acceptUnit, at, claimOf, completionOf, failureAt, LEASE_MILLISECONDS } from './sample-records.suite.ts';

const SUSPECT_ALL = { except: [] };

/** What the station does beside signing: interrupted work, retention, figures, health. */
export function describeUpkeep(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  async function accept(changes: Parameters<typeof acceptUnit>[0] = {}): Promise<AcceptUnit> {
    const unit = acceptUnit(changes);
    await store.acceptSignatureRequest(unit);
    return unit;
  }

  async function claim(unit: AcceptUnit, claimant = 'station/worker-1', now = at(10)) {
    const result = await store.claimJob(claimOf(unit, now, { claimant }));
    if (result.outcome !== 'claimed') throw new Error(`Not claimed: ${result.outcome}.`);
    return result.claim;
  }

  async function complete(unit: AcceptUnit, now: Date) {
    const started = await store.startProcessing(await claim(unit), {
      now: at(11),
      leaseMilliseconds: LEASE_MILLISECONDS,
      audit: [],
    });
    if (started === 'lost') throw new Error('The claim was lost.');
    const completion = completionOf(unit, now);
    await store.completeJob(started, completion);
    return completion.output;
  }

  const jobOf = async (unit: AcceptUnit) => {
    const { items } = await store.listJobs({ tenantId: unit.request.tenantId, limit: 200, cursor: null }, {});
    return items.find((item) => item.job.id === unit.job.id);
  };

  const auditEvent = (eventType: AuditEventType, entityId: string): AuditEvent => ({
    id: randomUUID(),
    tenantId: 'acme',
    entityType: 'Thing',
    entityId,
    eventType,
    actor: 'tester',
    timestamp: at(50),
    correlationId: null,
    metadata: {},
  });

  describe('releasing claims', () => {
    it('gives back the jobs of one dead claimant', async () => {
      const [locked, processing, others, waiting] = [await accept(), await accept(), await accept(), await accept()];
      await claim(locked, 'station/worker-1');
      await store.startProcessing(await claim(processing, 'station/worker-1'), {
        now: at(11),
        leaseMilliseconds: LEASE_MILLISECONDS,
        audit: [],
      });
      await claim(others, 'station/worker-10');
      const released = await store.releaseClaims('station/worker-1', at(20), SUSPECT_ALL);
      const expected = [locked, processing].map((unit) => ({
        jobId: unit.job.id,
        signatureId: unit.request.id,
        tenantId: 'acme',
        interruptions: 1,
      }));
      expect(released).toHaveLength(2);
      expect(released).toEqual(expect.arrayContaining(expected));
      const found = await jobOf(processing);
      expect(found?.job).toMatchObject({ status: 'Failed', lockedUntil: null, attempt: 1, interruptions: 1 });
      expect(found?.request).toMatchObject({ status: 'Queued', queuedAt: at(20), retryCount: 0, failedAt: null });
      expect((await jobOf(others))?.job.status).toBe('Locked');
      expect((await jobOf(waiting))?.job.status).toBe('Pending');
      expect(await store.releaseClaims('station/worker-1', at(21), SUSPECT_ALL)).toEqual([]);
      expect(await store.claimJob(claimOf(processing, at(23)))).toMatchObject({
        outcome: 'claimed',
        claim: { attempt: 2 },
      });
      expect(await store.claimJob(claimOf(processing, at(24)))).toEqual({ outcome: 'held' });
    });

    it('takes a claimant that ends in a slash for all that begin with it', async () => {
      const claimants = ['stätion_%/worker-1', 'stätion_%/a/b', 'stätion_%0', 'station-x/worker-1', 'stätion_%'];
      const units = [];
      for (const claimant of claimants) {
        const unit = await accept();
        await claim(unit, claimant);
        units.push(unit);
      }
      const released = await store.releaseClaims('stätion_%/', at(20), SUSPECT_ALL);
      expect(released.map((entry) => entry.jobId).toSorted()).toEqual(
        units
          .slice(0, 2)
          .map((unit) => unit.job.id)
          .toSorted(),
      );
    });

    it('counts no interruption when the whole station went down', async () => {
      const unit = await accept();
      await claim(unit);
      expect(await store.releaseClaims('station/', at(20), 'nobody')).toMatchObject([{ interruptions: 0 }]);
      expect((await jobOf(unit))?.job).toMatchObject({ status: 'Failed', interruptions: 0 });
    });

    it('suspects no job whose document was not under work', async () => {
      const [busy, waits] = [await accept(), await accept()];
      for (const unit of [busy, waits]) await claim(unit, 'station/worker-1');
      const released = await store.releaseClaims('station/worker-1', at(20), { except: [waits.job.id] });
      const counts = new Map(released.map(({ jobId, interruptions }) => [jobId, interruptions]));
      expect(counts).toEqual(
        new Map([
          [busy.job.id, 1],
          [waits.job.id, 0],
        ]),
      );
      expect((await jobOf(waits))?.job).toMatchObject({ status: 'Failed', lockedUntil: null, interruptions: 0 });
    });

    it('counts every interruption of a job', async () => {
      const unit = await accept();
      for (let n = 1; n <= 3; n += 1) {
        await claim(unit, 'station/worker-1', at(n * 100));
        expect(await store.releaseClaims('station/worker-1', at(n * 100 + 1), SUSPECT_ALL)).toMatchObject([
          { interruptions: n },
        ]);
      }
      expect((await jobOf(unit))?.job.attempt).toBe(3);
    });

    it('touches no job that has ended', async () => {
      const [completed, failed] = [await accept(), await accept()];
      await complete(completed, at(12));
      await store.failJob(await claim(failed), failureAt(at(12)));
      expect(await store.releaseClaims('station/', at(20), SUSPECT_ALL)).toEqual([]);
      expect((await jobOf(completed))?.request.status).toBe('Completed');
    });
  });

  describe('retention', () => {
    const ended = async (kind: 'input' | 'output', statuses: readonly SignatureStatus[], before: Date, limit = 100) =>
      (await store.filesEndedBefore({ kind, statuses, endedBefore: before, limit }))
        .map((file) => file.fileId)
        .toSorted();

    it('offers inputs and outputs of requests by how and when they ended', async () => {
      const completed = await accept({ additionalInputs: 2, hasAppearance: true });
      const output = await complete(completed, at(100));
      const failed = await accept();
      await store.failJob(await claim(failed), failureAt(at(200)));
      const cancelled = await accept();
      await store.cancelRequest({ tenantId: 'acme', id: cancelled.request.id, at: at(300), audit: [] });
      await accept();
      const inputs = completed.files.map((file) => file.id);
      expect(await ended('input', ['Completed'], at(101))).toEqual(inputs.toSorted());
      expect(await ended('input', ['Completed'], at(100))).toEqual([]);
      expect(await ended('output', ['Completed', 'Failed'], at(999))).toEqual([output.id]);
      expect(await ended('input', ['Failed', 'Cancelled'], at(999))).toEqual(
        [failed.request.inputFileId, cancelled.request.inputFileId].toSorted(),
      );
      expect(await ended('input', [], at(999))).toEqual([]);
      expect(await ended('input', ['Completed'], at(999), 2)).toHaveLength(2);
      const [file] = await store.filesEndedBefore({
        kind: 'output',
        statuses: ['Completed'],
        endedBefore: at(999),
        limit: 1,
      });
      expect(file).toEqual({
        fileId: output.id,
        storageKey: output.storageKey,
        stagedKey: output.stagedKey,
        tenantId: 'acme',
        signatureId: completed.request.id,
      });
    });

    it('tells the requests that have ended and have no output any more', async () => {
      const [queued, failed, done, emptied] = [await accept(), await accept(), await accept(), await accept()];
      await store.failJob(await claim(failed), failureAt(at(1)));
      await complete(done, at(1));
      const output = await complete(emptied, at(1));
      await store.markFileDeleted(output.id, at(2), auditEvent('FileDeleted', output.id));
      const ids = [queued, failed, done, emptied].map(({ request }) => request.id);
      const found = await store.endedWithoutOutput([...ids, 'unknown']);
      const expected = [failed, emptied].map(({ request: { tenantId, id } }) => ({ tenantId, id }));
      expect(found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))).toEqual(expected);
      expect(await store.endedWithoutOutput([])).toEqual([]);
    });

    it('marks a file deleted once, with its audit event, and offers the others still', async () => {
      const unit = await accept({ additionalInputs: 1 });
      await complete(unit, at(100));
      const [first, second] = unit.files.map((file) => file.id);
      if (first === undefined || second === undefined) throw new Error('There are two files.');
      await store.markFileDeleted(first, at(500), auditEvent('FileDeleted', first));
      await store.markFileDeleted(first, at(600), auditEvent('FileDeleted', first));
      expect(await ended('input', ['Completed'], at(999))).toEqual([second]);
      expect((await store.findRequest('acme', unit.request.id))?.input.deletedAt).toEqual(at(500));
      const audit = await store.listAuditEvents({ tenantId: 'acme', limit: 9, cursor: null }, { entityId: first });
      expect(audit.items).toHaveLength(1);
      await store.markFileDeleted(second, at(700), auditEvent('FileDeleted', second));
      expect(await ended('input', ['Completed'], at(999))).toEqual([]);
      expect(await ended('output', ['Completed'], at(999))).toHaveLength(1);
    });
  });

  describe('statistics', () => {
    it('count what there is, per tenant', async () => {
      await accept({ request: { queuedAt: at(7) } });
      await accept({ request: { queuedAt: at(3), format: 'XAdES' } });
      await accept({ request: { tenantId: 'other', queuedAt: at(1) } });
      for (const [duration, now] of [
        [100, 1000],
        [300, 2000],
        [900, 3000],
      ] as const) {
        await complete(await accept({ request: { createdAt: at(now - duration) } }), at(now));
      }
      await store.failJob(await claim(await accept()), failureAt(at(2500)));
      expect(await store.statistics('acme', at(2000))).toEqual({
        byStatus: { Queued: 2, Completed: 3, Failed: 1 },
        byFormat: { PAdES: 5, XAdES: 1 },
        completedSince: 2,
        failedSince: 1,
        oldestQueuedAt: at(3),
        medianDurationMilliseconds: 600,
      });
      expect(await store.statistics('nobody', at(0))).toEqual({
        byStatus: {},
        byFormat: {},
        completedSince: 0,
        failedSince: 0,
        oldestQueuedAt: null,
        medianDurationMilliseconds: null,
      });
    });
  });

  it('answers to a ping', () => expect(store.ping()).resolves.toBeUndefined());
}
