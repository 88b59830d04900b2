import { beforeEach, expect, it } from 'vitest';
import type { ErrorCode } from '../contract/vocabulary/error-catalogue.ts';
import type { SignatureRequest } from '../domain/records.ts';
import type { AcceptUnit, Persistence, RequestFilter } from './persistence.ts';
import { acceptUnit, at, claimOf, failureAt } from './sample-records.suite.ts';

/** Why requests failed or wait, and which of them that is. */
export function describeReasons(current: () => Persistence): void {
  let store: Persistence;
  beforeEach(() => {
    store = current();
  });

  async function accept(request: Partial<SignatureRequest> = {}): Promise<AcceptUnit> {
    const unit = acceptUnit({ request });
    expect(await store.acceptSignatureRequest(unit)).toEqual({ outcome: 'accepted' });
    return unit;
  }

  async function failed(errorCode: ErrorCode, request: Partial<SignatureRequest> = {}): Promise<string> {
    const unit = await accept(request);
    const claimed = await store.claimJob(claimOf(unit, at(1)));
    if (claimed.outcome !== 'claimed') throw new Error('Not claimed.');
    await store.failJob(claimed.claim, { ...failureAt(at(2)), errorCode });
    return unit.request.id;
  }

  const idsOf = async (filter: RequestFilter) =>
    (await store.listRequests({ tenantId: 'acme', limit: 50, cursor: null }, filter)).items.map(
      ({ request }) => request.id,
    );

  it('are counted for a tenant, the most frequent first, without what was given in again', async () => {
    const again = await failed('TIMESTAMP_OPERATION_FAILED');
    await accept({ retryOf: again });
    for (let n = 0; n < 2; n += 1) await failed('SIGNING_OPERATION_FAILED');
    await failed('TIMESTAMP_OPERATION_FAILED');
    await failed('TIMESTAMP_OPERATION_FAILED', { tenantId: 'other' });
    await accept({ waitReason: 'APPROVAL_PENDING', waitingSince: at(1) });
    await accept({ waitReason: 'APPROVAL_PENDING', waitingSince: at(1), kind: 'Extension', profile: 'T' });
    expect(await store.countReasons('acme')).toEqual({
      failed: [
        { errorCode: 'SIGNING_OPERATION_FAILED', count: 2 },
        { errorCode: 'TIMESTAMP_OPERATION_FAILED', count: 1 },
      ],
      waiting: [{ waitReason: 'APPROVAL_PENDING', count: 1 }],
      isExact: true,
    });
    expect(await store.countReasons('third')).toEqual({ failed: [], waiting: [], isExact: true });
  });

  it('select requests, with and without a retry that was accepted', async () => {
    const again = await failed('TIMESTAMP_OPERATION_FAILED');
    await failed('TIMESTAMP_OPERATION_FAILED', { retryOf: again });
    const once = await failed('TIMESTAMP_OPERATION_FAILED');
    await failed('SIGNING_OPERATION_FAILED');
    const waiting = await accept({ waitReason: 'APPROVAL_PENDING', waitingSince: at(1) });
    const errorCode = 'TIMESTAMP_OPERATION_FAILED';
    expect(await idsOf({ errorCode })).toHaveLength(3);
    expect(await idsOf({ errorCode, isRetried: true, status: ['Failed'] })).toEqual([again]);
    const left = await idsOf({ errorCode, isRetried: false, status: ['Failed'] });
    expect([left.length, left.includes(once), left.includes(again)]).toEqual([2, true, false]);
    expect(await store.countRequests('acme', { errorCode, isRetried: false })).toEqual({ value: 2, isExact: true });
    expect(await idsOf({ waitReason: 'APPROVAL_PENDING' })).toEqual([waiting.request.id]);
    expect(await idsOf({ waitReason: 'PIN_MISSING' })).toEqual([]);
  });

  it('do not take a retry that was refused for one', async () => {
    const id = await failed('SIGNING_OPERATION_FAILED');
    await store.rejectSignatureRequest(acceptUnit({ request: { retryOf: id, status: 'Rejected', queuedAt: null } }));
    expect(await idsOf({ isRetried: false, status: ['Failed'] })).toEqual([id]);
  });
}
