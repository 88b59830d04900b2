import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignatureRequest } from '../domain/records.ts';
import { countReasons } from './count-reasons.ts';
import { retryFailed, type FailedRequests } from './retry-failed.ts';
import { CALLER, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

async function failed(errorCode: SignatureRequest['errorCode'] = 'SIGNING_OPERATION_FAILED'): Promise<string> {
  const { request } = await bench.stored({ request: { status: 'Failed', errorCode, certificateThumbprint: null } });
  return request.id;
}

const retry = (which: Partial<FailedRequests> = {}, caller = CALLER) =>
  retryFailed(bench.ports, caller, { errorCode: undefined, createdBefore: undefined, cursor: null, ...which });

describe('retryFailed', () => {
  it('does those of one reason again and leaves the others, and another tenant', async () => {
    const [first, second] = [await failed('TIMESTAMP_OPERATION_FAILED'), await failed('TIMESTAMP_OPERATION_FAILED')];
    await failed();
    await bench.stored({ request: { status: 'Completed' } });
    expect((await retry({}, STRANGER)).requested).toEqual([]);
    const { requested, skipped, nextCursor } = await retry({ errorCode: 'TIMESTAMP_OPERATION_FAILED' });
    const retryOf = requested.map(({ id }) => bench.kept.rows.get(id)?.request.retryOf);
    expect(new Set(retryOf)).toEqual(new Set([first, second]));
    expect([skipped, nextCursor]).toEqual([[], null]);
    expect((await countReasons(bench.ports, CALLER)).failed).toEqual([
      { errorCode: 'SIGNING_OPERATION_FAILED', count: 1 },
    ]);
  });

  it('finds nothing when it is repeated, and with the first moment not even what has failed again since', async () => {
    await failed();
    const createdBefore = new Date(NOW.getTime() + 1);
    vi.spyOn(bench.ports, 'clock').mockReturnValue(new Date(NOW.getTime() + 2));
    const [again] = (await retry({ createdBefore })).requested;
    expect((await retry()).requested).toEqual([]);
    bench.kept.fail(again?.id ?? '');
    expect((await retry({ createdBefore })).requested).toEqual([]);
    expect((await retry()).requested).toHaveLength(1);
  });

  it('names what cannot be done again, and goes on with the others', async () => {
    const gone = await bench.stored({ request: { status: 'Failed' }, input: { deletedAt: NOW } });
    await failed();
    const { requested, skipped } = await retry();
    expect(requested).toHaveLength(1);
    expect(skipped).toMatchObject([{ signatureId: gone.request.id, errorCode: 'SIGNATURE_NOT_RETRYABLE' }]);
  });

  it('ends with a fault of the station, which no document is to blame for', async () => {
    await failed();
    vi.spyOn(bench.persistence, 'acceptSignatureRequest').mockRejectedValue(new Error('ENOSPC'));
    await expect(retry()).rejects.toThrow('ENOSPC');
  });
});
