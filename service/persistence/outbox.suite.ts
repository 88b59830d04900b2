import { beforeEach, expect, it } from 'vitest';
import { AT_ONCE } from '../domain/job-message-row.ts';
import type { AcceptUnit, Persistence } from './persistence.ts';
import { acceptUnit, at, claimOf, failureAt } from './sample-records.suite.ts';

export function describeOutbox(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  /** A request whose message becomes due at a moment. */
  async function accept(dueAt: Date): Promise<AcceptUnit> {
    const unit = acceptUnit();
    const accepted = { ...unit, outboxMessage: { ...unit.outboxMessage, availableAt: dueAt } };
    await store.acceptSignatureRequest(accepted);
    return accepted;
  }

  const dueIds = async (now: Date, limit = 100) =>
    (await store.dueOutboxMessages(now, limit)).map((message) => message.id);

  it('offers what is due, oldest first, as many as asked for', async () => {
    const late = await accept(at(300));
    const early = await accept(at(100));
    const middle = await accept(at(200));
    expect(await dueIds(at(99))).toEqual([]);
    expect(await dueIds(at(100))).toEqual([early.outboxMessage.id]);
    expect(await dueIds(at(999))).toEqual([early, middle, late].map((unit) => unit.outboxMessage.id));
    expect(await dueIds(at(999), 2)).toEqual([early, middle].map((unit) => unit.outboxMessage.id));
  });

  it('keeps the order of acceptance within a millisecond', async () => {
    const units = Array.from({ length: 20 }, () => acceptUnit());
    for (const unit of units) await store.acceptSignatureRequest(unit);
    expect(await dueIds(at(0))).toEqual(units.map((unit) => unit.outboxMessage.id));
  });

  it('tells when the next message becomes due', async () => {
    expect(await store.nextOutboxDueAt(at(0))).toBeNull();
    await accept(at(100));
    await accept(at(500));
    const third = await accept(at(300));
    expect(await store.nextOutboxDueAt(at(0))).toEqual(at(100));
    expect(await store.nextOutboxDueAt(at(100))).toEqual(at(300));
    await store.markPublished([third.outboxMessage.id], at(100));
    expect(await store.nextOutboxDueAt(at(100))).toEqual(at(500));
    expect(await store.nextOutboxDueAt(at(500))).toBeNull();
  });

  it('offers a published message no more and leaves its request as it is', async () => {
    const [first, second, third] = [await accept(at(0)), await accept(at(1)), await accept(at(2))];
    await store.markPublished([first.outboxMessage.id, third.outboxMessage.id], at(10));
    expect(await dueIds(at(100))).toEqual([second.outboxMessage.id]);
    expect((await store.findRequest('acme', first.request.id))?.request).toEqual(first.request);
    await store.markPublished([first.outboxMessage.id], at(20));
    await store.markPublished([], at(20));
    expect(await dueIds(at(100))).toEqual([second.outboxMessage.id]);
  });

  it('counts failed hand-offs and offers the message later', async () => {
    const { outboxMessage } = await accept(at(0));
    await store.markPublishFailed([outboxMessage.id], 'connection refused', { now: at(0), afterMilliseconds: 500 });
    await store.markPublishFailed([outboxMessage.id], 'no confirmation', { now: at(500), afterMilliseconds: 200 });
    expect(await store.dueOutboxMessages(at(699), 10)).toEqual([]);
    expect(await store.dueOutboxMessages(at(700), 10)).toEqual([
      { ...outboxMessage, retryCount: 2, error: 'no confirmation', availableAt: at(700) },
    ]);
  });

  it('offers messages of failed hand-offs at once when the broker is back, and no others sooner than they are due', async () => {
    const [first, second, published] = [await accept(at(0)), await accept(at(1)), await accept(at(2))];
    await accept(at(900));
    const ids = [first, second, published].map(({ outboxMessage }) => outboxMessage.id);
    await store.markPublishFailed(ids, 'connection refused', { now: at(10), afterMilliseconds: 5_000 });
    await store.markPublished(ids.slice(2), at(11));
    expect(await dueIds(at(20))).toEqual([]);
    await store.bringForwardFailed(at(20));
    expect(await dueIds(at(20))).toEqual(ids.slice(0, 2));
    // What was due before stays the oldest.
    const earlier = await accept(at(15));
    await store.bringForwardFailed(at(30));
    expect(await dueIds(at(30))).toEqual([earlier.outboxMessage.id, ...ids.slice(0, 2)]);
  });

  it('does not count a failure against a message that was published', async () => {
    const { outboxMessage } = await accept(at(0));
    await store.markPublished([outboxMessage.id], at(10));
    await store.markPublishFailed([outboxMessage.id], 'late answer', { now: at(20), afterMilliseconds: 0 });
    expect(await dueIds(at(100))).toEqual([]);
  });

  /** A request whose message was written and published at `moment`, and which has failed since, unless it goes on. */
  async function publish(moment: Date, goesOn = false): Promise<string> {
    const unit = acceptUnit();
    const outboxMessage = { ...unit.outboxMessage, occurredAt: moment, availableAt: moment };
    await store.acceptSignatureRequest({ ...unit, outboxMessage });
    await store.markPublished([outboxMessage.id], moment);
    if (goesOn) return outboxMessage.id;
    const claimed = await store.claimJob(claimOf(unit, moment));
    if (claimed.outcome !== 'claimed') throw new Error(claimed.outcome);
    await store.failJob(claimed.claim, failureAt(moment));
    return outboxMessage.id;
  }

  async function pruneAll(publishedBefore: Date, limit: number): Promise<number[]> {
    const counts: number[] = [];
    let cursor: number | null = null;
    do {
      const step = await store.prunePublishedMessages({ publishedBefore, limit, cursor });
      counts.push(step.deleted);
      cursor = step.nextCursor;
    } while (cursor !== null);
    return counts;
  }

  it('lets old published messages go, in steps, and ends at the first young one', async () => {
    for (let n = 1; n <= 7; n += 1) await publish(at(n));
    expect(await pruneAll(at(6), 2)).toEqual([2, 2, 1]);
    expect(await pruneAll(at(6), 2)).toEqual([0]);
    expect(await pruneAll(at(99), 100)).toEqual([2]);
    expect(await pruneAll(at(99), 100)).toEqual([0]);
  });

  it('keeps messages that nobody has published and those of requests under way, and sees what lies behind them', async () => {
    const waiting = await accept(at(1));
    await publish(at(2), true);
    await publish(at(3));
    await publish(at(4), true);
    await publish(at(5));
    expect(await pruneAll(at(99), 1)).toEqual([0, 0, 1, 0, 1, 0]);
    expect(await dueIds(at(99))).toEqual([waiting.outboxMessage.id]);
    expect(await pruneAll(at(99), 100)).toEqual([0]);
  });

  it('keeps a message that was written long ago and published just now', async () => {
    const late = await accept(at(1));
    await store.cancelRequest({ tenantId: 'acme', id: late.request.id, at: at(2), audit: [] });
    await store.markPublished([late.outboxMessage.id], at(50));
    expect(await pruneAll(at(50), 100)).toEqual([0]);
    expect(await pruneAll(at(51), 100)).toEqual([1]);
  });

  it('is not kept waiting by a clock that is set back', async () => {
    const first = acceptUnit();
    await store.acceptSignatureRequest({ ...first, outboxMessage: { ...first.outboxMessage, availableAt: AT_ONCE } });
    const retried = acceptUnit();
    const waiting = { ...retried.outboxMessage, occurredAt: at(0), availableAt: at(60_000) };
    await store.acceptSignatureRequest({ ...retried, outboxMessage: waiting });
    const ids = async (now: Date) => (await store.dueOutboxMessages(now, 10)).map((message) => message.id);
    expect(await ids(at(10))).toEqual([first.outboxMessage.id]);
    // A small correction is no reason to hand over early.
    expect(await ids(at(-500))).toEqual([first.outboxMessage.id]);
    expect(await ids(at(-3_600_000))).toEqual([first.outboxMessage.id, waiting.id]);
  });
}
