import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AcceptUnit, Persistence } from './persistence.ts';
import {
  acceptUnit,
  at,
  auditEvent,
  claimOf,
  completionOf,
  failureAt,
  LEASE_MILLISECONDS,
  retryAt,
} from './sample-records.suite.ts';
import { auditTypes as auditTypesOf, claimed, started, storedJob } from './job-steps.suite.ts';

/** Who has a job: claims that are won, held, renewed, lost and given back. */
export function describeClaims(current: () => Persistence): void {
  let store: Persistence;
  let unit: AcceptUnit;
  beforeEach(async () => {
    store = current();
    unit = acceptUnit({ additionalInputs: 1, hasAppearance: true });
    await store.acceptSignatureRequest(unit);
  });

  const details = () => storedJob(store);
  const claim = (now: Date, changes?: { claimant?: string; leaseMilliseconds?: number }) =>
    claimed(store, unit, now, changes);
  const start = (now: Date) => started(store, unit, now);
  const auditTypes = () => auditTypesOf(store, unit);

  describe('a claim', () => {
    it('locks the job, starts the request and answers both as stored', async () => {
      const result = await store.claimJob(claimOf(unit, at(10)));
      const lockedUntil = at(10 + LEASE_MILLISECONDS);
      expect(result).toMatchObject({ outcome: 'claimed', claim: { jobId: unit.job.id, attempt: 1, lockedUntil } });
      const stored = await details();
      expect(result).toMatchObject({ details: stored });
      expect(stored.job).toEqual({ ...unit.job, status: 'Locked', attempt: 1, lockedUntil, startedAt: at(10) });
      expect(stored.request).toEqual({ ...unit.request, status: 'Processing', startedAt: at(10) });
      expect(stored.additionalInputs).toEqual([unit.files[1]]);
      expect(stored.appearance).toEqual(unit.files[2]);
      expect(await auditTypes()).toEqual(['SignatureRequested', 'JobQueued', 'JobStarted']);
    });

    it('is won by one of many', async () => {
      const results = await Promise.all(
        Array.from({ length: 16 }, (_, n) => store.claimJob(claimOf(unit, at(10), { claimant: `station/${n}` }))),
      );
      expect(results.filter((result) => result.outcome === 'claimed')).toHaveLength(1);
      expect(results.filter((result) => result.outcome === 'held')).toHaveLength(15);
      expect((await details()).job.attempt).toBe(1);
    });

    it('knows no job under an unknown id', async () => {
      const args = { ...claimOf(unit, at(10)), jobId: randomUUID() };
      expect(await store.claimJob(args)).toEqual({ outcome: 'unknown' });
    });

    it.each([
      ['tenantId', 'other'],
      ['signatureId', randomUUID()],
      ['inputPath', 'tenants/other/signatures/2026/01/15/x/input.bin'],
      ['requestedFormat', 'CAdES'],
      ['requestedProfile', 'LTA'],
    ])('takes nothing when the message has another %s', async (member, value) => {
      const args = claimOf(unit, at(10));
      const expected = { ...args.expected, [member]: value };
      expect(await store.claimJob({ ...args, expected })).toEqual({ outcome: 'mismatch' });
      expect((await details()).job).toEqual(unit.job);
      expect(await auditTypes()).toEqual(['SignatureRequested', 'JobQueued']);
    });

    it('holds to the last millisecond of the lease and not beyond', async () => {
      await claim(at(0), { leaseMilliseconds: 1000 });
      expect(await store.claimJob(claimOf(unit, at(999)))).toEqual({ outcome: 'held' });
      expect(await store.claimJob(claimOf(unit, at(1000)))).toMatchObject({
        outcome: 'claimed',
        claim: { attempt: 2 },
      });
    });

    it('reclaimed by another takes every write from the one before', async () => {
      const old = await claim(at(0), { leaseMilliseconds: 1000 });
      const fresh = await claim(at(2000));
      expect(
        await store.startProcessing(old, { now: at(2001), leaseMilliseconds: LEASE_MILLISECONDS, audit: [] }),
      ).toBe('lost');
      expect(await store.completeJob(old, completionOf(unit, at(2001)))).toBe('lost');
      expect(await store.failJob(old, failureAt(at(2001)))).toBe('lost');
      expect(await store.scheduleRetry(old, retryAt(at(2001), at(3000)))).toBe('lost');
      expect((await details()).job).toMatchObject({ status: 'Locked', attempt: 2, lockedUntil: fresh.lockedUntil });
    });

    it('renewed takes every write from the claim before the renewal', async () => {
      const old = await claim(at(0));
      const renewed = await store.startProcessing(old, {
        now: at(5),
        leaseMilliseconds: LEASE_MILLISECONDS,
        audit: [],
      });
      expect(renewed).toEqual({ ...old, lockedUntil: at(5 + LEASE_MILLISECONDS) });
      expect(await store.completeJob(old, completionOf(unit, at(6)))).toBe('lost');
      expect((await details()).job).toMatchObject({ status: 'Processing', lockedUntil: at(5 + LEASE_MILLISECONDS) });
    });

    it('renewed tells at once what the signature will be made with; a lost one tells nothing', async () => {
      const old = await claim(at(0));
      const selection = () => ({
        now: at(5),
        leaseMilliseconds: LEASE_MILLISECONDS,
        audit: [auditEvent('SigningProviderSelected'), auditEvent('CertificateResolved')],
      });
      await store.startProcessing(old, selection());
      expect((await auditTypes()).slice(2)).toEqual(['JobStarted', 'SigningProviderSelected', 'CertificateResolved']);
      expect(await store.startProcessing(old, selection())).toBe('lost');
      expect(await auditTypes()).toHaveLength(5);
    });

    it.each([{ attempt: 2 }, { lockedUntil: at(LEASE_MILLISECONDS + 1) }, { jobId: randomUUID() }])(
      'differing in %j is no claim',
      async (difference) => {
        const forged = { ...(await start(at(0))), ...difference };
        expect(await store.completeJob(forged, completionOf(unit, at(1)))).toBe('lost');
        expect(await store.failJob(forged, failureAt(at(1)))).toBe('lost');
        expect((await details()).request.status).toBe('Processing');
      },
    );
  });

  describe('a claim that is held', () => {
    const due = (now: Date) => store.dueOutboxMessages(now, 10);
    const publishAll = async (now: Date) =>
      store.markPublished(
        (await due(now)).map((message) => message.id),
        now,
      );

    it('leaves a message that becomes due when the lease ends', async () => {
      await publishAll(at(1));
      await claim(at(10), { leaseMilliseconds: 1000 });
      const asked = claimOf(unit, at(20));
      expect(await store.claimJob(asked)).toEqual({ outcome: 'held' });
      expect(await due(at(1009))).toEqual([]);
      expect(await due(at(1010))).toEqual([{ ...asked.whenHeld, availableAt: at(1010) }]);
      expect(await store.claimJob(claimOf(unit, at(1010)))).toMatchObject({ outcome: 'claimed' });
    });

    it('leaves one message, however often it is asked', async () => {
      await publishAll(at(1));
      await claim(at(10), { leaseMilliseconds: 1000 });
      for (let n = 0; n < 3; n += 1) await store.claimJob(claimOf(unit, at(20)));
      expect(await due(at(5000))).toHaveLength(1);
    });

    it('leaves none while another one waits', async () => {
      await claim(at(10));
      await store.claimJob(claimOf(unit, at(20)));
      expect((await due(at(10_000_000))).map((message) => message.id)).toEqual([unit.outboxMessage.id]);
    });

    it('leaves a message that is due at once when the holder turns out to be dead', async () => {
      await publishAll(at(1));
      await claim(at(10));
      await store.claimJob(claimOf(unit, at(20)));
      expect(await due(at(30))).toEqual([]);
      await store.releaseClaims('station/', at(40), 'nobody');
      expect(await due(at(40))).toHaveLength(1);
      expect(await store.claimJob(claimOf(unit, at(41)))).toMatchObject({ outcome: 'claimed' });
    });

    it('takes the message back when the holder ends the job', async () => {
      await publishAll(at(1));
      const held = await start(at(10));
      await store.claimJob(claimOf(unit, at(20)));
      expect(await store.completeJob(held, completionOf(unit, at(30)))).toBe('done');
      expect(await due(at(10_000_000))).toEqual([]);
    });
  });

  describe('a claim that is given back', () => {
    it('leaves the job as it was before, without using up an attempt', async () => {
      const claimed = await start(at(10));
      expect(await store.releaseClaim(claimed, at(20))).toBe('done');
      const { job, request } = await details();
      expect(job).toMatchObject({ status: 'Failed', attempt: 1, lockedUntil: null, interruptions: 0 });
      expect(request).toMatchObject({ status: 'Queued', queuedAt: at(20), retryCount: 0, errorCode: null });
      expect(await store.claimJob(claimOf(unit, at(21)))).toMatchObject({ outcome: 'claimed', claim: { attempt: 2 } });
    });

    it('is not ours any more', async () => {
      const claimed = await claim(at(10));
      await store.releaseClaim(claimed, at(20));
      expect(await store.releaseClaim(claimed, at(21))).toBe('lost');
      expect(await store.completeJob(claimed, completionOf(unit, at(22)))).toBe('lost');
    });

    it('answers lost for a claim that another one has replaced', async () => {
      const old = await claim(at(0), { leaseMilliseconds: 1000 });
      const fresh = await claim(at(2000));
      expect(await store.releaseClaim(old, at(2001))).toBe('lost');
      expect((await details()).job).toMatchObject({ status: 'Locked', lockedUntil: fresh.lockedUntil });
    });
  });
}
