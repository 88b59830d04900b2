import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignatureRequest } from '../domain/records.ts';
import { cancelWaiting, type WaitingRequests } from './cancel-waiting.ts';
import { CALLER, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const waiting = async (waitReason: SignatureRequest['waitReason']): Promise<string> =>
  (await bench.stored({ request: { waitReason, waitingSince: waitReason === null ? null : new Date() } })).request.id;
const cancel = (which: Partial<WaitingRequests> = {}, caller = CALLER) =>
  cancelWaiting(bench.ports, caller, { waitReason: undefined, createdBefore: undefined, cursor: null, ...which });
const stateOf = (id: string) => bench.kept.rows.get(id)?.request.status;

describe('cancelWaiting', () => {
  it('cancels what waits for one thing, each with its event, and a repeat finds nothing', async () => {
    const [absent, locked] = [await waiting('TOKEN_ABSENT'), await waiting('PIN_LOCKED')];
    expect(await cancel({ waitReason: 'TOKEN_ABSENT' }, STRANGER)).toMatchObject({ cancelled: [] });
    const all = { cancelled: [absent], skipped: [], nextCursor: null };
    expect(await cancel({ waitReason: 'TOKEN_ABSENT' })).toEqual(all);
    expect([stateOf(absent), stateOf(locked)]).toEqual(['Cancelled', 'Queued']);
    expect(bench.kept.audit).toMatchObject([
      { eventType: 'SignatureCancelled', entityId: absent, actor: CALLER.actor },
    ]);
    expect((await cancel({ waitReason: 'TOKEN_ABSENT' })).cancelled).toEqual([]);
  });

  it('cancels all that no worker has begun where no reason is named, and nothing else', async () => {
    const queued = [await waiting(null), await waiting('PIN_LOCKED')];
    const { request } = await bench.stored({ request: { status: 'Processing' } });
    expect(new Set((await cancel()).cancelled)).toEqual(new Set(queued));
    expect(stateOf(request.id)).toBe('Processing');
  });

  it('names what a worker has begun meanwhile', async () => {
    const id = await waiting(null);
    vi.spyOn(bench.persistence, 'cancelRequest').mockImplementation(() => {
      bench.kept.change(id, { status: 'Processing' });
      return Promise.resolve('not-cancellable');
    });
    expect(await cancel()).toMatchObject({
      cancelled: [],
      skipped: [{ signatureId: id, errorCode: 'SIGNATURE_NOT_CANCELLABLE' }],
    });
  });
});
