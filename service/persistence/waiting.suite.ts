import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { DeadLetter } from '../contract/jobs/dead-letter.ts';
import { deadLetterOf, deadLetterRow } from '../domain/dead-letter-row.ts';
import { messageOfJob } from '../use-cases/recover-jobs.ts';
import type { JobWait, Persistence, UnattendedJob } from './persistence.ts';
import { acceptUnit, at, claimOf, completionOf, outboxMessage, waitFailureAt } from './sample-records.suite.ts';
import { waitingBench } from './waiting-bench.suite.ts';

function letterOf(job: UnattendedJob): DeadLetter {
  return { message: messageOfJob(job), kind: 'permanent', reason: 'SIGNING_PROVIDER_UNAVAILABLE' };
}

/** Jobs that wait for a token, a card or a PIN. */
export function describeWaiting(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });
  const { accept, claim, waitAt, obstacle, NO_REASON, park, requestOf, wakeAll } = waitingBench(current);

  it('leaves a parked job Queued with its reason, without message, lock or attempt used', async () => {
    const unit = await accept();
    await park(unit, at(10));
    expect(await requestOf(unit)).toMatchObject({
      status: 'Queued',
      waitReason: 'TOKEN_ABSENT',
      waitingSince: at(10),
      retryCount: 0,
      errorMessage: 'Put the card in.',
      errorSentence: { code: 'PUT_IN', parameters: { name: 'card' } },
      failureArea: 'token',
    });
    const [job] = (await store.listJobs({ tenantId: 'acme', limit: 10, cursor: null }, {})).items;
    expect(job?.job).toMatchObject({ status: 'Failed', lockedUntil: null, interruptions: 0 });
    expect(await store.dueOutboxMessages(at(1_000_000), 10)).toEqual([]);
    for await (const page of store.unattendedJobs(at(1_000_000))) expect(page).toEqual([]);
  });

  it('takes nothing from a claim that was lost', async () => {
    const unit = await accept();
    const lost = await claim(unit, at(10));
    await store.releaseClaim(lost, at(11));
    expect(await store.parkJob(lost, waitAt(at(12)))).toBe('lost');
    expect(await requestOf(unit)).toMatchObject({ waitReason: null });
  });

  it('tells what is waited for by provider and certificate', async () => {
    for (const thumbprint of ['AA', 'AA', 'BB', null]) await park(await accept(thumbprint), at(10));
    await accept('CC');
    const groups = await store.waitingGroups();
    const shown = groups.map((group) => [group.certificateThumbprint, group.count, group.waitReason]);
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['AA', 2, 'TOKEN_ABSENT'],
        ['BB', 1, 'TOKEN_ABSENT'],
        [null, 1, 'TOKEN_ABSENT'],
      ]),
    );
    for (const group of groups) expect(await store.waitingJobs(group, 10)).toHaveLength(group.count);
  });

  it('tells the trace of a job by its newest message, and that it has none before the first', async () => {
    const unit = await accept();
    const asked = acceptUnit({ request: { waitReason: 'APPROVAL_PENDING', waitingSince: at(0) } });
    await store.acceptSignatureRequest(asked);
    await park(unit, at(10));
    const [group] = await store.waitingGroups();
    if (group === undefined) throw new Error('The group is missing.');
    expect((await store.waitingJobs(group, 10)).map((job) => job.traceparent)).toEqual([
      unit.outboxMessage.traceparent,
    ]);
    expect((await store.pendingApprovals('acme', 10)).map((job) => job.traceparent)).toEqual([null]);
  });

  it('keeps the trace of a job whose message was delivered twice before it waited', async () => {
    const unit = await accept();
    const held = await claim(unit, at(10));
    const again = claimOf(unit, at(20));
    expect(await store.claimJob(again)).toEqual({ outcome: 'held' });
    expect(await store.parkJob(held, waitAt(at(30)))).toBe('done');
    const [group] = await store.waitingGroups();
    if (group === undefined) throw new Error('The group is missing.');
    expect((await store.waitingJobs(group, 10)).map((job) => job.traceparent)).toEqual([again.whenHeld.traceparent]);
    expect(await store.dueOutboxMessages(at(10_000_000), 10)).toEqual([]);
  });

  it('keeps tenants apart, whose providers may differ', async () => {
    const [mine, theirs] = [acceptUnit(), acceptUnit({ request: { tenantId: 'other' } })];
    for (const unit of [mine, theirs]) {
      await store.acceptSignatureRequest(unit);
      await store.markPublished([unit.outboxMessage.id], at(1));
      await park(unit, at(10));
    }
    const groups = await store.waitingGroups();
    expect(groups.map((group) => group.tenantId).toSorted()).toEqual(['acme', 'other']);
    for (const group of groups) expect(await store.waitingJobs(group, 9)).toMatchObject([{ tenantId: group.tenantId }]);
    const other = groups.find((group) => group.tenantId === 'other');
    if (other === undefined) throw new Error('The group is missing.');
    await store.changeWaitReason(other, obstacle('PIN_MISSING', at(500)));
    expect(await requestOf(mine)).toMatchObject({ waitReason: 'TOKEN_ABSENT' });
    expect(await wakeAll(other, at(20))).toEqual([{ signatureId: theirs.request.id, tenantId: 'other' }]);
  });

  it('wakes a group alone, once, and the jobs can be claimed and completed', async () => {
    const [mine, other] = [await accept('AA'), await accept('BB')];
    await park(mine, at(10));
    await park(other, at(10));
    const group = (await store.waitingGroups()).find((found) => found.certificateThumbprint === 'AA');
    if (group === undefined) throw new Error('The group is missing.');
    expect(await wakeAll(group, at(20))).toEqual([{ signatureId: mine.request.id, tenantId: 'acme' }]);
    expect(await wakeAll(group, at(20))).toEqual([]);
    expect(await requestOf(mine)).toMatchObject({ status: 'Queued', waitReason: null, queuedAt: at(20) });
    expect(await requestOf(other)).toMatchObject({ waitReason: 'TOKEN_ABSENT' });
    expect(await store.dueOutboxMessages(at(30), 10)).toHaveLength(1);
    expect(await store.completeJob(await claim(mine, at(40)), completionOf(mine, at(50)))).toBe('done');
  });

  it('counts the wait from its beginning when a job is parked again', async () => {
    const unit = await accept();
    await park(unit, at(10));
    const [group] = await store.waitingGroups();
    if (group === undefined) throw new Error('The group is missing.');
    await wakeAll(group, at(20));
    await park(unit, at(30), 'PIN_MISSING');
    expect(await requestOf(unit)).toMatchObject({ waitReason: 'PIN_MISSING', waitingSince: at(10) });
  });

  it('changes what a group waits for', async () => {
    const unit = await accept('AA');
    await park(unit, at(10));
    const [group] = await store.waitingGroups();
    if (group === undefined) throw new Error('The group is missing.');
    await store.changeWaitReason(group, obstacle('OTHER_CARD_PRESENT', at(500)));
    expect(await requestOf(unit)).toMatchObject({
      ...{ waitReason: 'OTHER_CARD_PRESENT', waitingSince: at(10), errorCode: 'CERTIFICATE_NOT_FOUND' },
      ...{ errorMessage: 'Another card is in.', errorSentence: { code: 'OTHER_IN' }, failureArea: 'pin' },
    });
    await wakeAll(group, at(600));
    expect(await requestOf(unit)).toMatchObject({ waitReason: null, ...NO_REASON });
  });

  it('names two of the reasons that jobs of a group say', async () => {
    const [first, second] = [await accept('AA'), await accept('AA')];
    await park(first, at(10));
    await park(second, at(11), 'OTHER_CARD_PRESENT');
    const [group] = await store.waitingGroups();
    expect([group?.waitReason, group?.otherReason].toSorted()).toEqual(['OTHER_CARD_PRESENT', 'TOKEN_ABSENT']);
  });

  it('keeps those apart that wait for a time, and wakes them when it has come', async () => {
    const [timed, later, card] = [await accept('AA'), await accept('AA'), await accept('AA')];
    const until = (moment: Date, now: Date): JobWait => ({
      ...waitAt(now, 'GRACE_PERIOD_RUNNING'),
      nextAttemptAt: moment,
    });
    await store.parkJob(await claim(timed, at(10)), until(at(100), at(10)));
    await store.parkJob(await claim(later, at(10)), until(at(200), at(10)));
    await park(card, at(10));
    expect(await requestOf(timed)).toMatchObject({
      ...{ status: 'Queued', waitReason: 'GRACE_PERIOD_RUNNING', nextAttemptAt: at(100), retryCount: 0 },
    });
    expect(await store.waitingGroups()).toMatchObject([{ count: 1, waitReason: 'TOKEN_ABSENT' }]);
    const [group] = await store.waitingGroups();
    if (group === undefined) throw new Error('The group is missing.');
    await store.changeWaitReason(group, obstacle('PIN_MISSING', at(500)));
    expect((await store.waitingJobs(group, 9)).map((job) => job.signatureId)).toEqual([card.request.id]);
    expect(await store.dueWaitingJobs(at(99), 9)).toEqual([]);
    const due = await store.dueWaitingJobs(at(100), 9);
    expect(due.map((job) => job.signatureId)).toEqual([timed.request.id]);
    const messages = due.map(({ jobId, messageId }) => ({
      ...{ jobId, lostMessageId: messageId, outboxMessage: outboxMessage(at(100)) },
    }));
    expect(await store.wakeJobs(messages, at(100))).toHaveLength(1);
    expect(await store.dueWaitingJobs(at(100), 9)).toEqual([]);
    expect((await store.dueWaitingJobs(at(300), 9)).map((job) => job.signatureId)).toEqual([later.request.id]);
    expect(await requestOf(timed)).toMatchObject({ waitReason: null, nextAttemptAt: null });
    expect(await store.completeJob(await claim(timed, at(110)), completionOf(timed, at(120)))).toBe('done');
    await park(later, at(310));
    expect(await requestOf(later)).toMatchObject({ waitReason: 'TOKEN_ABSENT', nextAttemptAt: null });
  });

  it('can be cancelled while it waits, and is woken no more', async () => {
    const unit = await accept();
    await park(unit, at(10));
    const [group] = await store.waitingGroups();
    if (group === undefined) throw new Error('The group is missing.');
    const jobs = await store.waitingJobs(group, 10);
    expect(await store.cancelRequest({ tenantId: 'acme', id: unit.request.id, at: at(20), audit: [] })).toBe(
      'cancelled',
    );
    expect(await store.waitingGroups()).toEqual([]);
    const messages = jobs.map((job) => ({
      jobId: job.jobId,
      lostMessageId: null,
      outboxMessage: outboxMessage(at(30)),
    }));
    expect(await store.wakeJobs(messages, at(30))).toEqual([]);
    expect(await store.dueOutboxMessages(at(40), 10)).toEqual([]);
  });

  it('fails those that have waited too long, and no others', async () => {
    const [old, young] = [await accept(), await accept()];
    await park(old, at(10));
    await park(young, at(1000));
    const letter = { id: randomUUID(), traceparent: null };
    const failed = await store.failWaitingJobs({
      waitingBefore: at(500),
      now: at(1000),
      limit: 10,
      failure: (job) => waitFailureAt(at(2000), deadLetterRow(letter, letterOf(job), at(2000))),
    });
    expect(failed.map((job) => job.signatureId)).toEqual([old.request.id]);
    expect(await requestOf(old)).toMatchObject({ status: 'Failed', waitReason: null, failedAt: at(2000) });
    expect(await requestOf(young)).toMatchObject({ status: 'Queued', waitReason: 'TOKEN_ABSENT' });
    expect(await store.claimJob(claimOf(old, at(3000)))).toEqual({ outcome: 'terminal', status: 'Failed' });
    const due = await store.dueOutboxMessages(at(3000), 10);
    expect(due.map((message) => [message.id, deadLetterOf(message)?.message.jobId])).toEqual([[letter.id, old.job.id]]);
    await store.markPublished([letter.id], at(3001));
    expect(await requestOf(old)).toMatchObject({ status: 'Failed', failedAt: at(2000) });
  });

  it('fail with their dead letters or not at all', async () => {
    const [one, other] = [await accept(), await accept()];
    for (const unit of [one, other]) await park(unit, at(10));
    const sameId = { id: randomUUID(), traceparent: null };
    const failing = store.failWaitingJobs({
      ...{ waitingBefore: at(500), now: at(1000), limit: 10 },
      failure: (job) => waitFailureAt(at(2000), deadLetterRow(sameId, letterOf(job), at(2000))),
    });
    await expect(failing).rejects.toThrow();
    for (const unit of [one, other]) expect(await requestOf(unit)).toMatchObject({ status: 'Queued' });
    expect(await store.dueOutboxMessages(at(3000), 10)).toEqual([]);
  });
}
