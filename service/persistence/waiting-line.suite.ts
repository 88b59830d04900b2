import { beforeEach, expect, it } from 'vitest';
import type { AcceptUnit, Persistence } from './persistence.ts';
import { at, completionOf, failureAt, outboxMessage, waitFailureAt } from './sample-records.suite.ts';
import { waitingBench } from './waiting-bench.suite.ts';

const byJob = (a: { readonly jobId: string }, b: { readonly jobId: string }): number => (a.jobId < b.jobId ? -1 : 1);

/** Jobs that stand in line for a busy provider, or for authorities. */
export function describeWaitingLine(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });
  const { accept, claim, obstacle, NO_REASON, park, requestOf, wakeAll } = waitingBench(current);

  const handed = ({ job, request }: AcceptUnit) => ({ jobId: job.id, signatureId: request.id, tenantId: 'acme' });
  const line = async () => (await store.waitingGroups()).filter((group) => group.waitReason === 'PROVIDER_BUSY');

  it('lets jobs that nobody has begun stand in line, as often as it is asked', async () => {
    const [one, other, held] = [await accept('AA'), await accept('AA'), await accept('AA')];
    await claim(held, at(5));
    const given = [one, other, held].map(handed);
    for (const now of [at(10), at(11)]) {
      const waiting = await store.letWait(given, now);
      expect(waiting.toSorted(byJob)).toEqual([one, other].map(handed).toSorted(byJob));
    }
    expect(await requestOf(one)).toMatchObject({
      ...{ status: 'Queued', waitReason: 'PROVIDER_BUSY', waitingSince: null, retryCount: 0, nextAttemptAt: null },
    });
    expect(await requestOf(held)).toMatchObject({ status: 'Processing', waitReason: null });
    expect(await line()).toMatchObject([{ certificateThumbprint: 'AA', count: 2, asks: 'provider' }]);
    for await (const page of store.unattendedJobs(at(20))) expect(page).toEqual([]);
    expect(await store.completeJob(await claim(one, at(30)), completionOf(one, at(40)))).toBe('done');
    expect(await store.letWait([handed(one)], at(50))).toEqual([]);
  });

  it('keeps those in line apart from those that wait for something else', async () => {
    const [busy, absent] = [await accept('AA'), await accept('AA')];
    await park(absent, at(10));
    expect(await store.letWait([busy, absent].map(handed), at(20))).toHaveLength(2);
    expect(await requestOf(absent)).toMatchObject({
      ...{ waitReason: 'TOKEN_ABSENT', waitingSince: at(10), errorMessage: 'Put the card in.', failureArea: 'token' },
    });
    expect(await store.waitingGroups()).toHaveLength(2);
    const [group] = await line();
    if (group === undefined) throw new Error('The group is missing.');
    expect(await store.waitingJobs(group, 9)).toMatchObject([{ signatureId: busy.request.id }]);
    await store.changeWaitReason(group, obstacle('KEY_ABSENT', at(30)));
    expect(await requestOf(busy)).toMatchObject({ waitReason: 'KEY_ABSENT', waitingSince: at(30) });
    expect(await requestOf(absent)).toMatchObject({ waitReason: 'TOKEN_ABSENT' });
  });

  it('groups what asks authorities apart from what asks a provider, by no provider', async () => {
    const signature = await accept();
    const evidence = await accept(null, { kind: 'Extension', profile: 'T', signingProvider: null });
    await store.letWait([signature, evidence].map(handed), at(10));
    const [group, ...others] = (await line()).filter(({ asks }) => asks === 'authorities');
    expect(others).toEqual([]);
    expect(group).toMatchObject({ signingProvider: null, count: 1 });
    if (group === undefined) throw new Error('The group is missing.');
    expect(await store.waitingJobs(group, 9)).toMatchObject([{ signatureId: evidence.request.id }]);
    expect(await wakeAll(group, at(20))).toMatchObject([{ signatureId: evidence.request.id }]);
    expect(await line()).toMatchObject([{ signingProvider: 'Pfx', count: 1, asks: 'provider' }]);
  });

  it('lets a retry stand in line once its time has come', async () => {
    const unit = await accept();
    const retry = { ...failureAt(at(10)), nextAttemptAt: at(60), outboxMessage: outboxMessage(at(60)) };
    await store.scheduleRetry(await claim(unit, at(5)), retry);
    expect(await store.letWait([handed(unit)], at(59))).toEqual([]);
    expect(await store.letWait([handed(unit)], at(60))).toEqual([handed(unit)]);
    expect(await requestOf(unit)).toMatchObject({
      ...{ status: 'Queued', nextAttemptAt: null, retryCount: 1, waitReason: 'PROVIDER_BUSY', ...NO_REASON },
    });
  });

  it('fails nothing for standing in line, however long', async () => {
    const unit = await accept();
    await store.letWait([handed(unit)], at(10));
    const failed = { waitingBefore: at(100_000), now: at(100_000), limit: 9, failure: () => waitFailureAt(at(10)) };
    expect(await store.failWaitingJobs(failed)).toEqual([]);
  });

  it('lets no job stand in line by the name of another one', async () => {
    const [mine, other] = [await accept(), await accept()];
    const mixed = { ...handed(mine), signatureId: other.request.id };
    expect(await store.letWait([mixed], at(10))).toEqual([]);
    expect([await requestOf(mine), await requestOf(other)]).toMatchObject([{ waitReason: null }, { waitReason: null }]);
  });
}
