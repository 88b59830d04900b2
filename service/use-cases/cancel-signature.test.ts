import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelSignature } from './cancel-signature.ts';
import { CALLER, expectCode, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

describe('cancelSignature', () => {
  it('ends a request that nobody has begun, with who asked for it in the same unit', async () => {
    const { request } = await bench.stored();
    expect(await cancelSignature(bench.ports, CALLER, request.id)).toMatchObject({ status: 'Cancelled' });
    expect(bench.kept.audit).toMatchObject([
      { eventType: 'SignatureCancelled', entityId: request.id, actor: CALLER.actor, timestamp: NOW, metadata: {} },
    ]);
  });

  it.each(['Completed', 'Failed', 'Cancelled', 'Rejected', 'Processing'] as const)(
    'refuses one that is %s',
    async (status) => {
      const { request } = await bench.stored({ request: { status } });
      await expectCode(cancelSignature(bench.ports, CALLER, request.id), 'SIGNATURE_NOT_CANCELLABLE');
      expect(bench.kept.audit).toEqual([]);
    },
  );

  it('does not know the request of another tenant, nor an extension', async () => {
    const { request } = await bench.stored();
    await expectCode(cancelSignature(bench.ports, STRANGER, request.id), 'SIGNATURE_INPUT_NOT_FOUND');
    const extension = await bench.stored({ request: { kind: 'Extension', profile: 'T' } });
    await expectCode(cancelSignature(bench.ports, CALLER, extension.request.id), 'SIGNATURE_INPUT_NOT_FOUND');
    expect(bench.kept.rows.get(request.id)?.request.status).toBe('Queued');
  });
});
