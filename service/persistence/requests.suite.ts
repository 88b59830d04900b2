import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Persistence } from './persistence.ts';
import { acceptUnit, at, auditEvent, claimOf, completionOf, failureAt } from './sample-records.suite.ts';

/** Accepting, finding and cancelling requests. `current` answers an empty store, made anew for each test. */
export function describeRequests(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  const auditOf = async (tenantId: string, entityId: string) =>
    (await store.listAuditEvents({ tenantId, limit: 200, cursor: null }, { entityId })).items;

  describe('accepting', () => {
    it('keeps every field of a request and its files', async () => {
      const unit = acceptUnit({ additionalInputs: 3, hasAppearance: true, request: { format: 'ASiC_E' } });
      expect(await store.acceptSignatureRequest(unit)).toEqual({ outcome: 'accepted' });
      const [input, second, third, fourth, appearance] = unit.files;
      expect(await store.findRequest('acme', unit.request.id)).toEqual({
        request: unit.request,
        input,
        additionalInputs: [second, third, fourth],
        output: null,
        appearance,
      });
    });

    it('keeps nulls as nulls', async () => {
      const unit = acceptUnit({
        request: { correlationId: null, signatureNote: null, certificateThumbprint: null, queuedAt: null },
      });
      await store.acceptSignatureRequest(unit);
      const found = await store.findRequest('acme', unit.request.id);
      expect(found?.request).toEqual(unit.request);
      expect(found?.additionalInputs).toEqual([]);
      expect(found?.appearance).toBeNull();
    });

    it('writes job, outbox message and audit with it', async () => {
      const unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      const jobs = await store.listJobs({ tenantId: 'acme', limit: 10, cursor: null }, {});
      expect(jobs.items.map((item) => item.job)).toEqual([unit.job]);
      expect(await store.dueOutboxMessages(at(0), 10)).toEqual([unit.outboxMessage]);
      const { id: entityId, tenantId, correlationId, createdAt: timestamp } = unit.request;
      const subject = { entityType: 'SignatureRequest', entityId, tenantId, correlationId, timestamp };
      expect(await auditOf('acme', entityId)).toEqual(unit.audit.map((event) => ({ ...event, ...subject })).reverse());
    });

    it.each(['job', 'outboxMessage', 'file', 'audit'] as const)(
      'keeps nothing of a unit whose %s id is taken',
      async (part) => {
        const first = acceptUnit();
        await store.acceptSignatureRequest(first);
        const second = acceptUnit();
        const clash = {
          job: { ...second, job: { ...second.job, id: first.job.id } },
          outboxMessage: { ...second, outboxMessage: { ...second.outboxMessage, id: first.outboxMessage.id } },
          file: { ...second, files: [...second.files, ...first.files] },
          audit: { ...second, audit: [...second.audit, ...first.audit] },
        }[part];
        const other = acceptUnit();
        const results = await Promise.allSettled([
          store.acceptSignatureRequest(clash),
          store.acceptSignatureRequest(other),
        ]);
        expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
        expect(await store.findRequest('acme', second.request.id)).toBeUndefined();
        expect(await auditOf('acme', second.request.id)).toEqual([]);
        expect(await store.findRequest('acme', other.request.id)).toBeDefined();
        expect(await store.dueOutboxMessages(at(0), 10)).toHaveLength(2);
        expect(await store.acceptSignatureRequest(second)).toEqual({ outcome: 'accepted' });
      },
    );

    it('allows one job per request', async () => {
      const first = acceptUnit();
      await store.acceptSignatureRequest(first);
      const second = acceptUnit();
      const job = { ...second.job, signatureRequestId: first.request.id };
      await expect(store.acceptSignatureRequest({ ...second, job })).rejects.toThrow();
    });
  });

  describe('rejecting', () => {
    it('keeps request, files and audit, and nothing to be done', async () => {
      const unit = acceptUnit({
        additionalInputs: 1,
        hasAppearance: true,
        request: { status: 'Rejected', queuedAt: null, errorCode: 'SIGNING_PROVIDER_UNAVAILABLE', errorMessage: 'No.' },
      });
      const files = unit.files.map((file) => ({ ...file, deletedAt: at(0) }));
      await store.rejectSignatureRequest({ ...unit, files, audit: [auditEvent('SignatureRejected')] });
      const found = await store.findRequest('acme', unit.request.id);
      expect(found?.request).toEqual(unit.request);
      expect([found?.input, ...(found?.additionalInputs ?? []), found?.appearance]).toEqual(files);
      expect((await auditOf('acme', unit.request.id)).map((event) => event.eventType)).toEqual(['SignatureRejected']);
      expect((await store.listJobs({ tenantId: 'acme', limit: 10, cursor: null }, {})).items).toEqual([]);
      expect(await store.dueOutboxMessages(at(1_000_000), 10)).toEqual([]);
      const cancel = { tenantId: 'acme', id: unit.request.id, at: at(1), audit: [] };
      expect(await store.cancelRequest(cancel)).toBe('not-cancellable');
      expect((await store.statistics('acme', at(0))).byStatus).toEqual({ Rejected: 1 });
      const ended = { kind: 'input', statuses: ['Rejected'], endedBefore: at(9_999), limit: 9 } as const;
      expect(await store.filesEndedBefore(ended)).toEqual([]);
    });
  });

  describe('idempotency', () => {
    const withKey = (idempotencyKey: string, tenantId = 'acme') =>
      acceptUnit({ request: { idempotencyKey, tenantId } });

    it('answers the original for a key used before and writes nothing', async () => {
      const [first, second] = [withKey('k'), withKey('k')];
      await store.acceptSignatureRequest(first);
      expect(await store.acceptSignatureRequest(second)).toEqual({ outcome: 'replayed', original: first.request });
      expect(await store.findRequest('acme', second.request.id)).toBeUndefined();
      expect(await store.dueOutboxMessages(at(0), 10)).toHaveLength(1);
      expect(await store.findByIdempotencyKey('acme', 'k')).toEqual(first.request);
    });

    it('accepts one of many sent at once', async () => {
      const units = Array.from({ length: 20 }, () => withKey('k'));
      const results = await Promise.all(units.map((unit) => store.acceptSignatureRequest(unit)));
      expect(results.filter((result) => result.outcome === 'accepted')).toHaveLength(1);
      const list = await store.listRequests({ tenantId: 'acme', limit: 50, cursor: null }, {});
      expect(list.items).toHaveLength(1);
      const replayed = results.filter((result) => result.outcome === 'replayed');
      expect(new Set(replayed.map((result) => result.original.id))).toEqual(new Set([list.items[0]?.request.id]));
    });

    it('holds per tenant and per exact key', async () => {
      for (const unit of [withKey('k'), withKey('K'), withKey('k ', 'acme'), withKey('k', 'other'), withKey('')]) {
        expect(await store.acceptSignatureRequest(unit)).toEqual({ outcome: 'accepted' });
      }
      expect(await store.findByIdempotencyKey('third', 'k')).toBeUndefined();
    });

    it('does not bind requests without a key', async () => {
      await store.acceptSignatureRequest(acceptUnit());
      expect(await store.acceptSignatureRequest(acceptUnit())).toEqual({ outcome: 'accepted' });
    });
  });

  describe('doing a failed request again', () => {
    const again = (retryOf: string) => acceptUnit({ request: { retryOf } });

    async function failed(): Promise<string> {
      const unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      const claimed = await store.claimJob(claimOf(unit, at(1)));
      if (claimed.outcome !== 'claimed') throw new Error('Not claimed.');
      await store.failJob(claimed.claim, failureAt(at(2)));
      return unit.request.id;
    }

    it('has one successor that lives, however many are sent at once', async () => {
      const original = await failed();
      const units = Array.from({ length: 10 }, () => again(original));
      const results = await Promise.all(units.map((unit) => store.acceptSignatureRequest(unit)));
      expect(results.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
      const successors = results.flatMap((result) => (result.outcome === 'retried' ? [result.successor.id] : []));
      expect(successors).toHaveLength(9);
      expect(new Set(successors)).toEqual(new Set([(await listIds())[0]]));
      expect((await store.findRequest('acme', original))?.request.status).toBe('Failed');
    });

    it('may be done again when its successor was cancelled or rejected, and not when that is Completed', async () => {
      const original = await failed();
      const cancelled = again(original);
      await store.acceptSignatureRequest(cancelled);
      await store.cancelRequest({ tenantId: 'acme', id: cancelled.request.id, at: at(3), audit: [] });
      const rejected = again(original);
      await store.rejectSignatureRequest({ ...rejected, request: { ...rejected.request, status: 'Rejected' } });
      const third = again(original);
      expect(await store.acceptSignatureRequest(third)).toEqual({ outcome: 'accepted' });
      const claimed = await store.claimJob(claimOf(third, at(4)));
      if (claimed.outcome !== 'claimed') throw new Error('Not claimed.');
      const start = { now: at(4), leaseMilliseconds: 900_000, audit: [] };
      const claim = await store.startProcessing(claimed.claim, start);
      if (claim === 'lost') throw new Error('The claim was lost.');
      await store.completeJob(claim, completionOf(third, at(5)));
      expect(await store.acceptSignatureRequest(again(original))).toMatchObject({
        outcome: 'retried',
        successor: { id: third.request.id, status: 'Completed' },
      });
    });

    const listIds = async () =>
      (await store.listRequests({ tenantId: 'acme', limit: 50, cursor: null }, { status: ['Queued'] })).items.map(
        ({ request }) => request.id,
      );
  });

  describe('tenants', () => {
    it("answers a foreign tenant's id like an unknown one", async () => {
      const unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      expect(await store.findRequest('other', unit.request.id)).toBeUndefined();
      expect(await store.findRequest('acme', randomUUID())).toBeUndefined();
      const cancel = { id: unit.request.id, at: at(1), audit: [] };
      expect(await store.cancelRequest({ tenantId: 'other', ...cancel })).toBe('not-found');
      expect((await store.findRequest('acme', unit.request.id))?.request.status).toBe('Queued');
      expect((await store.listRequests({ tenantId: 'other', limit: 10, cursor: null }, {})).items).toEqual([]);
      expect((await store.listJobs({ tenantId: 'other', limit: 10, cursor: null }, {})).items).toEqual([]);
      expect(await auditOf('other', unit.request.id)).toEqual([]);
    });
  });

  describe('cancelling', () => {
    it('cancels request and job and writes the audit', async () => {
      const unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      const event = auditEvent('SignatureCancelled');
      const args = { tenantId: 'acme', id: unit.request.id, at: at(5), audit: [event] };
      expect(await store.cancelRequest(args)).toBe('cancelled');
      const [item] = (await store.listJobs({ tenantId: 'acme', limit: 10, cursor: null }, {})).items;
      expect(item?.request.status).toBe('Cancelled');
      expect(item?.job.status).toBe('Cancelled');
      expect((await auditOf('acme', unit.request.id))[0]).toMatchObject({ id: event.id, timestamp: at(5) });
    });

    it('cancels once', async () => {
      const unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      const cancel = () =>
        store.cancelRequest({
          tenantId: 'acme',
          id: unit.request.id,
          at: at(5),
          audit: [auditEvent('SignatureCancelled')],
        });
      expect((await Promise.all([cancel(), cancel(), cancel()])).toSorted()).toEqual([
        'cancelled',
        'not-cancellable',
        'not-cancellable',
      ]);
      expect(await auditOf('acme', unit.request.id)).toHaveLength(3);
    });

    it('lets exactly one of a claim and a cancel win', async () => {
      for (const cancelFirst of [true, false]) {
        const unit = acceptUnit();
        await store.acceptSignatureRequest(unit);
        const cancel = () => store.cancelRequest({ tenantId: 'acme', id: unit.request.id, at: at(1), audit: [] });
        const claim = () => store.claimJob(claimOf(unit, at(1)));
        const [cancelled, claimed] = cancelFirst
          ? await Promise.all([cancel(), claim()])
          : (await Promise.all([claim(), cancel()])).toReversed();
        // Which of them is first is for the driver to say.
        const isCancelled = cancelled === 'cancelled';
        expect([cancelled, (claimed as { outcome: string }).outcome]).toEqual(
          isCancelled ? ['cancelled', 'terminal'] : ['not-cancellable', 'claimed'],
        );
        const found = await store.findRequest('acme', unit.request.id);
        expect(found?.request.status).toBe(isCancelled ? 'Cancelled' : 'Processing');
      }
    });
  });
}
