import { beforeEach, expect, it } from 'vitest';
import type { AcceptUnit, HandOverAgain, Persistence, UnattendedJob } from './persistence.ts';
import {
  acceptUnit,
  at,
  claimOf,
  completionOf,
  failureAt,
  LEASE_MILLISECONDS,
  outboxMessage,
  retryAt,
} from './sample-records.suite.ts';

/** Jobs that nobody would come for, and what makes that good. */
export function describeUnattended(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  async function accept(tenantId = 'acme'): Promise<AcceptUnit> {
    const unit = acceptUnit({ request: { tenantId } });
    await store.acceptSignatureRequest(unit);
    return unit;
  }

  async function acceptPublished(tenantId = 'acme'): Promise<AcceptUnit> {
    const unit = await accept(tenantId);
    await store.markPublished([unit.outboxMessage.id], at(1));
    return unit;
  }

  async function claim(unit: AcceptUnit, now = at(10), leaseMilliseconds = LEASE_MILLISECONDS) {
    const result = await store.claimJob(claimOf(unit, now, { leaseMilliseconds }));
    if (result.outcome !== 'claimed') throw new Error(`Not claimed: ${result.outcome}.`);
    const started = await store.startProcessing(result.claim, { now, leaseMilliseconds, audit: [] });
    if (started === 'lost') throw new Error('The claim was lost.');
    return started;
  }

  async function unattended(now: Date): Promise<UnattendedJob[]> {
    const found: UnattendedJob[] = [];
    for await (const page of store.unattendedJobs(now)) found.push(...page);
    return found;
  }

  const newMessage = (job: UnattendedJob, now: Date): HandOverAgain => ({
    jobId: job.jobId,
    lostMessageId: job.messageId,
    outboxMessage: outboxMessage(now),
  });

  it('finds a job whose message was published and that nobody has claimed, with all that a message says', async () => {
    const unit = await acceptPublished();
    expect(await unattended(at(100))).toEqual([
      {
        jobId: unit.job.id,
        tenantId: 'acme',
        signatureId: unit.request.id,
        inputPath: unit.files[0]?.storageKey,
        requestedFormat: unit.request.format,
        requestedProfile: unit.request.profile,
        createdAt: unit.request.createdAt,
        retryCount: 0,
        messageId: unit.outboxMessage.id,
        traceparent: unit.outboxMessage.traceparent,
      },
    ]);
  });

  it('finds them in every tenant, and beyond a page', async () => {
    const units = [];
    for (let n = 0; n < 450; n += 1) units.push(acceptPublished(n % 3 === 0 ? 'acme' : 'other'));
    const ids = (await Promise.all(units)).map((unit) => unit.job.id);
    expect((await unattended(at(100))).map((job) => job.jobId).sort()).toEqual(ids.sort());
  });

  it('passes over what waits in the outbox, what is claimed and what has ended', async () => {
    await accept();
    await claim(await acceptPublished());
    const completed = await acceptPublished();
    await store.completeJob(await claim(completed), completionOf(completed, at(20)));
    await store.failJob(await claim(await acceptPublished()), failureAt(at(20)));
    await store.scheduleRetry(await claim(await acceptPublished()), retryAt(at(20), at(5000)));
    const cancelled = await acceptPublished();
    await store.cancelRequest({ tenantId: 'acme', id: cancelled.request.id, at: at(20), audit: [] });
    expect(await unattended(at(100))).toEqual([]);
  });

  it('finds a claim whose lease is over, a claim that was given back and a retry whose message is gone', async () => {
    const expired = await acceptPublished();
    await claim(expired, at(10), 50);
    const released = await acceptPublished();
    await store.releaseClaim(await claim(released), at(20));
    const retried = await acceptPublished();
    const retry = retryAt(at(20), at(30));
    await store.scheduleRetry(await claim(retried), retry);
    await store.markPublished([retry.outboxMessage.id], at(31));
    const found = await unattended(at(60));
    expect(found.map((job) => job.jobId).sort()).toEqual(
      [expired, released, retried].map((unit) => unit.job.id).sort(),
    );
    expect(found.find((job) => job.jobId === retried.job.id)).toMatchObject({
      retryCount: 1,
      messageId: retry.outboxMessage.id,
    });
  });

  it('hands a job over again, once', async () => {
    const unit = await acceptPublished();
    const [job] = await unattended(at(100));
    if (job === undefined) throw new Error('Nothing was found.');
    const first = newMessage(job, at(100));
    expect(await store.handOverAgain([first, newMessage(job, at(100))], at(100))).toEqual([unit.job.id]);
    expect(await store.handOverAgain([newMessage(job, at(101))], at(101))).toEqual([]);
    expect(await store.dueOutboxMessages(at(200), 10)).toEqual([first.outboxMessage]);
    expect(await unattended(at(200))).toEqual([]);
    await store.markPublished([first.outboxMessage.id], at(201));
    expect(await unattended(at(202))).toMatchObject([{ messageId: first.outboxMessage.id }]);
  });

  it('hands nothing over that was claimed, completed or cancelled after the look', async () => {
    const [claimed, completed, cancelled] = [await acceptPublished(), await acceptPublished(), await acceptPublished()];
    const messages = (await unattended(at(5))).map((job) => newMessage(job, at(5)));
    expect(messages).toHaveLength(3);
    await claim(claimed);
    await store.completeJob(await claim(completed), completionOf(completed, at(20)));
    await store.cancelRequest({ tenantId: 'acme', id: cancelled.request.id, at: at(20), audit: [] });
    expect(await store.handOverAgain(messages, at(30))).toEqual([]);
    expect(await store.dueOutboxMessages(at(100), 10)).toEqual([]);
  });
}
