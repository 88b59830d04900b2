import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listEvidence, renewDue } from './renew-due.ts';
import { requestRenewal } from './request-renewal.ts';
import { CALLER, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

const PAGING = { limit: 50, cursor: null };

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

async function lasting(days: number): Promise<string> {
  const evidenceGoodUntil = new Date(NOW.getTime() + days * 86_400_000);
  return (await bench.signed({ request: { profile: 'LTA', evidenceGoodUntil } })).request.id;
}

describe('listEvidence', () => {
  it('tells what ends within so many days, of the caller only', async () => {
    const [soon, later] = [await lasting(10), await lasting(400)];
    const idsOf = async (caller: typeof CALLER, days: number | undefined) =>
      (await listEvidence(bench.ports, caller, PAGING, days)).items.map(({ id }) => id);
    expect(await idsOf(CALLER, 30)).toEqual([soon]);
    expect((await idsOf(CALLER, undefined)).toSorted()).toEqual([soon, later].toSorted());
    expect(await idsOf(STRANGER, undefined)).toEqual([]);
  });
});

describe('renewDue', () => {
  it('requests a renewal of what ends soon and leaves the rest', async () => {
    const [soon] = [await lasting(10), await lasting(400)];
    const { requested, skipped, isComplete } = await renewDue(bench.ports, CALLER, 30);
    expect(requested).toMatchObject([{ kind: 'Renewal', signatureId: soon, profile: 'LTA' }]);
    expect([skipped, isComplete]).toEqual([[], true]);
  });

  it('names what cannot be renewed now, and goes on with the others', async () => {
    const [busy, free] = [await lasting(5), await lasting(6)];
    await requestRenewal(bench.ports, CALLER, busy, { profile: 'LTA', idempotencyKey: null });
    const { requested, skipped } = await renewDue(bench.ports, CALLER, 30);
    expect(requested.map(({ signatureId }) => signatureId)).toEqual([free]);
    expect(skipped).toMatchObject([{ signatureId: busy, errorCode: 'SIGNATURE_NOT_RENEWABLE' }]);
  });

  it('ends with a fault of the station, which no document is to blame for', async () => {
    await lasting(5);
    vi.spyOn(bench.store, 'putFile').mockRejectedValue(new Error('ENOSPC'));
    await expect(renewDue(bench.ports, CALLER, 30)).rejects.toThrow('ENOSPC');
  });

  it('does not renew extended uploads, which are no signatures of the station', async () => {
    const evidenceGoodUntil = new Date(NOW.getTime() + 1);
    await bench.signed({ request: { kind: 'Extension', profile: 'LTA', evidenceGoodUntil } });
    expect(await renewDue(bench.ports, CALLER, 30)).toEqual({ requested: [], skipped: [], isComplete: true });
  });
});
