import { beforeEach, describe, expect, it } from 'vitest';
import type { AcceptUnit, Persistence } from './persistence.ts';
import {
  acceptUnit,
  at,
  auditEvent,
  certificateRecord,
  claimOf,
  completionOf,
  failureAt,
  retryAt,
  stagedSignature,
} from './sample-records.suite.ts';
import { auditTypes as auditTypesOf, claimed, started, storedJob } from './job-steps.suite.ts';

/** What the operations of a worker write. job-states.suite.ts tells which of them are allowed when. */
export function describeJobs(current: () => Persistence): void {
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
      await store.releaseClaims('station/worker-1', at(50), { except: [] });
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
      errorSentence: { code: 'TRIAL', parameters: { name: 'a\u0000b', count: 2 } },
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
        errorSentence: null,
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
        errorSentence: null,
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
