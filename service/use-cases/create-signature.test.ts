import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobMessage } from '../contract/jobs/job-message.ts';
import type { CreateSignature } from './accept-unit.ts';
import { createSignature } from './create-signature.ts';
import { placeOrder, type Order } from './place-order.ts';
import { PLAIN_WISHES } from './plain-wishes.suite.ts';
import { CALLER, expectCode, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

type Changes = Partial<Omit<CreateSignature, keyof Order>>;

async function order(changes: Changes = {}, bytes = '%PDF-1.7'): Promise<CreateSignature> {
  return {
    ...placeOrder(PLAIN_WISHES),
    ...{ signingProvider: 'Pfx', certificateThumbprint: null, appearance: null },
    ...{ files: [await bench.upload('contract.pdf', bytes)], idempotencyKey: null, retryOf: null },
    ...changes,
  };
}

describe('createSignature', () => {
  it('commits request, files, job, message and audit as one unit, and says so once', async () => {
    const appearance = { file: await bench.upload('stamp.png', 'image'), contentType: 'image/png' };
    const wanted = await order({ appearance, certificateThumbprint: 'aa '.repeat(20) });
    const created = await createSignature(bench.ports, CALLER, wanted);
    const { unit } = bench.kept.rows.get(created.id) ?? {};
    if (unit === undefined) throw new Error('Nothing was accepted.');
    expect(created).toMatchObject({ status: 'Queued', createdAt: NOW.toISOString() });
    expect(unit.request).toMatchObject({
      ...{ tenantId: 'acme', createdBy: CALLER.actor, correlationId: 'order-7', certificateThumbprint: 'A'.repeat(40) },
      ...{ inputFileId: unit.files[0]?.id, appearanceFileId: unit.files[1]?.id, kind: 'Signature' },
    });
    expect(unit.job).toMatchObject({ signatureRequestId: created.id, status: 'Pending', attempt: 0 });
    expect(JobMessage.parse(JSON.parse(unit.outboxMessage.payload))).toMatchObject({
      ...{ jobId: unit.job.id, signatureId: created.id, tenantId: 'acme', attempt: 1 },
      inputPath: unit.files[0]?.storageKey,
    });
    const stored = unit.files.map(({ id: fileId, size, sha256 }) => ({ fileId, size, sha256 }));
    expect(unit.audit.map(({ eventType, actor, metadata }) => [eventType, actor, metadata])).toEqual([
      ['SignatureRequested', CALLER.actor, { format: 'PAdES', profile: 'B', signingProvider: 'Pfx' }],
      ['FileStored', CALLER.actor, stored[0]],
      ['FileStored', CALLER.actor, stored[1]],
      ['JobQueued', CALLER.actor, { jobId: unit.job.id }],
    ]);
    expect(await bench.store.keys()).toHaveLength(2);
    expect(bench.accepted.count).toBe(1);
    expect(bench.counted).toEqual([['signature_requests_total', { format: 'PAdES', profile: 'B', provider: 'Pfx' }]]);
  });

  it('wakes nobody where the message is in the queue already: the outbox would be asked in vain', async () => {
    vi.spyOn(bench.persistence, 'acceptSignatureRequest').mockImplementation(async (unit) => {
      await bench.kept.add(unit);
      return { outcome: 'accepted', isHandedOver: true };
    });
    const { id } = await createSignature(bench.ports, CALLER, await order());
    expect([bench.kept.rows.has(id), bench.accepted.count]).toEqual([true, 0]);
  });

  it('keeps a refusal as Rejected, without job, bytes and idempotency key', async () => {
    const wanted = await order({ signingProvider: 'Hsm', idempotencyKey: 'later' });
    await expectCode(createSignature(bench.ports, CALLER, wanted), 'SIGNING_PROVIDER_UNAVAILABLE');
    const [unit] = bench.kept.rejected;
    expect(unit?.request).toMatchObject({
      ...{ status: 'Rejected', errorCode: 'SIGNING_PROVIDER_UNAVAILABLE', idempotencyKey: null, queuedAt: null },
    });
    expect(unit?.files.map(({ deletedAt }) => deletedAt)).toEqual([NOW]);
    expect(unit?.audit.map(({ eventType, metadata }) => [eventType, metadata])).toEqual([
      ['SignatureRequested', { format: 'PAdES', profile: 'B', signingProvider: 'Hsm' }],
      ['SignatureRejected', { errorCode: 'SIGNING_PROVIDER_UNAVAILABLE' }],
    ]);
    expect([bench.kept.rows.size, bench.accepted.count, await bench.store.keys()]).toEqual([0, 0, []]);
  });

  it('refuses a format that this station does not make', async () => {
    const ports = { ...bench.ports, supportedFormats: ['CAdES'] as const };
    await expectCode(createSignature(ports, CALLER, await order()), 'SIGNATURE_FORMAT_UNSUPPORTED');
    expect(bench.kept.rejected).toHaveLength(1);
  });

  it('takes no files that the format does not take, whoever brings them', async () => {
    const [one, other, empty] = [
      await bench.upload('a', '1'),
      await bench.upload('b', '2'),
      await bench.upload('c', ''),
    ];
    for (const files of [[], [one, other], [empty]]) {
      await expectCode(createSignature(bench.ports, CALLER, await order({ files })), 'SIGNATURE_REQUEST_INVALID');
    }
    expect([bench.kept.rows.size, bench.kept.rejected]).toEqual([0, []]);
  });

  it('keeps nothing of a request that the station itself could not look at', async () => {
    const providerCatalogue = { ...bench.ports.providerCatalogue, providers: () => Promise.reject(new Error('gone')) };
    const work = createSignature({ ...bench.ports, providerCatalogue }, CALLER, await order());
    await expect(work).rejects.toThrow('gone');
    expect(bench.kept.rejected).toEqual([]);
  });

  it('answers a replay from the original, even when its provider has gone, and warns of another document', async () => {
    const first = await createSignature(bench.ports, CALLER, await order({ idempotencyKey: 'k' }));
    const supportedFormats = [] as const;
    const again = await order({ idempotencyKey: 'k' }, 'another');
    expect(await createSignature({ ...bench.ports, supportedFormats }, CALLER, again)).toEqual(first);
    expect(bench.logLines.filter((line) => line.includes('used again'))).toHaveLength(1);
    const foreign = await createSignature(bench.ports, STRANGER, await order({ idempotencyKey: 'k' }));
    expect(foreign.id).not.toBe(first.id);
    expect(bench.accepted.count).toBe(2);
  });

  it('answers a replay from what is left in the archive of the original, for requests of its kind only', async () => {
    const createdAt = new Date(0);
    bench.kept.archiveKey(CALLER.tenantId, 'k', { id: 'old', kind: 'Signature', createdAt });
    bench.kept.archiveKey(CALLER.tenantId, 'e', { id: 'other', kind: 'Extension', createdAt });
    const again = await createSignature(bench.ports, CALLER, await order({ idempotencyKey: 'k' }));
    expect(again).toMatchObject({ id: 'old', status: 'Queued', createdAt: createdAt.toISOString() });
    await expectCode(
      createSignature(bench.ports, CALLER, await order({ idempotencyKey: 'e' })),
      'SIGNATURE_REQUEST_INVALID',
    );
    expect(bench.accepted.count).toBe(0);
  });

  it('removes its files where the same key was used in between', async () => {
    const first = await createSignature(bench.ports, CALLER, await order({ idempotencyKey: 'k' }));
    vi.spyOn(bench.persistence, 'findByIdempotencyKey').mockResolvedValueOnce(undefined);
    const late = await createSignature(bench.ports, CALLER, await order({ idempotencyKey: 'k' }));
    expect(late.id).toBe(first.id);
    expect(await bench.store.keys()).toHaveLength(1);
  });

  it('refuses an idempotency key of an extension', async () => {
    await bench.stored({ request: { idempotencyKey: 'k', kind: 'Extension', profile: 'T' } });
    const work = createSignature(bench.ports, CALLER, await order({ idempotencyKey: 'k' }));
    await expectCode(work, 'SIGNATURE_REQUEST_INVALID');
  });
});

describe('a request that cannot be committed', () => {
  beforeEach(() => {
    vi.spyOn(bench.persistence, 'acceptSignatureRequest').mockRejectedValue(new Error('The connection broke.'));
  });

  it('leaves no file behind', async () => {
    const work = createSignature(bench.ports, CALLER, await order());
    await expect(work).rejects.toThrow('connection');
    expect(await bench.store.keys()).toEqual([]);
    expect(bench.accepted.count).toBe(0);
  });

  it('keeps its files where the commit has happened and only its answer was lost', async () => {
    vi.spyOn(bench.persistence, 'acceptSignatureRequest').mockImplementation(async (unit) => {
      await bench.kept.add(unit);
      throw new Error('The connection broke.');
    });
    const work = createSignature(bench.ports, CALLER, await order());
    await expect(work).rejects.toThrow('connection');
    expect(await bench.store.keys()).toHaveLength(1);
  });

  it('removes the first file when the second cannot be stored', async () => {
    const files = [await bench.upload('a.txt', 'a'), { ...(await bench.upload('b.txt', 'b')), path: '/nowhere/b' }];
    const work = createSignature(bench.ports, CALLER, {
      ...(await order({ files })),
      ...placeOrder({ ...PLAIN_WISHES, format: 'ASiC_E' }),
    });
    await expect(work).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await bench.store.keys()).toEqual([]);
    expect(bench.kept.rows.size).toBe(0);
  });
});
