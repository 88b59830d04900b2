import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { AcceptUnit, Persistence } from './persistence.ts';
import { acceptUnit, at, auditEvent, claimOf, completionOf, LEASE_MILLISECONDS } from './sample-records.suite.ts';

/** What every driver does with requests whose time is over. */
export function describeRequestArchive(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  async function cancelled(changes: Parameters<typeof acceptUnit>[0] = {}, ended = at(5)): Promise<AcceptUnit> {
    const unit = acceptUnit(changes);
    await store.acceptSignatureRequest(unit);
    const { tenantId, id } = unit.request;
    await store.cancelRequest({ tenantId, id, at: ended, audit: [] });
    return unit;
  }

  async function completed(changes: Parameters<typeof acceptUnit>[0] = {}): Promise<AcceptUnit> {
    const unit = acceptUnit(changes);
    await store.acceptSignatureRequest(unit);
    const claimed = await store.claimJob(claimOf(unit, at(1)));
    if (claimed.outcome !== 'claimed') throw new Error(claimed.outcome);
    const start = { now: at(2), leaseMilliseconds: LEASE_MILLISECONDS, audit: [] };
    const claim = await store.startProcessing(claimed.claim, start);
    if (claim === 'lost') throw new Error('The claim was lost.');
    await store.completeJob(claim, completionOf(unit, at(3)));
    return unit;
  }

  async function deleteFiles({ request }: AcceptUnit): Promise<void> {
    const details = await store.findRequest(request.tenantId, request.id);
    if (details === undefined) throw new Error('The request is not there.');
    const { input, additionalInputs, appearance, output } = details;
    for (const file of [input, ...additionalInputs, appearance, output].filter((each) => each !== null)) {
      const event = { ...auditEvent('FileDeleted'), tenantId: 'acme', entityType: 'SignatureRequest' };
      const subject = { entityId: request.id, timestamp: at(9), correlationId: null };
      await store.markFileDeleted(file.id, at(9), { ...event, ...subject });
    }
  }

  const due = async (endedBefore = at(999)) =>
    (await store.requestsToArchive({ endedBefore, cursor: null, limit: 100 })).map(({ request }) => request.id);

  it('offers what ended long enough ago and has no file left, with all that is stored of it', async () => {
    const unit = await completed({ additionalInputs: 1, hasAppearance: true });
    const open = acceptUnit();
    await store.acceptSignatureRequest(open);
    expect(await due()).toEqual([]);
    await deleteFiles(unit);
    expect(await due(at(3))).toEqual([]);
    const [found] = await store.requestsToArchive({ endedBefore: at(4), cursor: null, limit: 9 });
    expect(found).toMatchObject({
      ...{ request: { id: unit.request.id, status: 'Completed' }, endedAt: at(3), batchIds: [] },
      ...{ job: { id: unit.job.id, status: 'Completed' }, output: { deletedAt: at(9) } },
    });
    expect(found?.additionalInputs).toHaveLength(1);
    expect(found?.appearance).not.toBeNull();
  });

  it('goes on behind a place in the order in which they ended', async () => {
    const units = [];
    for (const ended of [7, 5, 6]) units.push(await cancelled({}, at(ended)));
    for (const unit of units) await deleteFiles(unit);
    const inOrder = [units[1], units[2], units[0]].map((unit) => unit?.request.id);
    expect(await due()).toEqual(inOrder);
    const cursor = { endedAt: at(5), id: inOrder[0] ?? '' };
    const rest = await store.requestsToArchive({ endedBefore: at(999), cursor, limit: 1 });
    expect(rest.map(({ request }) => request.id)).toEqual([inOrder[1]]);
  });

  it('deletes every row of a request but its key, which makes no second job', async () => {
    const unit = await completed({ additionalInputs: 1, hasAppearance: true, request: { idempotencyKey: 'again' } });
    const other = await cancelled();
    const ids = [unit.request.id, other.request.id];
    const batch = { id: randomUUID(), tenantId: 'acme', createdAt: at(5), createdBy: 'tester', signatureIds: ids };
    await store.addBatch(batch);
    await deleteFiles(unit);
    expect(await store.deleteArchivedRequests([...ids, randomUUID()])).toBe(1);
    expect(await store.findRequest('acme', unit.request.id)).toBeUndefined();
    expect(await store.findByIdempotencyKey('acme', 'again')).toBeUndefined();
    const key = { id: unit.request.id, kind: 'Signature', createdAt: unit.request.createdAt };
    expect(await store.findArchivedKey('acme', 'again')).toEqual(key);
    expect(await store.findArchivedKey('other', 'again')).toBeUndefined();
    const replay = acceptUnit({ request: { idempotencyKey: 'again' } });
    expect(await store.acceptSignatureRequest(replay)).toEqual({ outcome: 'archived', original: key });
    expect(await store.findRequest('acme', replay.request.id)).toBeUndefined();
    expect((await store.findBatch('acme', batch.id))?.batch.signatureIds).toEqual([other.request.id]);
    expect(await store.countRequests('acme', {})).toEqual({ value: 1, isExact: true });
    expect((await store.statistics('acme', at(0))).byStatus).toMatchObject({ Cancelled: 1 });
    await deleteFiles(other);
    expect(await store.deleteArchivedRequests(ids)).toBe(1);
    expect(await store.findBatch('acme', batch.id)).toBeUndefined();
    expect(await store.deleteArchivedRequests(ids)).toBe(0);
  });

  it('keeps what another request names, and one that does again what could be done a third time', async () => {
    const first = await cancelled();
    const again = await cancelled({ request: { retryOf: first.request.id } }, at(6));
    await deleteFiles(again);
    expect(await due()).toEqual([]);
    expect(await store.deleteArchivedRequests([again.request.id])).toBe(0);
    await deleteFiles(first);
    expect(await due()).toEqual([again.request.id]);
    expect(await store.deleteArchivedRequests([first.request.id])).toBe(0);
    expect(await store.deleteArchivedRequests([again.request.id])).toBe(1);
    expect(await due()).toEqual([first.request.id]);
    expect(await store.deleteArchivedRequests([first.request.id])).toBe(1);
  });
}
