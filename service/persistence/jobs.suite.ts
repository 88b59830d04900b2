import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Claim } from '../domain/claim.ts';
import type { AcceptUnit, Persistence } from './persistence.ts';
import {
  acceptUnit,
  at,
  auditEvent,
  certificateRecord,
  claimOf,
  completionOf,
  failureAt,
  LEASE_MILLISECONDS,
  retryAt,
  stagedSignature,
} from './sample-records.suite.ts';

/** What the operations of a worker write. job-states.suite.ts tells which of them are allowed when. */
export function describeJobs(current: () => Persistence): void {
  let store: Persistence;
  let unit: AcceptUnit;
  beforeEach(async () => {
    store = current();
    unit = acceptUnit({ additionalInputs: 1, hasAppearance: true });
    await store.acceptSignatureRequest(unit);
  });

  const details = async () => {
    const [found] = (await store.listJobs({ tenantId: 'acme', limit: 10, cursor: null }, {})).items;
    if (found === undefined) throw new Error('The job is gone.');
    return found;
  };

  async function claim(now: Date, changes: { claimant?: string; leaseMilliseconds?: number } = {}): Promise<Claim> {
    const result = await store.claimJob(claimOf(unit, now, changes));
    if (result.outcome !== 'claimed') throw new Error(`Not claimed: ${result.outcome}.`);
    return result.claim;
  }

  async function start(now: Date): Promise<Claim> {
    const started = await store.startProcessing(await claim(now), {
      now,
      leaseMilliseconds: LEASE_MILLISECONDS,
      audit: [],
    });
    if (started === 'lost') throw new Error('The claim was lost.');
    return started;
  }

  const auditTypes = async () => {
    const page = await store.listAuditEvents(
      { tenantId: 'acme', limit: 50, cursor: null },
      { entityId: unit.request.id },
    );
    return page.items.map((event) => event.eventType).reverse();
  };

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
      await store.releaseClaims('station/', at(40), false);
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

  describe('a signature that is kept for later attempts', () => {
    it('is in the details of every later claim, whatever ended the attempt', async () => {
      const signature = stagedSignature(unit);
      const audit = [auditEvent('SignatureStaged')];
      const signing = await start(at(10));
      expect((await details()).job.stagedSignature).toBeNull();
      expect(await store.stageSignature(signing, { signature, at: at(15), audit })).toBe('done');
      expect((await auditTypes()).at(-1)).toBe('SignatureStaged');
      expect(await store.scheduleRetry(signing, retryAt(at(20), at(30)))).toBe('done');
      const again = await store.claimJob(claimOf(unit, at(40)));
      expect(again).toMatchObject({ details: { job: { stagedSignature: signature } } });
      await store.releaseClaims('station/worker-1', at(50), true);
      const afterwards = await store.claimJob(claimOf(unit, at(60)));
      expect(afterwards).toMatchObject({ details: { job: { stagedSignature: signature }, output: null } });
    });

    it('leaves the message in the outbox that comes when the lease ends', async () => {
      await store.markPublished([unit.outboxMessage.id], at(5));
      const signing = await start(at(10));
      await store.claimJob(claimOf(unit, at(12)));
      await store.stageSignature(signing, { signature: stagedSignature(unit), at: at(15), audit: [] });
      expect(await store.dueOutboxMessages(at(10_000_000), 10)).toHaveLength(1);
    });

    it('is that of the newest attempt', async () => {
      const signing = await start(at(10));
      await store.stageSignature(signing, { signature: stagedSignature(unit, 1), at: at(15), audit: [] });
      await store.stageSignature(signing, { signature: stagedSignature(unit, 2), at: at(16), audit: [] });
      expect((await details()).job.stagedSignature).toEqual(stagedSignature(unit, 2));
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

  describe('completing', () => {
    it('writes output, certificate, job and request in one', async () => {
      const completion = completionOf(unit, at(20));
      expect(await store.completeJob(await start(at(10)), completion)).toBe('done');
      const stored = await details();
      expect(stored.request).toEqual({
        ...unit.request,
        status: 'Completed',
        startedAt: at(10),
        completedAt: at(20),
        outputFileId: completion.output.id,
        certificateId: completion.certificate?.id,
      });
      expect(stored.output).toEqual(completion.output);
      expect(stored.job).toEqual({
        ...unit.job,
        status: 'Completed',
        attempt: 1,
        startedAt: at(10),
        completedAt: at(20),
      });
      expect(await store.listCertificateRecords()).toEqual([completion.certificate]);
      expect((await auditTypes()).slice(2)).toEqual(['JobStarted', 'SigningCompleted', 'OutputStored']);
    });

    it('keeps one certificate record for many signatures', async () => {
      const first = completionOf(unit, at(20));
      await store.completeJob(await start(at(10)), first);
      unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      await store.completeJob(await start(at(30)), completionOf(unit, at(40)));
      const found = await store.findRequest('acme', unit.request.id);
      expect(found?.request.certificateId).toBe(first.certificate?.id);
      unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      const certificate = certificateRecord({ providerReference: 'another token' });
      await store.completeJob(await start(at(50)), completionOf(unit, at(60), { certificate }));
      expect(await store.listCertificateRecords()).toHaveLength(2);
    });

    it('succeeds for one of many with the same claim', async () => {
      const claimed = await start(at(10));
      const results = await Promise.all(
        Array.from({ length: 8 }, () => store.completeJob(claimed, completionOf(unit, at(20)))),
      );
      expect(results.filter((result) => result === 'done')).toHaveLength(1);
      expect((await auditTypes()).filter((type) => type === 'SigningCompleted')).toHaveLength(1);
    });
  });

  it('failing ends job and request with the error', async () => {
    expect(await store.failJob(await claim(at(10)), failureAt(at(20)))).toBe('done');
    const stored = await details();
    expect(stored.request).toEqual({
      ...unit.request,
      status: 'Failed',
      startedAt: at(10),
      failedAt: at(20),
      errorCode: 'SIGNING_OPERATION_FAILED',
      errorMessage: 'The document is broken.',
      failureArea: 'document',
    });
    expect(stored.job).toMatchObject({ status: 'Failed', lockedUntil: null, completedAt: null, attempt: 1 });
    expect(stored.job.lastError).toContain('The document is broken.');
    expect((await auditTypes()).at(-1)).toBe('SigningFailed');
  });

  describe('a retry', () => {
    it('releases the lock, tells when, and waits in the outbox', async () => {
      await store.markPublished([unit.outboxMessage.id], at(1));
      const retry = retryAt(at(20), at(1020));
      expect(await store.scheduleRetry(await start(at(10)), retry)).toBe('done');
      const { request, job } = await details();
      expect(request).toMatchObject({
        status: 'RetryScheduled',
        retryCount: 1,
        nextAttemptAt: at(1020),
        errorCode: 'TIMESTAMP_OPERATION_FAILED',
        errorMessage: 'The authority did not answer.',
        failureArea: 'timestamp',
        failedAt: null,
      });
      expect(job).toMatchObject({ status: 'Failed', lockedUntil: null, attempt: 1 });
      expect(await store.dueOutboxMessages(at(1019), 10)).toEqual([]);
      expect(await store.dueOutboxMessages(at(1020), 10)).toEqual([retry.outboxMessage]);
      expect((await auditTypes()).at(-1)).toBe('RetryScheduled');
    });

    it('is claimable from its moment on, with the error gone', async () => {
      await store.scheduleRetry(await start(at(10)), retryAt(at(20), at(1020)));
      expect(await store.claimJob(claimOf(unit, at(1019)))).toEqual({ outcome: 'not-due' });
      expect(await store.claimJob(claimOf(unit, at(1020)))).toMatchObject({
        outcome: 'claimed',
        claim: { attempt: 2 },
      });
      expect((await details()).request).toMatchObject({
        status: 'Processing',
        retryCount: 1,
        nextAttemptAt: null,
        errorCode: null,
        errorMessage: null,
        failureArea: null,
        startedAt: at(1020),
      });
    });

    it('is Queued once its message is published', async () => {
      const retry = retryAt(at(20), at(1020));
      await store.scheduleRetry(await start(at(10)), retry);
      await store.markPublished([retry.outboxMessage.id], at(1030));
      expect((await details()).request).toMatchObject({ status: 'Queued', queuedAt: at(1030), nextAttemptAt: null });
      expect(await store.claimJob(claimOf(unit, at(1000)))).toMatchObject({ outcome: 'claimed' });
    });

    it('is not hastened by the message of an earlier attempt published late', async () => {
      await store.scheduleRetry(await start(at(10)), retryAt(at(20), at(1020)));
      await store.markPublished([unit.outboxMessage.id], at(30));
      expect((await details()).request.status).toBe('RetryScheduled');
      expect(await store.claimJob(claimOf(unit, at(30)))).toEqual({ outcome: 'not-due' });
    });

    it('claimed before its message was marked stays as it is', async () => {
      const retry = retryAt(at(20), at(1020));
      await store.scheduleRetry(await start(at(10)), retry);
      await claim(at(1020));
      await store.markPublished([retry.outboxMessage.id], at(1030));
      expect((await details()).request.status).toBe('Processing');
    });
  });
}
