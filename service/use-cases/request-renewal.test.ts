import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureRequest } from '../domain/records.ts';
import { requestRenewal, type WantedRenewal } from './request-renewal.ts';
import { CALLER, expectCode, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const signed = (request: Partial<SignatureRequest> = {}) => bench.signed({ request: { profile: 'LTA', ...request } });
const renew = (id: string, wanted: Partial<WantedRenewal> = {}, caller = CALLER) =>
  requestRenewal(bench.ports, caller, id, { profile: 'LTA', idempotencyKey: null, ...wanted });

async function contentOf(renewalId: string): Promise<string[]> {
  const files = bench.kept.rows.get(renewalId)?.unit.files ?? [];
  return Promise.all(files.map(async ({ storageKey }) => (await bench.store.content(storageKey)).toString()));
}

describe('requestRenewal', () => {
  it('works on a copy of the output and names the signature it is of', async () => {
    const { request } = await signed();
    const before = await bench.persistence.findRequest(CALLER.tenantId, request.id);
    const view = await renew(request.id);
    expect(view).toMatchObject({ kind: 'Renewal', signatureId: request.id, status: 'Queued', profile: 'LTA' });
    expect(await contentOf(view.id)).toEqual(['signed']);
    const unit = bench.kept.rows.get(view.id)?.unit;
    expect(unit?.audit[0]).toMatchObject({
      eventType: 'RenewalRequested',
      metadata: { format: 'PAdES', profile: 'LTA', signatureId: request.id },
    });
    expect(await bench.persistence.findRequest(CALLER.tenantId, request.id)).toEqual(before);
  });

  it('takes what a detached signature is over along, and refuses where that is gone', async () => {
    const detached = { format: 'CAdES', packaging: 'detached' } as const;
    const { request } = await signed(detached);
    expect(await contentOf((await renew(request.id)).id)).toEqual(['signed', 'document']);
    const gone = await bench.signed({ request: detached, input: { deletedAt: new Date() } });
    await expectCode(renew(gone.request.id), 'SIGNATURE_NOT_RENEWABLE');
  });

  it('goes on from the newest version', async () => {
    const { request } = await signed();
    await bench.signed({ request: { kind: 'Renewal', profile: 'LTA', renewalOf: request.id } }, 'renewed');
    expect(await contentOf((await renew(request.id)).id)).toEqual(['renewed']);
  });

  it('raises a level, makes LTA again and again, and nothing else twice', async () => {
    const { request } = await signed({ profile: 'LT' });
    await expectCode(renew(request.id, { profile: 'T' }), 'SIGNATURE_NOT_RENEWABLE');
    await expectCode(renew(request.id, { profile: 'LT' }), 'SIGNATURE_NOT_RENEWABLE');
    expect(await renew(request.id, { profile: 'LTA' })).toMatchObject({ profile: 'LTA' });
  });

  it('is done once at a time', async () => {
    const { request } = await signed();
    const first = await renew(request.id);
    const keys = (await bench.store.keys()).length;
    await expectCode(renew(request.id), 'SIGNATURE_NOT_RENEWABLE');
    expect(await bench.store.keys()).toHaveLength(keys);
    bench.kept.fail(first.id);
    expect((await renew(request.id)).id).not.toBe(first.id);
  });

  it('refuses what has no output, what is not as recorded, and what is not the caller\u2019s', async () => {
    const { request: queued } = await bench.stored();
    await expectCode(renew(queued.id), 'SIGNATURE_OUTPUT_NOT_FOUND');
    const { request, output } = await signed();
    await expectCode(renew(request.id, {}, STRANGER), 'SIGNATURE_INPUT_NOT_FOUND');
    await bench.put(output.storageKey, 'forged');
    await expectCode(renew(request.id), 'SIGNATURE_OUTPUT_NOT_FOUND');
    await bench.store.delete(output.storageKey);
    await expectCode(renew(request.id), 'SIGNATURE_OUTPUT_NOT_FOUND');
  });

  it('answers a replay from the original, for the same signature only', async () => {
    const [{ request: one }, { request: other }] = [await signed(), await signed()];
    const first = await renew(one.id, { idempotencyKey: 'k' });
    expect(await renew(one.id, { idempotencyKey: 'k' })).toEqual(first);
    await expectCode(renew(other.id, { idempotencyKey: 'k' }), 'SIGNATURE_REQUEST_INVALID');
  });
});
