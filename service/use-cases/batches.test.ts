import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBatch, getBatch, stopBatch } from './batches.ts';
import { CALLER, expectCode, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

describe('a batch', () => {
  it('names each request once, in order, and tells documents that are in it twice', async () => {
    const [one, two, three] = [await bench.stored(), await bench.stored({}, 'other'), await bench.stored()];
    const ids = [two, one, three, two].map(({ request }) => request.id);
    const batch = await createBatch(bench.ports, CALLER, { signatureIds: ids });
    expect(batch.items.map(({ signature }) => signature.id)).toEqual(ids.slice(0, 3));
    expect(batch.items.map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, one.request.id]);
    expect(await getBatch(bench.ports, CALLER, batch.id)).toEqual(batch);
  });

  it('counts each state in one place', async () => {
    const states = ['Queued', 'Processing', 'Completed', 'Failed', 'Rejected', 'Cancelled'] as const;
    const units = await Promise.all(states.map((status) => bench.stored({ request: { status } })));
    const batch = await createBatch(bench.ports, CALLER, { signatureIds: units.map(({ request }) => request.id) });
    expect(batch.counts).toEqual({ total: 6, completed: 1, failed: 2, cancelled: 1, open: 2 });
  });

  it('is of the caller\u2019s requests only, and seen by nobody else', async () => {
    const { request } = await bench.stored();
    const signatureIds = [request.id];
    await expectCode(createBatch(bench.ports, STRANGER, { signatureIds }), 'SIGNATURE_INPUT_NOT_FOUND');
    const { id } = await createBatch(bench.ports, CALLER, { signatureIds });
    await expectCode(getBatch(bench.ports, STRANGER, id), 'SIGNATURE_INPUT_NOT_FOUND');
    await expectCode(stopBatch(bench.ports, STRANGER, id), 'SIGNATURE_INPUT_NOT_FOUND');
  });

  it('is stopped where nobody has begun, and says in the audit that it was the batch', async () => {
    const units = [
      await bench.stored(),
      await bench.stored({ request: { status: 'Processing' } }),
      await bench.signed(),
    ];
    const { id } = await createBatch(bench.ports, CALLER, { signatureIds: units.map(({ request }) => request.id) });
    const { items } = await stopBatch(bench.ports, CALLER, id);
    expect(items.map(({ signature }) => signature.status)).toEqual(['Cancelled', 'Processing', 'Completed']);
    expect(bench.kept.audit).toMatchObject([
      { eventType: 'SignatureCancelled', entityId: units[0]?.request.id, timestamp: NOW, metadata: { batchId: id } },
    ]);
  });
});
